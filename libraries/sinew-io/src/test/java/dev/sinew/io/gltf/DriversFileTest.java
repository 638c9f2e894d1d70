package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Correctives;
import dev.sinew.model.Drivers;
import dev.sinew.model.Drivers.Inputs;
import dev.sinew.model.Drivers.Kernels;
import dev.sinew.model.Drivers.Kind;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code SINEW_drivers} in files. */
class DriversFileTest {
    @TempDir
    Path folder;

    private static SkinnedModel model() {
        double[] m = new double[4 * 3 * 12];
        Arrays.setAll(m, k -> k % 12 % 5 == 0 ? 1 : 0);
        return TestModels.model(TestModels.tube(6, 8), 4, 3, BoneType.RIGID, new BoneMotion(4, 3, m));
    }

    private static Drivers drivers(Kind kind) {
        Inputs inputs = new Inputs(kind, new int[] {1, 2}, new int[] {0, 1}, 1, 1.0 / 30);
        Random random = new Random(2);
        double[] low = new double[6];
        double[] high = new double[6];
        Arrays.fill(low, -0.5);
        Arrays.fill(high, 0.75);
        return new Drivers(
                inputs,
                new int[] {3},
                new int[] {2},
                new double[] {0.25, 1, -0.5},
                false,
                random.doubles(6, -1, 1).toArray(),
                random.doubles(6 * inputs.count(), -1, 1).toArray(),
                low,
                high);
    }

    private Path written(Kind kind) {
        Path file = folder.resolve(kind + ".gltf");
        Models.write(ModelDocument.of(model()).withDrivers(Optional.of(drivers(kind))), file);
        return file;
    }

    @Test
    void roundTripKeepsDrivers() {
        for (Kind kind : Kind.values()) {
            Drivers back = ModelFile.read(written(kind)).drivers().orElseThrow();
            Drivers given = drivers(kind);
            assertThat(back.inputs().kind()).isEqualTo(kind);
            assertThat(back.inputs().joints()).isEqualTo(given.inputs().joints());
            assertThat(back.inputs().parents()).isEqualTo(given.inputs().parents());
            assertThat(back.inputs().carrier()).isEqualTo(1);
            assertThat(back.inputs().interval()).isEqualTo(1.0 / 30);
            assertThat(back.bones()).isEqualTo(given.bones());
            assertThat(back.references()).isEqualTo(given.references());
            assertThat(back.pivots()).isEqualTo(given.pivots());
            assertThat(back.constant()).containsExactly(given.constant(), within(1e-6));
            assertThat(back.matrix()).containsExactly(given.matrix(), within(1e-6));
            assertThat(back.low()).isEqualTo(given.low());
            assertThat(back.high()).isEqualTo(given.high());
        }
    }

    private static SkinnedModel shaped() {
        SkinnedModel plain = model();
        float[][] shapes = new float[2][plain.rest().positions().length];
        Arrays.fill(shapes[0], 0.25f);
        Arrays.fill(shapes[1], -0.5f);
        Correctives correctives = new Correctives(List.of("a", "b"), shapes, new float[0][]);
        return plain.withCorrectives(
                correctives,
                plain.clips().stream()
                        .map(clip ->
                                clip.withShapes(new double[2 * clip.motion().frameCount()]))
                        .toList());
    }

    private static Drivers withKernels(int shapes) {
        Drivers linear = drivers(Kind.POSE);
        int inputs = linear.inputs().count();
        int outputs = 6 + shapes;
        Random random = new Random(5);
        double[] high = new double[outputs];
        Arrays.fill(high, 1);
        return new Drivers(
                linear.inputs(),
                linear.bones(),
                linear.references(),
                linear.pivots(),
                false,
                shapes,
                random.doubles(outputs).toArray(),
                random.doubles(outputs * inputs).toArray(),
                new Kernels(
                        random.doubles(inputs).toArray(),
                        random.doubles(3 * inputs).toArray(),
                        random.doubles(3 * outputs).toArray()),
                new double[outputs],
                high);
    }

    @Test
    void roundTripKeepsKernelsAndShapes() {
        Path file = folder.resolve("shaped.glb");
        Drivers given = withKernels(2);
        Models.write(ModelDocument.of(shaped()).withDrivers(Optional.of(given)), file);
        Drivers back = ModelFile.read(file).drivers().orElseThrow();
        assertThat(back.shapes()).isEqualTo(2);
        assertThat(back.kernels().count()).isEqualTo(3);
        assertThat(back.kernels().scales()).containsExactly(given.kernels().scales(), within(1e-6));
        assertThat(back.kernels().centres()).containsExactly(given.kernels().centres(), within(1e-6));
        assertThat(back.kernels().matrix()).containsExactly(given.kernels().matrix(), within(1e-6));
    }

    /** Drivers of shapes that a file does not have would be misread, so they are rejected, and dropped with the shapes. */
    @Test
    void driversOfShapesNeedTheShapes() {
        Path file = folder.resolve("bare.glb");
        Models.write(ModelDocument.of(model()).withDrivers(Optional.of(withKernels(2))), file);
        assertThatThrownBy(() -> ModelFile.read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("drives 2 morph targets, but the mesh has 0");
        List<String> left = new ArrayList<>();
        ModelDocument derived = ModelDocument.of(shaped())
                .withDrivers(Optional.of(withKernels(2)))
                .derived(model(), left);
        assertThat(derived.drivers()).isEmpty();
        assertThat(left).contains("the drivers of its helper bones");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "version":1,"inputs"    | "version":7,"inputs"      | version 7; only version 1
                    "inputs":"pose"         | "inputs":"mood"           | must be constant, pose, rates or motion
                    "inputs":"pose"         | "inputs":"motion"         | numbers in 'matrix'; it must have
                    "carrier":1             | "carrier":9               | there are 4 joints
                    "reference":2           | "reference":3             | driven bones must be driven once
                    "interval":0.0333333333 | "interval":-1.0333333333  | must be above 0 and at most 1 second
                    "parents":[0,1]         | "parents":[0]             | 2 joints and 1 parents
                    """)
    void rejectsDamagedDrivers(String good, String bad, String message) throws IOException {
        Path file = written(Kind.POSE);
        String text = Files.readString(file);
        String squeezed = text.replaceAll("\\s+(?=[\"\\[\\]{}0-9:,-])", "").replaceAll("\\s*:\\s*(?=[\"\\[0-9-])", ":");
        assertThat(squeezed).contains(good);
        Files.writeString(file, squeezed.replace(good, bad));
        assertThatThrownBy(() -> ModelFile.read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("SINEW_drivers")
                .hasMessageContaining(message);
    }
}
