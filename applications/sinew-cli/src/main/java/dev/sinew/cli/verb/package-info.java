/** The commands: each has a request and a summary of its result. */
package dev.sinew.cli.verb;
