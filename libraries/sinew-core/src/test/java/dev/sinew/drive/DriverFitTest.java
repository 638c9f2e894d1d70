package dev.sinew.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.drive.DriveInput.Fold;
import dev.sinew.drive.DriveInput.Solved;
import dev.sinew.drive.DriveOptions.Form;
import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Correctives;
import dev.sinew.model.Drivers;
import dev.sinew.model.Drivers.Inputs;
import dev.sinew.model.Drivers.Kind;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.ClipFrames;
import dev.sinew.skin.DriverRuntime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An arm of two bones with a helper on it: known drivers are recovered, and live poses agree with clips. */
class DriverFitTest {
    private static final int HELPER = 2;

    private static SkinnedModel arm(BoneType type, List<Clip> clips) {
        float[] points = new float[3 * 24];
        int[] bones = new int[2 * 24];
        double[] weights = new double[2 * 24];
        for (int i = 0; i < 24; i++) {
            points[3 * i] = i / 12f;
            points[3 * i + 1] = (float) (0.2 * Math.cos(i));
            points[3 * i + 2] = (float) (0.2 * Math.sin(i));
            bones[2 * i] = i < 12 ? 0 : 1;
            bones[2 * i + 1] = HELPER;
            weights[2 * i + 1] = i > 8 && i < 18 ? 0.6 : 0;
            weights[2 * i] = 1 - weights[2 * i + 1];
        }
        int[] faces = new int[3 * 22];
        Arrays.setAll(faces, k -> k / 3 + k % 3);
        Skeleton skeleton =
                new Skeleton(List.of("upper", "lower", "helper"), new int[] {Skeleton.NONE, 0, 0}, new double[] {
                    0, 0, 0, 1, 0, 0, 1, 0, 0
                });
        return new SkinnedModel(
                Mesh.ofTriangles(points, faces), SkinWeights.of(2, bones, weights), skeleton, type, clips);
    }

    /** Smooth motion of the two bones; the helper stays with the upper one. */
    private static Clip motion(String name, int frames, int seed) {
        Random random = new Random(seed);
        double[] phases = random.doubles(9, 0, 6).toArray();
        double[] m = new double[frames * 3 * Affine3.STRIDE];
        double[] local = new double[Affine3.STRIDE];
        for (int f = 0; f < frames; f++) {
            int at = 36 * f;
            rotation(phases, 0, 0.09 * f, m, at);
            m[at + 3] = Math.sin(0.2 * f + phases[6]);
            m[at + 7] = 0.3 * Math.sin(0.3 * f + phases[7]);
            rotation(phases, 3, 0.13 * f, local, 0);
            for (int r = 0; r < 3; r++) {
                local[4 * r + 3] = (r == 0 ? 1 : 0) - local[4 * r];
            }
            Affine3.multiply(m, at, local, 0, m, at + 12);
            System.arraycopy(m, at, m, at + 24, 12);
        }
        return new Clip(name, 30, new BoneMotion(3, frames, m));
    }

    private static void rotation(double[] phases, int from, double t, double[] out, int at) {
        double[] q = new double[4];
        for (int x = 0; x < 3; x++) {
            q[x] = 0.25 * Math.sin(t * (1 + 0.3 * x) + phases[from + x]);
        }
        q[3] = Math.sqrt(1 - q[0] * q[0] - q[1] * q[1] - q[2] * q[2]);
        Quaternions.toMatrix(q, 0, out, at, 4);
    }

    private static Drivers known(Kind kind, boolean stretch) {
        Inputs inputs = new Inputs(kind, new int[] {1}, new int[] {0}, 0, 1.0 / 30);
        int outputs = stretch ? 12 : 6;
        double[] matrix = new double[outputs * inputs.count()];
        Random random = new Random(3);
        for (int k = 0; k < matrix.length; k++) {
            int input = k % inputs.count();
            // Rates are larger than angles, accelerations larger than rates.
            double unit = input < 6 ? 0.1 : input >= 12 && input < 15 ? 1e-4 : 0.01;
            matrix[k] = unit * random.nextGaussian();
        }
        double[] constant = random.doubles(outputs, -0.05, 0.05).toArray();
        double[] low = new double[outputs];
        double[] high = new double[outputs];
        Arrays.fill(low, -1);
        Arrays.fill(high, 1);
        double[] pivot = {1, 0, 0};
        return new Drivers(inputs, new int[] {HELPER}, new int[] {0}, pivot, stretch, constant, matrix, low, high);
    }

