package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Drivers;
import dev.sinew.model.Drivers.Inputs;
import dev.sinew.model.Drivers.Kernels;
import dev.sinew.model.Drivers.Kind;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.DriverRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The test vectors of SINEW_drivers that players are tested against (integrations/players/drivers-vectors.json). With the environment
 * variable SINEW_WRITE_VECTORS the file is written instead.
 */
class DriversVectorsTest {
    private static final Path FILE = Path.of("../../integrations/players/drivers-vectors.json");
    private static final double[] PIVOTS = {0, 1, 0, 0.5, 1.25, 0, 1, 1, 0.25, 0.25, 1, 0};
    private static final int FRAMES = 6;
    private static final int KERNELS = 3;
    private static final int SHAPES = 2;

    /** Inputs, with or without stretch, with kernels and shapes or without. */
    private record Case(Kind kind, boolean stretch, boolean kernels) {
        String name() {
            return kind.name().toLowerCase(Locale.ROOT)
                    + (stretch ? " with stretch" : "")
                    + (kernels ? " with kernels and shapes" : "");
        }
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (boolean stretch : new boolean[] {false, true}) {
            for (Kind kind : Kind.values()) {
                cases.add(new Case(kind, stretch, false));
            }
        }
        cases.add(new Case(Kind.POSE, false, true));
        cases.add(new Case(Kind.MOTION, true, true));
        return cases;
    }

    private static Drivers drivers(Case what) {
        Kind kind = what.kind;
        boolean stretch = what.stretch;
        Inputs inputs = new Inputs(kind, new int[] {1, 2}, new int[] {0, 1}, 0, 1.0 / 30);
        Random random = new Random(kind.ordinal() + (stretch ? 10 : 0));
        int shapes = what.kernels ? SHAPES : 0;
        int outputs = (stretch ? 12 : 6) + shapes;
        double[] matrix = new double[outputs * inputs.count()];
        for (int k = 0; k < matrix.length; k++) {
            int input = k % inputs.count();
            double unit = input < 9 ? 0.3 : input >= 18 && input < 21 ? 1e-3 : 0.02;
            matrix[k] = rounded(unit * random.nextGaussian());
        }
        double[] low = new double[outputs];
        double[] high = new double[outputs];
        Arrays.fill(low, -0.375);
        Arrays.fill(high, 0.375);
        double[] constant = random.doubles(outputs, -0.2, 0.2)
                .map(DriversVectorsTest::rounded)
                .toArray();
        Kernels kernels = what.kernels ? kernels(random, inputs.count(), outputs) : Kernels.NONE;
        double[] pivot = {0.25, 1, 0};
        return new Drivers(
                inputs, new int[] {3}, new int[] {1}, pivot, stretch, shapes, constant, matrix, kernels, low, high);
    }

    private static Kernels kernels(Random random, int inputs, int outputs) {
        double[] scales =
                random.doubles(inputs, 0, 0.5).map(DriversVectorsTest::rounded).toArray();
        // Rates and accelerations are larger than angles.
        for (int k = 9; k < inputs; k++) {
            scales[k] = rounded(0.01 * scales[k]);
        }
        return new Kernels(
                scales,
                random.doubles(KERNELS * inputs, -1, 1)
                        .map(DriversVectorsTest::rounded)
                        .toArray(),
                random.doubles(KERNELS * outputs, -0.5, 0.5)
                        .map(DriversVectorsTest::rounded)
                        .toArray());
    }

    private static double rounded(double x) {
        return Math.rint(x * 1e6) / 1e6;
    }

    private static double[] pose(int f) {
        double[] m = new double[48];
        double[] local = new double[12];
        for (int j = 0; j < 4; j++) {
            double[] q = {0.3 * Math.sin(f + j), 0.2 * Math.cos(0.7 * f + j), 0.25 * Math.sin(1.3 * f - j), 0};
            q[3] = Math.sqrt(1 - q[0] * q[0] - q[1] * q[1] - q[2] * q[2]);
            Quaternions.toMatrix(q, 0, local, 0, 4);
            for (int r = 0; r < 3; r++) {
                double moved = j == 0 ? 0.02 * f * (r + 1) + 0.01 * Math.sin(2 * f + r) : 0;
                local[4 * r + 3] = PIVOTS[3 * j + r] + moved;
                for (int c = 0; c < 3; c++) {
                    local[4 * r + 3] -= local[4 * r + c] * PIVOTS[3 * j + c];
                }
            }
            if (j == 0) {
                System.arraycopy(local, 0, m, 0, 12);
            } else {
                Affine3.multiply(m, 12 * (j == 3 ? 0 : j - 1), local, 0, m, 12 * j);
            }
        }
        return Arrays.stream(m).map(DriversVectorsTest::rounded).toArray();
    }

