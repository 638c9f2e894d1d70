package dev.sinew.draco;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.Models;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.LinearSkinning;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Compressed files of other programs, compared with their uncompressed twins. */
class DracoFilesTest {
    /** Positions of these files have 11 bits or more. */
    private static final double QUANTISATION = 1.0 / 2048;

    @Test
    void compressedRigEqualsItsPlainTwin() {
        SkinnedModel plain = Models.read(data().resolve("draco/RiggedSimple-plain.glb"));
        SkinnedModel compressed = Models.read(data().resolve("draco/RiggedSimple.gltf"));
        assertThat(compressed.boneCount()).isEqualTo(plain.boneCount());
        assertSameShape(plain, compressed);
    }

    @Test
    void compressedCharacterEqualsItsPlainTwin() {
        SkinnedModel plain = Models.read(data().resolve("characters/CesiumMan.glb"));
        SkinnedModel compressed = Models.read(data().resolve("draco/CesiumMan.gltf"));
        assertThat(compressed.boneCount()).isEqualTo(plain.boneCount());
        assertSameShape(plain, compressed);
    }

    private static void assertSameShape(SkinnedModel plain, SkinnedModel compressed) {
        for (double part : new double[] {0, 0.3, 0.9}) {
            double[] expected = pose(plain, part);
            double[] actual = pose(compressed, part);
            double size = size(expected);
            assertThat(farthest(expected, actual)).isLessThan(2 * QUANTISATION * size);
            assertThat(farthest(actual, expected)).isLessThan(2 * QUANTISATION * size);
        }
    }

    /** Positions at a part of the first clip, 3N. */
    private static double[] pose(SkinnedModel model, double part) {
        int frame = (int) (part * model.clips().get(0).motion().frameCount());
        double[] xyz = new double[model.rest().positions().length];
        new LinearSkinning(model).positions(model.clips().get(0).motion(), frame, xyz);
        return xyz;
    }

    /** The largest distance from a point of the first set to the nearest of the second: Draco changes the order of vertices. */
    private static double farthest(double[] from, double[] to) {
        double farthest = 0;
        for (int i = 0; i < from.length; i += 3) {
            double nearest = Double.POSITIVE_INFINITY;
            for (int j = 0; j < to.length; j += 3) {
                double x = from[i] - to[j];
                double y = from[i + 1] - to[j + 1];
                double z = from[i + 2] - to[j + 2];
                nearest = Math.min(nearest, x * x + y * y + z * z);
            }
            farthest = Math.max(farthest, Math.sqrt(nearest));
        }
        return farthest;
    }

    private static double size(double[] xyz) {
        double squared = 0;
        for (int d = 0; d < 3; d++) {
            double min = Double.POSITIVE_INFINITY;
            double max = Double.NEGATIVE_INFINITY;
            for (int k = d; k < xyz.length; k += 3) {
                min = Math.min(min, xyz[k]);
                max = Math.max(max, xyz[k]);
            }
            squared += (max - min) * (max - min);
        }
        return Math.sqrt(squared);
    }

    private static Path data() {
        return Stream.iterate(Path.of("").toAbsolutePath(), p -> p != null, Path::getParent)
                .map(p -> p.resolve("shared/data"))
                .filter(Files::isDirectory)
                .findFirst()
                .orElseGet(() -> Assumptions.abort("skipped: there is no folder shared/data above this one"));
    }
}
