/** Where a job works: threads, who looks on and may stop it, files that are not finished yet. */
package dev.sinew.job.desk;