    private static SkinnedModel model() {
        Skeleton skeleton = new Skeleton(
                List.of("chest", "shoulder", "elbow", "helper"), new int[] {Skeleton.NONE, 0, 1, 0}, PIVOTS);
        Mesh mesh = Mesh.ofTriangles(new float[9], new int[] {0, 1, 2});
        SkinWeights weights = SkinWeights.of(1, new int[3], new double[] {1, 1, 1});
        return new SkinnedModel(mesh, weights, skeleton, BoneType.AFFINE, List.of());
    }

    private static double[][] expected(Drivers drivers) {
        DriverRuntime runtime = new DriverRuntime(model(), drivers);
        double[][] expected = new double[FRAMES][];
        for (int f = 0; f < FRAMES; f++) {
            double[] palette = pose(f);
            runtime.step(1.0 / 60, palette, 0);
            expected[f] = Arrays.copyOfRange(palette, 36, 48 + runtime.shapes().length);
            System.arraycopy(runtime.shapes(), 0, expected[f], 12, runtime.shapes().length);
        }
        return expected;
    }

    private static void put(ArrayNode array, double[] values) {
        Arrays.stream(values).forEach(array::add);
    }

    private static void write(ObjectMapper mapper) throws IOException {
        ArrayNode cases = mapper.createArrayNode();
        for (Case what : cases()) {
            Drivers drivers = drivers(what);
            ObjectNode one = cases.addObject();
            one.put("name", what.name());
            ObjectNode extension = one.putObject("extension");
            extension.put("version", 1);
            extension.put("inputs", what.kind.name().toLowerCase(Locale.ROOT));
            extension.put("interval", drivers.inputs().interval());
            extension.put("carrier", 0);
            extension.putArray("joints").add(1).add(2);
            extension.putArray("parents").add(0).add(1);
            extension.put("stretch", what.stretch);
            ObjectNode helper = extension.putArray("helpers").addObject();
            helper.put("joint", 3);
            helper.put("reference", 1);
            put(helper.putArray("pivot"), drivers.pivots());
            put(one.putArray("constant"), drivers.constant());
            put(one.putArray("matrix"), drivers.matrix());
            if (what.kernels) {
                extension.put("shapes", SHAPES);
                ObjectNode kernels = one.putObject("kernels");
                put(kernels.putArray("scales"), drivers.kernels().scales());
                put(kernels.putArray("centres"), drivers.kernels().centres());
                put(kernels.putArray("matrix"), drivers.kernels().matrix());
            }
            put(one.putArray("low"), drivers.low());
            put(one.putArray("high"), drivers.high());
            put(one.putArray("carrierRest"), Arrays.copyOf(PIVOTS, 3));
            one.put("seconds", 1.0 / 60);
            ArrayNode poses = one.putArray("poses");
            ArrayNode expected = one.putArray("expected");
            double[][] moved = expected(drivers);
            for (int f = 0; f < FRAMES; f++) {
                put(poses.addArray(), pose(f));
                put(expected.addArray(), moved[f]);
            }
        }
        Files.writeString(FILE, mapper.writeValueAsString(cases) + "\n");
    }

    @Test
    void theRuntimeAgreesWithTheVectors() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        if (System.getenv("SINEW_WRITE_VECTORS") != null) {
            write(mapper);
        }
        JsonNode cases = mapper.readTree(Files.readString(FILE));
        assertThat(cases.size()).isEqualTo(cases().size());
        for (int k = 0; k < cases.size(); k++) {
            double[][] moved = expected(drivers(cases().get(k)));
            JsonNode wanted = cases.get(k).get("expected");
            for (int f = 0; f < FRAMES; f++) {
                assertThat(wanted.get(f).size()).isEqualTo(moved[f].length);
                for (int x = 0; x < moved[f].length; x++) {
                    assertThat(moved[f][x]).isCloseTo(wanted.get(f).get(x).asDouble(), within(1e-9));
                }
            }
        }
    }
}
