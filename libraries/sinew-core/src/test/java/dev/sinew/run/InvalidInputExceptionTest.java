package dev.sinew.run;

import static dev.sinew.run.InvalidInputException.field;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InvalidInputExceptionTest {
    private static final InvalidInputException REJECTED =
            new InvalidInputException("a.glb has 2 clips, pick one with " + field("clipName") + ": go, come");

    @Test
    void theMessageNamesTheField() {
        assertThat(REJECTED).hasMessage("a.glb has 2 clips, pick one with clipName: go, come");
    }

    @Test
    void frontEndsSubstituteTheirNames() {
        assertThat(REJECTED.sentence(name -> "--$" + name))
                .isEqualTo("a.glb has 2 clips, pick one with --$clipName: go, come");
    }

    @Test
    void keepsFieldsWithinALocation() {
        InvalidInputException outer = REJECTED.within("take 3");
        assertThat(outer).hasMessage("take 3: a.glb has 2 clips, pick one with clipName: go, come");
        assertThat(outer.sentence(name -> "-c")).endsWith("pick one with -c: go, come");
        assertThat(outer).hasCause(REJECTED);
    }
}
