package dev.sinew.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.DenseRig;
import dev.sinew.Synthetic;
import dev.sinew.compress.CompressOptions.BonesPerVertex;
import dev.sinew.compress.CompressOptions.VirtualBones;
import dev.sinew.compress.CompressResult.CurvePoint;
import dev.sinew.measure.Measure;
import dev.sinew.measure.WeightError;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.ModelInput;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.platform.Workers;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import dev.sinew.run.RestMode;
import dev.sinew.skin.ClipFrames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two layers of known weights: recovered if possible, otherwise better than fewer influences. */
class CompressionTest {
    private static final SkinnedModel TUBE = DenseRig.on(Synthetic.tube(40, 18), 9);

    private static CompressResult compress(SkinnedModel model, CompressOptions.Goal goal) {
        return Compression.compress(ModelInput.of(model), CompressOptions.defaults(goal), Progress.SILENT);
    }

    private static CompressResult withExamples(SkinnedModel model, CompressOptions options) {
        ModelInput input = ModelInput.of(model).withExamples(model.clips().get(0), Synthetic.played(model));
        return Compression.compress(input, options, Progress.SILENT);
    }

    private static double erms(TwoLayerModel model, MeshSequence truth) {
        try (Workers workers = new Workers(1)) {
            return Measure.of(model, model.fallback().clips().get(0), truth, workers)
                    .erms();
        }
    }

    @Test
    void recoversWeightsThatAreTwoLayers() {
        SkinnedModel known = blended(4);
        CompressResult result = compress(known, new VirtualBones(4));
        assertThat(result.weightRms()).isLessThan(0.1);
    }

    /** A tube whose weights lie on lines between random atoms. */
    private static SkinnedModel blended(int atoms) {
        Mesh mesh = TUBE.rest();
        int bones = 6;
        Random random = new Random(5);
        double[][] d = new double[atoms][];
        for (int a = 0; a < atoms; a++) {
            double[] w = random.doubles(bones, 0.01, 1).toArray();
            double sum = Arrays.stream(w).sum();
            d[a] = Arrays.stream(w).map(x -> x / sum).toArray();
        }
        int n = mesh.vertexCount();
        int[] boneOf = new int[n * bones];
        double[] weights = new double[n * bones];
        for (int i = 0; i < n; i++) {
            double along = (mesh.positions()[3 * i] + 2) / 4 * (atoms - 1);
            int from = Math.min(atoms - 2, (int) along);
            for (int j = 0; j < bones; j++) {
                boneOf[i * bones + j] = j;
                weights[i * bones + j] = d[from][j] + (along - from) * (d[from + 1][j] - d[from][j]);
            }
        }
        SkinnedModel other = DenseRig.on(mesh, bones);
        return new SkinnedModel(
                mesh, SkinWeights.of(bones, boneOf, weights), other.skeleton(), other.boneType(), other.clips());
    }

    @ParameterizedTest
    @ValueSource(doubles = {2.5, 4, 6})
    void hasTheRequestedCostAndBeatsAsManyInfluences(double cost) {
        CompressResult result = compress(TUBE, new BonesPerVertex(cost));
        TwoLayerWeights layers = result.fitted().model().layers();
        assertThat(layers.bonesPerVertex()).isBetween(cost - 0.02, cost);
        assertThat(result.weightRms()).isEqualTo(WeightError.of(layers, TUBE.weights()), within(1e-12));
        SkinWeights fewer = TUBE.weights().largest((int) Math.ceil(cost));
        assertThat(result.weightRms()).isLessThan(0.1 * WeightError.of(fewer, TUBE.weights(), 9));
    }

    @Test
    void moreVirtualBonesLowerTheError() {
        CompressResult result = compress(TUBE, new VirtualBones(200));
        double[] errors = result.curve().stream().mapToDouble(CurvePoint::error).toArray();
        for (int k = 1; k < errors.length; k++) {
            assertThat(errors[k]).as("point %d", k).isLessThan(errors[k - 1]);
        }
        assertThat(result.curve().get(errors.length - 1).virtualBones()).isEqualTo(200);
    }

    @Test
    void reachesAnErrorWithFewBones() {
        double wanted = 1.5;
        CompressResult result = compress(TUBE, new CompressOptions.Error(wanted));
        int bones = result.fitted().model().layers().virtualBoneCount();
        assertThat(result.weightRms()).isLessThanOrEqualTo(wanted);
        assertThat(compress(TUBE, new VirtualBones(bones * 3 / 4)).weightRms()).isGreaterThan(wanted);
    }

    @Test
    void reportsAnUnreachableError() {
        SkinnedModel small = DenseRig.on(Synthetic.grid(5, 4), 6);
        CompressResult result = Compression.compress(
                ModelInput.of(small),
                CompressOptions.defaults(new CompressOptions.Error(1e-9)).withAtomInfluences(2),
                Progress.SILENT);
        assertThat(result.fitted().outcome()).isEqualTo(Outcome.TARGET_NOT_REACHED);
        assertThat(result.fitted().notes()).isNotEmpty();
    }