    private static SkinnedModel driven(Drivers drivers, int clips, int frames) {
        SkinnedModel still = arm(drivers.stretch() ? BoneType.AFFINE : BoneType.RIGID, List.of());
        List<Clip> all = new ArrayList<>();
        for (int k = 0; k < clips; k++) {
            all.add(DriverRuntime.drive(still, drivers, motion("clip" + k, frames, k)));
        }
        return still.withClips(all);
    }

    private static List<MeshSequence> sequences(SkinnedModel model, int count) {
        return model.clips().subList(0, count).stream()
                .map(clip -> ClipFrames.sequence(model, clip))
                .toList();
    }

    private static DriveInput input(SkinnedModel model, List<MeshSequence> examples, Optional<SkinnedModel> plain) {
        return new DriveInput(new Solved(model, new int[] {HELPER}, plain), examples, List.of());
    }

    private static DriveResult learn(SkinnedModel model, int examples, Kind kind) {
        DriveInput input = input(model, sequences(model, examples), Optional.empty());
        return DriverFit.fit(
                input, DriveOptions.defaults().withKind(kind).withRidge(1e-9).withThreads(1));
    }

    @Test
    void recoversKnownDriversInMotionThatWasNotSeen() {
        for (boolean stretch : new boolean[] {false, true}) {
            SkinnedModel truth = driven(known(Kind.MOTION, stretch), 9, 120);
            Clip wanted = truth.clips().get(8);
            Clip still = motion(wanted.name(), 120, 8);
            List<Clip> clips = new ArrayList<>(truth.clips().subList(0, 8));
            clips.add(still);
            SkinnedModel model = truth.withClips(clips);
            DriveResult learnt = learn(model, 8, Kind.MOTION);
            assertThat(learnt.drivers().orElseThrow().references()).containsExactly(0);
            assertThat(learnt.drivers().orElseThrow().inputs().kind()).isEqualTo(Kind.MOTION);
            double[] got = learnt.model().clips().get(8).motion().matrices();
            double moved = 0;
            double off = 0;
            for (int k = 0; k < got.length; k++) {
                double right = wanted.motion().matrices()[k];
                off += Math.pow(got[k] - right, 2);
                moved += Math.pow(right - still.motion().matrices()[k], 2);
            }
            assertThat(moved).isGreaterThan(1);
            assertThat(Math.sqrt(off)).isLessThan(0.01 * Math.sqrt(moved));
            assertThat(learnt.leftOut())
                    .allSatisfy(part -> assertThat(part.driven()).isLessThan(0.1 * part.attached()));
        }
    }

    @Test
    void livePosesAgreeWithTheClipFromTheThirdFrameOn() {
        Drivers drivers = known(Kind.MOTION, true);
        SkinnedModel still = arm(BoneType.AFFINE, List.of());
        Clip before = motion("a", 20, 5);
        double[] wanted = DriverRuntime.drive(still, drivers, before).motion().matrices();
        DriverRuntime live = new DriverRuntime(still, drivers);
        for (int f = 0; f < 20; f++) {
            double[] palette = Arrays.copyOfRange(before.motion().matrices(), 36 * f, 36 * (f + 1));
            live.step(1.0 / 30, palette, 0);
            if (f >= 2) {
                assertThat(palette).containsExactly(Arrays.copyOfRange(wanted, 36 * f, 36 * (f + 1)), within(1e-9));
            }
        }
    }

    @Test
    void livePosesAtTwiceTheRateNeedNoOtherDrivers() {
        Drivers drivers = known(Kind.MOTION, false);
        SkinnedModel still = arm(BoneType.RIGID, List.of());
        Clip before = motion("a", 20, 5);
        double[] wanted = DriverRuntime.drive(still, drivers, before).motion().matrices();
        DriverRuntime live = new DriverRuntime(still, drivers);
        double[] palette = new double[36];
        for (int f = 0; f < 20; f++) {
            palette = Arrays.copyOfRange(before.motion().matrices(), 36 * f, 36 * (f + 1));
            live.step(1.0 / 60, palette.clone(), 0);
            live.step(1.0 / 60, palette, 0);
        }
        assertThat(palette).containsExactly(Arrays.copyOfRange(wanted, 36 * 19, 36 * 20), within(0.05));
    }

