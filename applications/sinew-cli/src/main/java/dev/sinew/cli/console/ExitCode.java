package dev.sinew.cli.console;

/** How a run ended, for scripts. */
public enum ExitCode {
    DONE(0),
    INTERNAL_ERROR(1),
    WRONG_USAGE(2),
    BAD_INPUT(3),
    /** All of a batch is done, and a figure of it is above what was asked. */
    ABOVE_BOUND(4),
    /** 128 + SIGINT, as shells have it. */
    INTERRUPTED(130);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
