package dev.sinew.fit;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.solve.NormalisedSequence;
import dev.sinew.solve.SkinState;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Turns a finished run into a model in the sequence's own units: the bone that moves most comes first. */
final class ModelAssembly {
    private final MeshSequence sequence;
    private final FitRun.Finished run;
    private final double scale;
    private final double[] centre;
    /** Bone of the run at each place of the model. */
    private final int[] order;

    private final double[] mass;
    private final double[] pivots;

    private ModelAssembly(MeshSequence sequence, FitRun.Finished run) {
        this.sequence = sequence;
        this.run = run;
        NormalisedSequence normalised = run.sequence();
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

    static SkinnedModel of(MeshSequence sequence, FitRun.Finished run, FitOptions options) {
        ModelAssembly assembly = new ModelAssembly(sequence, run);
        Mesh mesh = options.rest() == FitOptions.RestPose.KEEP ? sequence.rest() : assembly.restMesh();
        Clip clip = new Clip(sequence.name(), sequence.framesPerSecond(), assembly.motion());
        return new SkinnedModel(mesh, assembly.weights(), assembly.skeleton(), options.boneType(), List.of(clip));
    }

    /** Σ_i w_ij and the mean of what a bone moves, in the sequence's units. */
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

    private Mesh restMesh() {
        double[] rest = run.state().rest();
        float[] positions = new float[rest.length];
        for (int k = 0; k < rest.length; k++) {
            positions[k] = (float) toWorld(rest[k], k % 3);
        }
        Mesh given = sequence.rest();
        Mesh moved = given.withPositions(positions);
        if (given.surface().normals().isEmpty()) {
            return moved;
        }
        return moved.withSurface(given.surface().withNormals(Optional.of(Normals.ofCorners(given, positions))));
    }

    private SkinWeights weights() {
        SkinState state = run.state();
        int[] place = new int[order.length];
        for (int p = 0; p < order.length; p++) {
            place[order[p]] = p;
        }
        int[] bones = IntStream.of(state.bones()).map(j -> place[j]).toArray();
        return SkinWeights.of(state.influences(), bones, state.weights());
    }

    private Skeleton skeleton() {
        double[] ordered = new double[pivots.length];
        for (int p = 0; p < order.length; p++) {
            System.arraycopy(pivots, 3 * order[p], ordered, 3 * p, 3);
        }
        return Skeleton.flat(ordered);
    }

    /** M in the sequence's units: the same linear part A, and t/s + c − A·c for the translation. */
    private BoneMotion motion() {
        int bones = order.length;
        int frames = sequence.frameCount();
        double[] matrices = new double[frames * bones * BoneMotion.STRIDE];
        for (int f = 0; f < frames; f++) {
            for (int p = 0; p < bones; p++) {
                for (int r = 0; r < 3; r++) {
                    int from = (3 * f + r) * 4 * bones + 4 * order[p];
                    int to = (f * bones + p) * BoneMotion.STRIDE + 4 * r;
                    double shift = run.transforms()[from + 3] / scale + centre[r];
                    for (int c = 0; c < 3; c++) {
                        double a = run.transforms()[from + c];
                        matrices[to + c] = a;
                        shift -= a * centre[c];
                    }
                    matrices[to + 3] = shift;
                }
            }
        }
        return new BoneMotion(bones, frames, matrices);
    }
}
