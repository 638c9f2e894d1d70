package dev.sinew.cli;

/** How a run ended, for scripts. */
enum ExitCode {
    DONE(0),
    INTERNAL_ERROR(1),
    WRONG_USAGE(2),
    BAD_INPUT(3),
    /** 128 + SIGINT, as shells have it. */
    INTERRUPTED(130);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
