package dev.sinew.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.job.EvaluateRequest.SharedFaces;
import org.junit.jupiter.api.Test;

class SharedFacesTest {
    private static final int[] TWO = {0, 1, 2, 2, 1, 3};

    @Test
    void orderAndFirstCornerDoNotMatter() {
        assertThat(SharedFaces.count(TWO, new int[] {1, 3, 2, 1, 2, 0})).isEqualTo(2);
    }

    @Test
    void otherVerticesDo() {
        assertThat(SharedFaces.count(TWO, new int[] {3, 1, 0, 2, 1, 3})).isEqualTo(1);
        assertThat(SharedFaces.count(TWO, new int[] {7, 8, 9})).isZero();
        assertThat(SharedFaces.count(new int[0], TWO)).isZero();
    }
}
