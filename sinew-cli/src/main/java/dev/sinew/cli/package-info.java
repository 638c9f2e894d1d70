/**
 * The command line: arguments → operations → files, with progress, summaries, JSON and exit codes. Everything that is
 * computed is computed in the library; this package only asks for it and tells what came out.
 */
package dev.sinew.cli;
