/** What a person sees and a script gets: progress, sheets, failures in a sentence, exit codes, Ctrl-C. */
package dev.sinew.cli.console;
