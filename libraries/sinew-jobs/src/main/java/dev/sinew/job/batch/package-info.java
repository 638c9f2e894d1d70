/**
 * Many requests, one after another or side by side: what is up to date by content is skipped, one failure stops nothing else, and whatever
 * ends the process, the next run goes on where it was.
 */
package dev.sinew.job.batch;
