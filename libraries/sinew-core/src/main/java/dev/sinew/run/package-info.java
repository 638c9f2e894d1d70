/**
 * What every capability shares with its callers: how far it is, how it ended, how it is stopped, and what it refuses.
 *
 * <p>There is one way to stop a run: its {@link dev.sinew.run.Progress} answers CANCEL, and the run ends at once with a
 * {@link dev.sinew.run.CancelledException}. Nothing is handed back, whatever had been found by then: half a result that looks
 * like a whole one is worth less than none. A run that was not stopped returns, and says by its
 * {@link dev.sinew.run.Outcome} how far it came.
 */
package dev.sinew.run;
