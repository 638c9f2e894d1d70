package dev.sinew.rig;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import dev.sinew.run.RestMode;
import dev.sinew.run.SolveResult;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.pass.SolverInput;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.ReducedSequence;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * LD14: clusters of vertices that move alike become rigid bones, the least useful of which go; a spanning tree joins the
 * others; then weights, joints and motion are solved in turns, with joints that hold.
 */
public final class SkeletonRig {
    private static final int DIMENSIONS_PER_CLUSTER = 5;

    /**
     * Frames that bones are looked for in: the most different ones. dance with 20 bones, of 201 frames: as good from 40 of them as
     * from all, in a third of the time; by default its skeleton is the same from 32.
     */
    private static final int TELLING = 32;

    /** The same where the shape was played by bones: from 32 frames CesiumMan gets 21 instead of 19, and half his joints 3 % off. */
    private static final int MORE_TELLING = 40;

    private final MeshSequence given;
    private final RigOptions options;
    private final Progress progress;

    /** A skeleton with weights and motion from example poses, without progress. */
    public static RigResult rig(MeshSequence sequence, RigOptions options) {
        return rig(sequence, options, Progress.SILENT);
    }

    /**
     * @throws dev.sinew.run.InvalidInputException if the poses do not determine a skeleton
     * @throws dev.sinew.run.CancelledException when {@code progress} stops the run
     */
    public static RigResult rig(MeshSequence sequence, RigOptions options, Progress progress) {
        return new SkeletonRig(sequence, options, progress).solve();
    }

    private SkeletonRig(MeshSequence sequence, RigOptions options, Progress progress) {
        this.given = sequence;
        this.options = options;
        this.progress = progress;
    }

    private RigResult solve() {
        EnoughMotion.require(given);
        options.importance().ifPresent(known -> known.require(given.vertexCount()));
        options.form().root().ifPresent(point -> RootBone.requireNear(given, point));
        try (Workers workers = new Workers(options.threads())) {
            progress.update("reduce", 0, 1);
            SolverInput input = SolverInput.of(given, 0, options.importance(), workers);
            RigProblem problem = problem(input, input.sequence(), opening(input), workers);
            RigProblem few = withNote(TELLING, problem, input, workers);
            BoneCount.Chosen chosen = new BoneCount(
                            problem,
                            few,
                            few == problem
                                    ? Optional.empty()
                                    : Optional.of(() -> withNote(MORE_TELLING, problem, input, workers)))
                    .choose();
            return result(problem, chosen, shaded(problem, chosen.skeleton(), input, workers), input);
        }
    }

    /** The problem of the frames that differ most; where there are no more, the one that has them all. */
    private RigProblem withNote(int frames, RigProblem all, SolverInput input, Workers workers) {
        int[] withNote = TellingFrames.of(input.sequence(), frames);
        return withNote.length == all.poses().frameCount()
                ? all
                : problem(input, only(input.sequence(), withNote), progress::report, workers);
    }

    /** Previews show the original vertices. A subset of the frames is not previewed, because its frame numbers differ. */
    private Progress opening(SolverInput input) {
        return new Progress() {
            @Override
            public Answer report(Step step) {
                return progress.report(step);
            }

            @Override
            public void preview(Iterate iterate) {
                progress.preview(new PerVertex(iterate, input));
            }
        };
    }

    private record PerVertex(Progress.Iterate inner, SolverInput input) implements Progress.Iterate {
        @Override
        public int frameCount() {
            return inner.frameCount();
        }

        @Override
        public float[] pose(int frame) {
            return input.perVertex(inner.pose(frame));
        }
    }

    private RigProblem problem(SolverInput input, MeshSequence of, Progress heard, Workers workers) {
        NormalisedSequence poses = new NormalisedSequence(of);
        ReducedSequence reduced = ReducedSequence.of(
                poses,
                input.importance(),
                ReducedSequence.DEFAULT_LOSS,
                DIMENSIONS_PER_CLUSTER * options.clusters(),
                options.seed(),
                workers);
        return new RigProblem(of, poses, reduced, options, heard, workers);
    }

    private static MeshSequence only(MeshSequence sequence, int[] frames) {
        float[][] some = new float[frames.length][];
        for (int k = 0; k < frames.length; k++) {
            some[k] = sequence.frame(frames[k]);
        }
        return new MeshSequence(sequence.name(), sequence.rest(), FrameSource.of(some), sequence.framesPerSecond());
    }

    /** With a free rest pose positions alone count, for that is how tables are made. */
    private Articulation shaded(RigProblem problem, Articulation rig, SolverInput input, Workers workers) {
        return options.rest() == RestMode.FREE
                ? rig
                : Shading.ofGiven(given, input.pointOf(), workers)
                        .map(shading -> rig.shaded(problem, shading))
                        .orElse(rig);
    }

