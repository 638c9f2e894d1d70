/**
 * The jobs that every front end runs: one request per command, its inputs and outputs, and its result. Nothing here
 * prints, and nothing knows a command line.
 */
package dev.sinew.job;
