/** Runs are done here, one at a time, and pages hear of it. */
package dev.sinew.studio.work;