    @Test
    void atomsAreAffineAndAsSparseAsRequested() {
        CompressResult result = Compression.compress(
                ModelInput.of(TUBE),
                CompressOptions.defaults(new VirtualBones(150)).withAtomInfluences(5),
                Progress.SILENT);
        checkAffine(result.fitted().model().layers(), 5);
        CompressResult posed = withExamples(
                TUBE, CompressOptions.defaults(new VirtualBones(150)).withAtomInfluences(5));
        checkAffine(posed.fitted().model().layers(), 5);
    }

    private static void checkAffine(TwoLayerWeights layers, int maxElements) {
        assertThat(layers.atomInfluences()).isEqualTo(maxElements);
        double[] w = new double[layers.masterBoneCount()];
        for (int i = 0; i < layers.vertexCount(); i++) {
            layers.weightsOf(i, w);
            assertThat(Arrays.stream(w).sum()).isEqualTo(1, within(1e-9));
        }
        for (double coefficient : layers.vertexCoefficients()) {
            assertThat(coefficient).isBetween(-2.0, 3.0);
        }
    }

    @Test
    void examplesLowerThePoseError() {
        MeshSequence truth = Synthetic.played(TUBE);
        CompressOptions options = CompressOptions.defaults(new BonesPerVertex(2.4));
        double without = erms(compress(TUBE, options.goal()).fitted().model(), truth);
        double kept = erms(
                withExamples(TUBE, options.withRest(RestMode.KEEP)).fitted().model(), truth);
        CompressResult solved = withExamples(TUBE, options);
        assertThat(kept).isLessThan(without);
        assertThat(erms(solved.fitted().model(), truth)).isLessThan(kept);
        double[] convergence = solved.fitted().convergence();
        assertThat(convergence[convergence.length - 1])
                .isEqualTo(erms(solved.fitted().model(), truth), within(0.05 * convergence[convergence.length - 1]));
    }

    @Test
    void solvingTheMotionLowersThePoseError() {
        MeshSequence truth = Synthetic.played(TUBE);
        CompressOptions options = CompressOptions.defaults(new BonesPerVertex(2.4));
        TwoLayerModel given = withExamples(TUBE, options.withMotion(CompressOptions.Motion.KEEP))
                .fitted()
                .model();
        TwoLayerModel solved = withExamples(TUBE, options).fitted().model();
        assertThat(given.fallback().clips().get(0).motion().matrices())
                .containsExactly(TUBE.clips().get(0).motion().matrices());
        assertThat(erms(solved, truth)).isLessThan(erms(given, truth));
        assertThat(solved.fallback().clips()).hasSize(1).isNotEqualTo(TUBE.clips());
    }

    @Test
    void rigidBonesKeepTheirMotion() {
        SkinnedModel rigid =
                new SkinnedModel(TUBE.rest(), TUBE.weights(), TUBE.skeleton(), BoneType.RIGID, TUBE.clips());
        CompressOptions options = CompressOptions.defaults(new BonesPerVertex(2.4));
        SkinnedModel fallback = withExamples(rigid, options).fitted().model().fallback();
        assertThat(fallback.clips().get(0).motion().matrices())
                .containsExactly(rigid.clips().get(0).motion().matrices());
    }

    @Test
    void resultsDoNotDependOnThreads() {
        CompressOptions options = CompressOptions.defaults(new VirtualBones(60));
        TwoLayerWeights one =
                withExamples(TUBE, options.withThreads(1)).fitted().model().layers();
        TwoLayerWeights three =
                withExamples(TUBE, options.withThreads(3)).fitted().model().layers();
        assertThat(three.atomWeights()).containsExactly(one.atomWeights());
        assertThat(three.vertexVirtual()).containsExactly(one.vertexVirtual());
        assertThat(three.vertexCoefficients()).containsExactly(one.vertexCoefficients());
    }

    @Test
    void compressesShellsAndVerticesWithoutFaces() {
        Mesh tubes = Synthetic.shells(Synthetic.tube(12, 8), 3, 2);
        float[] more = Arrays.copyOf(tubes.positions(), tubes.positions().length + 9);
        Mesh mesh = Mesh.ofTriangles(more, tubes.triangles());
        SkinnedModel model = DenseRig.on(mesh, 5);
        assertThat(compress(model, new VirtualBones(60)).weightRms()).isLessThan(5);
    }

