/** What was measured, kept on disk number by number, so that a run can be stopped and taken up again. */
package dev.sinew.bench.rivals.ledger;
