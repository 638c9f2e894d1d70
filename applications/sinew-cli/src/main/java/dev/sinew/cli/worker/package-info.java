/** Runs commands for another program: requests and answers as JSON lines. */
package dev.sinew.cli.worker;
