/** Requests as forms: fields with their help and bounds, read from and written as names and values. */
package dev.sinew.job.form;
