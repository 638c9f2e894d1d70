/** What requests name, read: sequences, models, rest poses, rigs that exist, handles; and where outputs may go. */
package dev.sinew.job.source;