    @Test
    void outputsStayInTheRangeOfTheExamples() {
        SkinnedModel model = driven(known(Kind.POSE, false), 2, 60);
        Drivers learnt = learn(model, 2, Kind.POSE).drivers().orElseThrow();
        double[] matrices = motion("far", 4, 9).motion().matrices().clone();
        Quaternions.toMatrix(new double[] {0.9, 0, 0, Math.sqrt(0.19)}, 0, matrices, 12, 4);
        new DriverRuntime(model, learnt).step(0, matrices, 0);
        double[] y = new double[6];
        double[] x = new double[12];
        double[] inverse = new double[12];
        Affine3.invert(matrices, 0, inverse, 0);
        Affine3.multiply(inverse, 0, matrices, 24, x, 0);
        DriverRuntime.encode(x, learnt.pivots(), 0, false, y, 0);
        for (int o = 0; o < 6; o++) {
            assertThat(y[o]).isBetween(learnt.low()[o] - 1e-9, learnt.high()[o] + 1e-9);
        }
    }

    /** Noise cannot be predicted: then helpers keep fixed offsets, or are not written at all. */
    @Test
    void unpredictableHelpersAreNotDriven() {
        SkinnedModel model = driven(known(Kind.POSE, false), 3, 40);
        Random random = new Random(1);
        for (Clip clip : model.clips()) {
            for (int f = 0; f < 40; f++) {
                clip.motion().matrices()[36 * f + 24 + 3] += random.nextGaussian();
            }
        }
        List<MeshSequence> examples = sequences(model, 3);
        DriveInput input = input(model, examples, Optional.empty());
        DriveResult learnt = DriverFit.fit(input, DriveOptions.defaults());
        assertThat(learnt.drivers().orElseThrow().inputs().kind()).isEqualTo(Kind.CONSTANT);
        assertThat(learnt.notes()).anyMatch(note -> note.contains("fixed offsets"));
        SkinnedModel perfect = model;
        DriveInput compared = input(model, examples, Optional.of(perfect));
        DriveResult none = DriverFit.fit(compared, DriveOptions.defaults());
        assertThat(none.drivers()).isEmpty();
        assertThat(none.model()).isSameAs(perfect);
    }

    /** A helper that slides with the square of the bend: a plane through it misses, radial basis functions do not. */
    @Test
    void radialBasisFunctionsFollowWhatIsNotLinear() {
        SkinnedModel model = driven(known(Kind.POSE, false), 5, 80);
        for (Clip clip : model.clips()) {
            double[] m = clip.motion().matrices();
            double[] bend = new double[12];
            double[] inverse = new double[12];
            for (int f = 0; f < 80; f++) {
                Affine3.invert(m, 36 * f, inverse, 0);
                Affine3.multiply(inverse, 0, m, 36 * f + 12, bend, 0);
                double slide = 4 * (1 - bend[0]);
                for (int r = 0; r < 3; r++) {
                    m[36 * f + 24 + 4 * r + 3] += slide * m[36 * f + 4 * r + 1];
                }
            }
        }
        Clip wanted = model.clips().get(4);
        List<Clip> clips = new ArrayList<>(model.clips().subList(0, 4));
        clips.add(motion(wanted.name(), 80, 4));
        SkinnedModel unseen = model.withClips(clips);
        DriveInput input = input(unseen, sequences(model, 4), Optional.empty());
        DriveOptions options = DriveOptions.defaults().withKind(Kind.POSE).withThreads(1);
        double linear = distance(wanted, DriverFit.fit(input, options.withForm(Form.LINEAR)));
        DriveResult chosen = DriverFit.fit(input, options);
        assertThat(chosen.drivers().orElseThrow().kernels().count()).isBetween(1, DriverRegression.MAX_CENTRES);
        assertThat(distance(wanted, chosen)).isLessThan(0.5 * linear);
    }

    private static double distance(Clip wanted, DriveResult learnt) {
        double[] got = learnt.model().clips().get(4).motion().matrices();
        double sum = 0;
        for (int k = 0; k < got.length; k++) {
            sum += Math.pow(got[k] - wanted.motion().matrices()[k], 2);
        }
        return Math.sqrt(sum);
    }

    /** Joints that never move in the examples must not disturb what was learnt from the others. */
    @Test
    void inputsWithoutRangeAreLeftOut() {
        double[] z = new double[40 * 2];
        double[] y = new double[40];
        for (int f = 0; f < 40; f++) {
            z[2 * f] = Math.sin(f);
            z[2 * f + 1] = 0.25;
            y[f] = 2 * z[2 * f] + 1;
        }
        DriverRegression learnt = DriverRegression.withKernels(z, y, 40, 1e-6);
        assertThat(learnt.matrix[1]).isZero();
        assertThat(learnt.kernels.scales()[1]).isZero();
        assertThat(learnt.kernels.scales()[0]).isPositive();
    }

