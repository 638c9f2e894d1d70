/** The verbs: each names its request, and tells what was made on a sheet. */
package dev.sinew.cli.verb;
