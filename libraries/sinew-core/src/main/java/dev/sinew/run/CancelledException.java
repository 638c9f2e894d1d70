package dev.sinew.run;

/** A run was stopped by its {@link Progress}; it hands nothing back. */
public final class CancelledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CancelledException() {
        super("cancelled");
    }
}
