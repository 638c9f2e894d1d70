/** What a terminal wants to know of the verbs: completions for shells, and man pages, made from the verbs themselves. */
package dev.sinew.cli.terminal;
