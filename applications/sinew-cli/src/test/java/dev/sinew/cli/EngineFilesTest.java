package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.Models;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as engines want them: bones in a hierarchy, vertices in another order, what a target sets. */
class EngineFilesTest {
    @TempDir
    Path folder;

    private Path tentacle;

    @BeforeEach
    void write() {
        tentacle = folder.resolve("tentacle.npz");
        SinewRun.done("sample", "tentacle", "--vertices", 400, "--frames", 12, "-o", tentacle);
    }

    private static SkinnedModel model(Path file) {
        return Models.read(file);
    }

    @Test
    void aHierarchyPlaysTheSame() {
        Path flat = folder.resolve("flat.glb");
        Path tree = folder.resolve("tree.glb");
        double without = SinewRun.done(
                        "fit", tentacle, "--bones", 6, "--bone-type", "similarity", "-o", flat, "--json", "-")
                .erms();
        double with = SinewRun.done("fit", tentacle, "--bones", 6, "--hierarchy", "-o", tree, "--json", "-")
                .erms();
        assertThat(with).isCloseTo(without, within(1e-3 * without));
        assertThat(roots(flat)).isEqualTo(6);
        assertThat(roots(tree)).isEqualTo(1);
    }

    private static long roots(Path file) {
        int[] parents = model(file).skeleton().parents();
        return Arrays.stream(parents).filter(parent -> parent < 0).count();
    }

    @Test
    void anotherOrderIsTheSameModel() throws Exception {
        Path kept = folder.resolve("kept.glb");
        Path other = folder.resolve("other.glb");
        double inOrder = SinewRun.done(
                        "fit", tentacle, "--bones", 6, "--quantize", "--compress-file", "-o", kept, "--json", "-")
                .erms();
        SinewRun run = SinewRun.done(
                "fit",
                tentacle,
                "--bones",
                6,
                "--quantize",
                "--compress-file",
                "--reorder",
                "-o",
                other,
                "--json",
                "-");
        assertThat(run.erms()).as("told in the input's order").isCloseTo(inOrder, within(0.02 * inOrder));
        assertThat(Files.size(other)).isLessThan(Files.size(kept));
        float[] places = model(kept).rest().positions();
        float[] moved = model(other).rest().positions();
        assertThat(moved).isNotEqualTo(places);
        assertThat(sorted(moved))
                .usingElementComparator((a, b) -> Math.abs(a - b) < 2e-3 ? 0 : Double.compare(a, b))
                .containsExactly(sorted(places));
        SinewRun plain = SinewRun.of("fit", tentacle, "--bones", 6, "--reorder", "-o", other);
        assertThat(plain.code()).isEqualTo(2);
        assertThat(plain.err()).contains("--reorder needs --compress-file and a .glb or .gltf");
    }

    /** Heights, in the order of their size. */
    private static Double[] sorted(float[] positions) {
        return IntStream.range(0, positions.length / 3)
                .mapToObj(i -> (double) positions[3 * i + 1])
                .sorted()
                .toArray(Double[]::new);
    }

    @Test
    void aRigForAnEngineSaysWhyAndFlagsWin() {
        Path unreal = folder.resolve("unreal.glb");
        SinewRun run = SinewRun.done("rig", tentacle, "--bones", 6, "--target", "unreal", "-o", unreal);
        assertThat(run.said()).contains("unreal: 8 weights per vertex", "unreal: .glb, .gltf, .fbx");
        assertThat(model(unreal).weights().influences()).isGreaterThan(4);
        Path two = folder.resolve("two.glb");
        run = SinewRun.done("rig", tentacle, "--bones", 6, "--target", "unreal", "--influences", 2, "-o", two);
        assertThat(run.said()).contains("overridden by 2");
        assertThat(mostInfluences(model(two))).isLessThanOrEqualTo(2);
    }

    private static int mostInfluences(SkinnedModel model) {
        int places = model.weights().influences();
        double[] weights = model.weights().weights();
        return IntStream.range(0, model.vertexCount())
                .map(i -> (int) Arrays.stream(weights, i * places, (i + 1) * places)
                        .filter(w -> w > 0)
                        .count())
                .max()
                .orElse(0);
    }

    @Test
    void correctivesOfARigLowerItsErrorAndLeaveItsBones() {
        Path plain = folder.resolve("plain.glb");
        Path shaped = folder.resolve("shaped.glb");
        double without = SinewRun.done("rig", tentacle, "--bones", 3, "-o", plain, "--json", "-")
                .erms();
        double with = SinewRun.done("rig", tentacle, "--bones", 3, "--correctives", 3, "-o", shaped, "--json", "-")
                .erms();
        assertThat(with).isLessThan(0.8 * without);
        assertThat(model(shaped).skeleton().names())
                .isEqualTo(model(plain).skeleton().names());
        assertThat(model(shaped).skeleton().parents())
                .isEqualTo(model(plain).skeleton().parents());
        assertThat(SinewRun.done("evaluate", shaped, "--against", tentacle, "--json", "-")
                        .erms())
                .isCloseTo(with, within(1e-6 * with));
    }
}
