/** The command line: arguments → jobs → sheets, JSON, pages and exit codes. What is done is done by the jobs. */
package dev.sinew.cli;
