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
        run("sample", "tentacle", "--vertices", 400, "--frames", 12, "-o", tentacle);
    }

    private static SinewRun run(Object... words) {
        SinewRun run = SinewRun.of(words);
        assertThat(run.code()).as(run.said()).isZero();
        return run;
    }

    private static double erms(SinewRun run) {
        return run.json().at("/error/erms").asDouble();
    }

    private static SkinnedModel model(Path file) {
        return Models.read(file);
    }

    @Test
    void aHierarchyPlaysTheSame() {
        Path flat = folder.resolve("flat.glb");
        Path tree = folder.resolve("tree.glb");
        double without =
                erms(run("fit", tentacle, "--bones", 6, "--bone-type", "similarity", "-o", flat, "--json", "-"));
        double with = erms(run("fit", tentacle, "--bones", 6, "--hierarchy", "-o", tree, "--json", "-"));
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
        double inOrder =
                erms(run("fit", tentacle, "--bones", 6, "--quantize", "--compress-file", "-o", kept, "--json", "-"));
        SinewRun run = run(
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
        assertThat(erms(run)).as("told in the input's order").isCloseTo(inOrder, within(0.02 * inOrder));
        assertThat(Files.size(other)).isLessThan(Files.size(kept));
        float[] places = model(kept).rest().positions();
        float[] moved = model(other).rest().positions();
        assertThat(moved).isNotEqualTo(places);
        assertThat(sorted(moved))
                .usingElementComparator((a, b) -> Math.abs(a - b) < 2e-3 ? 0 : Double.compare(a, b))
                .containsExactly(sorted(places));
        SinewRun plain = SinewRun.of("fit", tentacle, "--bones", 6, "--reorder", "-o", other);
        assertThat(plain.code()).isEqualTo(2);
        assertThat(plain.err()).contains("--reorder is for a .glb or .gltf with --compress-file");
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
        SinewRun run = run("rig", tentacle, "--bones", 6, "--target", "unreal", "-o", unreal);
        assertThat(run.said()).contains("unreal: 8 weights per vertex", "unreal: .glb, .gltf, .fbx");
        assertThat(model(unreal).weights().influences()).isGreaterThan(4);
        Path two = folder.resolve("two.glb");
        run = run("rig", tentacle, "--bones", 6, "--target", "unreal", "--influences", 2, "-o", two);
        assertThat(run.said()).contains("2 was asked for and wins");
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
        double without = erms(run("rig", tentacle, "--bones", 3, "-o", plain, "--json", "-"));
        double with = erms(run("rig", tentacle, "--bones", 3, "--correctives", 3, "-o", shaped, "--json", "-"));
        assertThat(with).isLessThan(0.8 * without);
        assertThat(model(shaped).skeleton().names())
                .isEqualTo(model(plain).skeleton().names());
        assertThat(model(shaped).skeleton().parents())
                .isEqualTo(model(plain).skeleton().parents());
        assertThat(erms(run("evaluate", shaped, "--against", tentacle, "--json", "-")))
                .isCloseTo(with, within(1e-6 * with));
    }
}
