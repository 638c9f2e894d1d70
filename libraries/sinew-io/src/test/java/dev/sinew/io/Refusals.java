package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sinew.run.RefusedException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What a reader or writer says when it refuses. */
public final class Refusals {
    private Refusals() {}

    /** The sentence; fails where the call is not refused, or not by a RefusedException, or by more than a sentence. */
    public static String of(ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isInstanceOf(RefusedException.class);
        assertThat(thrown.getMessage()).doesNotContain("\n").doesNotContain("null");
        return thrown.getMessage();
    }
}
