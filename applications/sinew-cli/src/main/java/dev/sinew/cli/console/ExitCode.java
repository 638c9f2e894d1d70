package dev.sinew.cli.console;

import java.util.Arrays;

/** The exit codes, for scripts. */
public enum ExitCode {
    DONE(0),
    INTERNAL_ERROR(1),
    WRONG_USAGE(2),
    BAD_INPUT(3),
    /** A batch is done, and a metric is above the bound of {@code --fail-above}. */
    ABOVE_BOUND(4),
    /** 128 + SIGINT, as in shells. */
    INTERRUPTED(130);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** The exit code of this number; an unknown one counts as an internal error. */
    public static ExitCode of(int number) {
        return Arrays.stream(values())
                .filter(each -> each.code == number)
                .findFirst()
                .orElse(INTERNAL_ERROR);
    }
}