    @Test
    void rejectsExamplesWithoutMotion() {
        SkinnedModel model = driven(known(Kind.POSE, false), 2, 30);
        for (Clip clip : model.clips()) {
            double[] m = clip.motion().matrices();
            for (int f = 0; f < 30; f++) {
                System.arraycopy(model.clips().get(0).motion().matrices(), 0, m, 36 * f, 36);
            }
        }
        assertThatThrownBy(() -> learn(model, 2, Kind.MOTION))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("the bones do not move in clip0, clip1");
    }

    /** Errors in a fold are those of the model that was solved without the clip, and only those. */
    @Test
    void foldsAreMeasuredOnTheirOwnModels() {
        SkinnedModel model = driven(known(Kind.POSE, false), 2, 60);
        List<MeshSequence> examples = sequences(model, 2);
        SkinnedModel spoilt = model.withClips(List.of(
                motion(model.clips().get(0).name(), 60, 0),
                motion(model.clips().get(1).name(), 60, 1)));
        Fold fold = new Fold(
                new Solved(spoilt, new int[] {HELPER}, Optional.empty()),
                Set.of(model.clips().get(1).name()));
        DriveInput input =
                new DriveInput(new Solved(model, new int[] {HELPER}, Optional.empty()), examples, List.of(fold));
        DriveResult learnt = DriverFit.fit(input, DriveOptions.defaults().withThreads(1));
        assertThat(learnt.leftOut()).hasSize(1);
        DriveResult own = learn(model, 2, Kind.POSE);
        assertThat(learnt.leftOut().get(0).attached())
                .isGreaterThan(2 * own.leftOut().get(1).driven());
        assertThat(Fold.parts(examples, 6)).hasSize(2);
        assertThat(Fold.parts(examples.subList(0, 1), 6)).isEmpty();
    }

    @Test
    void drivesCorrectiveShapes() {
        SkinnedModel arm = driven(known(Kind.POSE, false), 3, 60);
        float[] shape = new float[3 * arm.vertexCount()];
        Arrays.fill(shape, 0.2f);
        List<Clip> clips = arm.clips().stream().map(DriverFitTest::bent).toList();
        SkinnedModel shaped =
                arm.withCorrectives(new Correctives(List.of("bulge"), new float[][] {shape}, new float[0][]), clips);
        DriveInput input = new DriveInput(
                new Solved(shaped, new int[] {HELPER}, Optional.empty()), sequences(shaped, 2), List.of());
        DriveResult learnt =
                DriverFit.fit(input, DriveOptions.defaults().withKind(Kind.POSE).withThreads(1));
        assertThat(learnt.drivers().orElseThrow().shapes()).isEqualTo(1);
        double[] got = learnt.model().clips().get(2).shapes();
        double[] wanted = clips.get(2).shapes();
        double off = 0;
        double varied = 0;
        for (int f = 0; f < got.length; f++) {
            off += Math.pow(got[f] - wanted[f], 2);
            varied += Math.pow(wanted[f] - 0.5, 2);
        }
        assertThat(off).isLessThan(0.1 * varied);
    }

    /** The amount of the shape follows the bend of the elbow. */
    private static Clip bent(Clip clip) {
        double[] m = clip.motion().matrices();
        double[] amounts = new double[clip.motion().frameCount()];
        double[] bend = new double[12];
        double[] inverse = new double[12];
        for (int f = 0; f < amounts.length; f++) {
            Affine3.invert(m, 36 * f, inverse, 0);
            Affine3.multiply(inverse, 0, m, 36 * f + 12, bend, 0);
            amounts[f] = 0.5 + 0.5 * bend[4];
        }
        return clip.withShapes(amounts);
    }

    @Test
    void oneClipIsLeftOutInQuarters() {
        SkinnedModel model = driven(known(Kind.POSE, false), 1, 60);
        DriveResult learnt = learn(model, 1, Kind.POSE);
        assertThat(learnt.leftOut()).hasSize(4).allMatch(part -> part.frames() == 15);
        assertThat(learnt.notes()).anyMatch(note -> note.contains("one clip only"));
    }

    @Test
    void rejectsWhatCannotBeLearnt() {
        SkinnedModel shortOne = driven(known(Kind.POSE, false), 1, 12);
        assertThatThrownBy(() -> learn(shortOne, 1, Kind.POSE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("12 frames")
                .hasMessageContaining("at least 20");
        assertThatThrownBy(() -> new Solved(shortOne, new int[0], Optional.empty()))
                .hasMessageContaining("at least one helper bone");
        MeshSequence other = new MeshSequence(
                "other",
                shortOne.rest(),
                FrameSource.of(new float[][] {shortOne.rest().positions()}),
                30);
        assertThatThrownBy(() -> input(shortOne, List.of(other), Optional.empty()))
                .hasMessageContaining("no clip 'other'; clips: clip0");
    }
}
