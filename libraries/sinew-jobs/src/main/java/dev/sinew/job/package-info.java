/**
 * What every front end runs: a request per verb, everything between it and files on disk, and what was made. Nothing here
 * prints, and nothing knows a command line.
 */
package dev.sinew.job;
