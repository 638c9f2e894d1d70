package dev.sinew.run;

import static dev.sinew.run.RefusedException.field;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RefusedExceptionTest {
    private static final RefusedException REFUSED =
            new RefusedException("a.glb has 2 clips, pick one with " + field("clipName") + ": go, come");

    @Test
    void theMessageNamesTheField() {
        assertThat(REFUSED).hasMessage("a.glb has 2 clips, pick one with clipName: go, come");
    }

    @Test
    void aFrontEndSaysWhatItCallsTheField() {
        assertThat(REFUSED.sentence(name -> "--$" + name))
                .isEqualTo("a.glb has 2 clips, pick one with --$clipName: go, come");
    }

    @Test
    void toldFromFartherOutItStillKnowsItsFields() {
        RefusedException outer = REFUSED.within("take 3");
        assertThat(outer).hasMessage("take 3: a.glb has 2 clips, pick one with clipName: go, come");
        assertThat(outer.sentence(name -> "-c")).endsWith("pick one with -c: go, come");
        assertThat(outer).hasCause(REFUSED);
    }
}