    private RigResult result(
            RigProblem problem, BoneCount.Chosen chosen, Articulation articulation, SolverInput input) {
        RootBone root = RootBone.of(problem, articulation.tree(), articulation.state());
        SkinnedModel bare = RigAssembly.of(problem, articulation, root);
        RigDress dressed = RigDress.of(bare, names(problem, articulation, root), options.form(), problem.mirror());
        List<RigResult.Joint> joints = JointFacts.of(dressed.model(), problem.interior());
        List<String> notes = new RigNotes(problem, dressed, joints).all(chosen.why(), root, articulation.state());
        return new RigResult(
                new SolveResult<>(
                        perVertex(dressed.model(), input),
                        articulation.outcome(),
                        articulation.convergence().length,
                        articulation.convergence(),
                        notes),
                articulation.tree().boneCount(),
                chosen.clusters(),
                chosen.curve(),
                joints,
                dressed.names());
    }

    /** A pelvis stays one where another bone was asked to carry it. */
    private BoneNames names(RigProblem problem, Articulation rig, RootBone root) {
        RootBone pelvis = RootBone.byItself(problem, rig.tree(), rig.state());
        BoneNames names = RigDress.names(
                RigAssembly.of(problem, rig, pelvis), options.form().names());
        int[] from = rig.tree().rootedAt(pelvis.bone()).order();
        String[] ofBone = new String[from.length];
        for (int p = 0; p < from.length; p++) {
            ofBone[from[p]] = names.names().get(p);
        }
        return names.with(IntStream.of(rig.tree().rootedAt(root.bone()).order())
                .mapToObj(j -> ofBone[j])
                .toList());
    }

    /** The model with the vertices that were given: those of one point have the same weights and the same position. */
    private SkinnedModel perVertex(SkinnedModel model, SolverInput input) {
        Mesh mesh = given.rest().withPositions(input.perVertex(model.rest().positions()));
        return model.withVertices(mesh, input.perVertex(model.weights()));
    }

    /** Whether the poses determine a skeleton at all. */
    private static final class EnoughMotion {
        private static final int LEAST_VERTICES = 4;
        private static final double STILL = 1e-6;

        private EnoughMotion() {}

        static void require(MeshSequence sequence) {
            String name = sequence.name();
            if (sequence.vertexCount() < LEAST_VERTICES) {
                throw new InvalidInputException(name + " has " + sequence.vertexCount()
                        + " vertices, a skeleton needs at least " + LEAST_VERTICES);
            }
            if (sequence.frameCount() < 2) {
                throw new InvalidInputException(
                        name + " has one frame only: a skeleton needs motion, so at least two different poses");
            }
            if (!moves(sequence)) {
                throw new InvalidInputException(name + " does not move: all its " + sequence.frameCount()
                        + " frames are the same, and a skeleton needs motion");
            }
        }

        private static boolean moves(MeshSequence sequence) {
            float[] first = sequence.frame(0);
            double least = STILL * Box.around(first).diagonal();
            for (int f = 1; f < sequence.frameCount(); f++) {
                float[] frame = sequence.frame(f);
                for (int k = 0; k < frame.length; k++) {
                    if (Math.abs(frame[k] - first[k]) > least) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    /**
     * The frames of a sequence that differ most: the first, then always the one farthest from those chosen, the travel of the
     * body ignored. Bones follow from the poses that occur, not from how long each lasts.
     */
    private static final class TellingFrames {
        private static final int SAMPLES = 600;

        private TellingFrames() {}

        /** At most {@code most} frames, rising, the first one among them. */
        static int[] of(MeshSequence sequence, int most) {
            int frames = sequence.frameCount();
            if (frames <= most) {
                int[] all = new int[frames];
                Arrays.setAll(all, f -> f);
                return all;
            }
            float[][] poses = new float[frames][];
            for (int f = 0; f < frames; f++) {
                poses[f] = sampled(sequence.frame(f));
            }
            double[] distances = new double[frames];
            Arrays.fill(distances, Double.POSITIVE_INFINITY);
            boolean[] chosen = new boolean[frames];
            int next = 0;
            for (int k = 0; k < most; k++) {
                chosen[next] = true;
                int farthest = 0;
                for (int f = 0; f < frames; f++) {
                    distances[f] = Math.min(distances[f], squaredDistance(poses[f], poses[next]));
                    farthest = distances[f] > distances[farthest] ? f : farthest;
                }
                next = farthest;
            }
            int[] rising = new int[most];
            int count = 0;
            for (int f = 0; f < frames; f++) {
                if (chosen[f]) {
                    rising[count++] = f;
                }
            }
            return Arrays.copyOf(rising, count);
        }

        /** Some of the vertices, seen from their middle. */
        private static float[] sampled(float[] xyz) {
            int step = Math.max(1, xyz.length / 3 / SAMPLES);
            int count = (xyz.length / 3 + step - 1) / step;
            float[] some = new float[3 * count];
            double[] mean = new double[3];
            for (int i = 0; i < count; i++) {
                for (int x = 0; x < 3; x++) {
                    some[3 * i + x] = xyz[3 * i * step + x];
                    mean[x] += some[3 * i + x] / (double) count;
                }
            }
            for (int k = 0; k < some.length; k++) {
                some[k] -= (float) mean[k % 3];
            }
            return some;
        }

        private static double squaredDistance(float[] a, float[] b) {
            double sum = 0;
            for (int k = 0; k < a.length; k++) {
                sum += (a[k] - b[k]) * (double) (a[k] - b[k]);
            }
            return sum;
        }
    }
}
