/** Runs: what was asked, what came of it, how it is kept and repeated. */
package dev.sinew.studio.runs;
