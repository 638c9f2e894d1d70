/** Requests and results of runs, stored on disk. */
package dev.sinew.studio.runs;
