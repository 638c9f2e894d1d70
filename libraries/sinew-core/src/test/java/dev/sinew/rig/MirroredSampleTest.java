package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.rig.FreeBones.MirroredSample;
import org.junit.jupiter.api.Test;

/** A row of vertices whose images are those at the other end. */
class MirroredSampleTest {
    private static int[] row(int n) {
        int[] images = new int[n];
        for (int i = 0; i < n; i++) {
            images[i] = n - 1 - i;
        }
        return images;
    }

    @Test
    void theImageOfASampledVertexIsSampled() {
        MirroredSample some = MirroredSample.of(row(1000), 1000, 100, 7);
        int[] vertices = some.sample().indices();
        assertThat(vertices).isSorted().doesNotHaveDuplicates().hasSizeBetween(50, 100);
        for (int k = 0; k < vertices.length; k++) {
            assertThat(vertices[some.mirrored()[k]]).isEqualTo(999 - vertices[k]);
        }
    }

    @Test
    void ofFewVerticesAllAreTaken() {
        assertThat(MirroredSample.of(row(9), 9, 100, 7).mirrored()).containsExactly(8, 7, 6, 5, 4, 3, 2, 1, 0);
    }

    @Test
    void aShapeThatIsNotSymmetricHasNoImages() {
        assertThat(MirroredSample.of(new int[0], 1000, 100, 7).mirrored()).isEmpty();
    }
}
