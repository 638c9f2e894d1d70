/** The job queue and the events that pages receive. */
package dev.sinew.studio.queue;
