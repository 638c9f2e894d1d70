package dev.sinew.fit;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Outcome;
import dev.sinew.run.RestMode;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.SolverInput;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.transform.BoneTransforms;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Converts a finished run into a model in the sequence's units. The bone with most weight comes first. */
final class FitAssembly {
    private final MeshSequence sequence;
    private final SingleFit.Finished run;
    private final double scale;
    private final double[] centre;
    /** Bone of the run for each bone of the model. */
    private final int[] order;

    private final double[] mass;
    private final double[] pivots;

    private FitAssembly(MeshSequence sequence, SingleFit.Finished run) {
        this.sequence = sequence;
        this.run = run;
        NormalisedSequence normalised = run.input().poses();
        scale = normalised.scale();
        centre = normalised.centre();
        mass = new double[run.boneCount()];
        pivots = new double[3 * run.boneCount()];
        weighBones();
        order = IntStream.range(0, run.boneCount())
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(j -> -mass[j]).thenComparing(j -> j))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    static SkinnedModel of(MeshSequence sequence, SingleFit.Finished run, FitOptions options) {
        FitAssembly assembly = new FitAssembly(sequence, run);
        Mesh mesh = run.input().restMesh(run.state(), run.boneCount(), run.transforms(), options.rest());
        Clip clip = new Clip(sequence.name(), sequence.framesPerSecond(), assembly.motion());
        return new SkinnedModel(mesh, assembly.weights(), assembly.skeleton(), options.boneType(), List.of(clip));
    }

    /** A model between two steps of a run. Its mesh has no fitted normals, which would take as long as several steps. */
    static SkinnedModel early(
            MeshSequence sequence, SolverInput input, SkinState state, double[] transforms, FitOptions options) {
        int bones = transforms.length / (12 * input.poses().frameCount());
        FitAssembly assembly = new FitAssembly(
                sequence,
                new SingleFit.Finished(
                        input, state, bones, transforms, 0, Outcome.ITERATION_LIMIT, new double[0], List.of()));
        Mesh mesh = options.rest() == RestMode.KEEP
                ? sequence.rest()
                : input.poses().restMesh(sequence.rest(), input.perVertex(state.rest()));
        Clip clip = new Clip(sequence.name(), sequence.framesPerSecond(), assembly.motion());
        return new SkinnedModel(mesh, assembly.weights(), assembly.skeleton(), options.boneType(), List.of(clip));
    }

    /**
     * Computes Σ_i w_ij and the centroid of each bone's vertices in the sequence's units. NOTE: {@link SkinWeights#centroids} uses float
     * positions and normalised weights; the solver's doubles give different last digits.
     */
    private void weighBones() {
        SkinState state = run.state();
        int k = state.influences();
        for (int at = 0; at < state.bones().length; at++) {
            double w = state.weights()[at];
            int j = state.bones()[at];
            mass[j] += w;
            for (int x = 0; x < 3; x++) {
                pivots[3 * j + x] += w * toWorld(state.rest()[3 * (at / k) + x], x);
            }
        }
        for (int j = 0; j < mass.length; j++) {
            for (int x = 0; x < 3; x++) {
                pivots[3 * j + x] = mass[j] > 0 ? pivots[3 * j + x] / mass[j] : centre[x];
            }
        }
    }

    private double toWorld(double normalised, int x) {
        return normalised / scale + centre[x];
    }

    private SkinWeights weights() {
        SkinState state = run.state();
        int[] place = new int[order.length];
        for (int p = 0; p < order.length; p++) {
            place[order[p]] = p;
        }
        int[] bones = IntStream.of(state.bones()).map(j -> place[j]).toArray();
        return run.input().perVertex(SkinWeights.of(state.influences(), bones, state.weights()));
    }

    private Skeleton skeleton() {
        double[] ordered = new double[pivots.length];
        for (int p = 0; p < order.length; p++) {
            System.arraycopy(pivots, 3 * order[p], ordered, 3 * p, 3);
        }
        return Skeleton.flat(ordered);
    }

    /** The bones' motion in the order of the model. */
    private BoneMotion motion() {
        int bones = order.length;
        BoneMotion solved =
                BoneTransforms.inModelUnits(run.transforms(), bones, run.input().poses());
        double[] matrices = new double[solved.matrices().length];
        for (int f = 0; f < solved.frameCount(); f++) {
            for (int p = 0; p < bones; p++) {
                System.arraycopy(
                        solved.matrices(),
                        solved.offset(f, order[p]),
                        matrices,
                        solved.offset(f, p),
                        BoneMotion.STRIDE);
            }
        }
        return new BoneMotion(bones, solved.frameCount(), matrices);
    }
}
