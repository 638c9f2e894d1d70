package dev.sinew.run;

/** A run was cancelled by its {@link Progress}; there is no result. */
public final class CancelledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CancelledException() {
        super("cancelled");
    }
}
