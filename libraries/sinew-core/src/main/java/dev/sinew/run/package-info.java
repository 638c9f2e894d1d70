/**
 * Shared by all solvers and their callers: progress, outcome, cancellation and errors.
 *
 * <p>There is one way to cancel a run: its {@link dev.sinew.run.Progress} answers CANCEL, and the run throws {@link
 * dev.sinew.run.CancelledException} at once, without a partial result. Otherwise the run returns and reports its {@link
 * dev.sinew.run.Outcome}.
 */
package dev.sinew.run;
