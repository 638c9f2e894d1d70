/** The context of a job: threads, listener, temporary outputs. */
package dev.sinew.job.run;