    /** A mesh cut into single triangles is compressed almost as well as the whole one. */
    @Test
    void cutsHardlyRaiseTheError() {
        Mesh whole = Synthetic.tube(20, 12);
        int[] corners = whole.triangles();
        float[] xyz = new float[3 * corners.length];
        int[] own = new int[corners.length];
        for (int c = 0; c < corners.length; c++) {
            System.arraycopy(whole.positions(), 3 * corners[c], xyz, 3 * c, 3);
            own[c] = c;
        }
        double cut = compress(DenseRig.on(Mesh.ofTriangles(xyz, own), 6), new VirtualBones(60))
                .weightRms();
        double joined = compress(DenseRig.on(whole, 6), new VirtualBones(60)).weightRms();
        assertThat(cut).isLessThan(4 * joined);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void compressesTinyModels(int vertices) {
        Mesh points = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[0]);
        Mesh mesh = Mesh.ofTriangles(Arrays.copyOf(points.positions(), 3 * vertices), new int[0]);
        CompressResult result = compress(DenseRig.on(mesh, 3), new VirtualBones(Math.max(2, vertices)));
        assertThat(result.weightRms()).isLessThan(1e-6);
        assertThat(result.fitted().model().layers().virtualBoneCount()).isLessThanOrEqualTo(Math.max(2, vertices));
        assertThat(compress(DenseRig.on(mesh, 1), new VirtualBones(2)).weightRms())
                .isLessThan(1e-6);
    }

    @Test
    void reportsProgressWithHundredsOfBones() {
        int bones = 300;
        double[] pivots = new double[3 * bones];
        for (int j = 0; j < bones; j++) {
            pivots[3 * j] = 4.0 * j / bones - 2;
        }
        SkinnedModel model = Synthetic.model(Synthetic.tube(80, 12), pivots, 4, 3);
        MeshSequence truth = Synthetic.played(model);
        List<String> said = new ArrayList<>();
        ModelInput input = ModelInput.of(model).withExamples(model.clips().get(0), truth);
        CompressOptions options = CompressOptions.defaults(new CompressOptions.VirtualBones(120))
                .withMotion(CompressOptions.Motion.KEEP)
                .withThreads(2);
        CompressResult result = Compression.compress(input, options, step -> {
            said.add(step.stage());
            return Progress.Answer.CONTINUE;
        });
        assertThat(said).contains("best weights", "compress");
        assertThat(erms(result.fitted().model(), truth)).isLessThan(20);
    }

    @Test
    void theFallbackHasFourInfluences() {
        SkinnedModel fallback =
                compress(TUBE, new BonesPerVertex(3)).fitted().model().fallback();
        assertThat(fallback.weights().maxInfluences()).isEqualTo(4);
        assertThat(fallback.clips()).isEqualTo(TUBE.clips());
    }

    @Test
    void optionsNameValueAndBound() {
        assertThatThrownBy(() -> new BonesPerVertex(2)).hasMessage("bones per vertex 2.0 must be more than 2");
        assertThatThrownBy(() -> new VirtualBones(1)).hasMessage("virtual bones 1 must be at least 2");
        assertThatThrownBy(() -> new CompressOptions.Error(0)).hasMessage("error 0.0 must be positive");
        assertThatThrownBy(() -> CompressOptions.defaults(new VirtualBones(9)).withAtomInfluences(0))
                .hasMessage("atom influences 0 must be from 1 to 65536");
    }

    @Test
    void rejectsMoreVirtualBonesThanVertices() {
        int n = TUBE.vertexCount();
        assertThatThrownBy(() -> compress(TUBE, new VirtualBones(n + 1)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("virtual bones " + (n + 1) + " must be at most the " + n + " vertices of the model");
    }

    @Test
    void solvesTheMotionOnlyWithoutOtherClips() {
        CompressOptions asked = CompressOptions.defaults(new VirtualBones(60));
        SkinnedModel affine =
                TUBE.withBoneType(BoneType.AFFINE).withClips(TUBE.clips().subList(0, 1));
        Clip clip = affine.clips().get(0);
        ModelInput alone = ModelInput.of(affine).withExamples(clip, ClipFrames.sequence(affine, clip));
        ModelInput crowded = alone.withModel(
                affine.withClips(List.of(clip, new Clip("other", clip.framesPerSecond(), clip.motion()))));
        assertThat(asked.motionOf(alone)).isEqualTo(CompressOptions.Motion.SOLVE);
        assertThat(asked.motionOf(crowded)).isEqualTo(CompressOptions.Motion.KEEP);
        assertThat(asked.motionOf(alone.withModel(affine.withBoneType(BoneType.RIGID))))
                .isEqualTo(CompressOptions.Motion.KEEP);
        CompressOptions told = asked.withMotion(CompressOptions.Motion.SOLVE);
        assertThat(told.motionOf(crowded)).isEqualTo(CompressOptions.Motion.SOLVE);
        assertThatThrownBy(() -> told.motionOf(ModelInput.of(affine)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("motion SOLVE needs example poses");
        assertThatThrownBy(() -> told.motionOf(ModelInput.of(affine.withBoneType(BoneType.RIGID))))
                .hasMessage("motion SOLVE needs affine bones; the model's bones are RIGID");
    }
}
