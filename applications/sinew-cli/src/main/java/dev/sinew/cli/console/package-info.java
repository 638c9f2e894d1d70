/** Output for people and scripts: progress, summaries, help, error messages, exit codes; and the handling of Ctrl-C. */
package dev.sinew.cli.console;
