package dev.sinew.bench.rivals.sheet;

/** Where a number comes from. */
public enum Source {
    /** Printed in the paper. */
    PAPER("paper"),
    /** The rival, written anew here and run on the same data. */
    RERUN("rerun"),
    /** Sinew. */
    OURS("ours"),
    /** Cannot be had, or is not the method of the paper; the note says why. */
    NOT_REPRODUCED("not reproduced"),
    /** Not in the ledger yet. */
    NOT_RUN("not run yet");

    private final String word;

    Source(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
