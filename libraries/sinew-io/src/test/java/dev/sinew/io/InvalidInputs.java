package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sinew.run.InvalidInputException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Captures the message of a reader or writer that rejects its input. */
public final class InvalidInputs {
    private InvalidInputs() {}

    /** The message; fails if the call does not throw an InvalidInputException with a single line. */
    public static String of(ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isInstanceOf(InvalidInputException.class);
        assertThat(thrown.getMessage()).doesNotContain("\n").doesNotContain("null");
        return thrown.getMessage();
    }
}
