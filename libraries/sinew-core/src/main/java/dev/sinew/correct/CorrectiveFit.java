package dev.sinew.correct;

import dev.sinew.linalg.Orthonormal;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Importance;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Correctives;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Adds the K corrective shapes to a skinned model that bring it closest to a sequence. Minimises Σ ‖v − M·(u + Σ_k c_k·d_k)‖² alternately
 * over shapes, their weights, skinning weights and, for affine bones, transforms. Each step is a small least-squares problem that does not
 * raise the error. Normals are included, with their own shapes and the same shape weights.
 */
public final class CorrectiveFit {
    /** Maximum number of shapes supported by engines. */
    public static final int MAX_SHAPES = 64;

    /** How bones may change while shapes are solved. */
    public enum Bones {
        /** Fixed: those of a skeleton. */
        KEEP,
        /** Solved in turn, if they are affine. */
        SOLVE
    }

    /**
     * @param shapes K
     * @param shading weight of normals: 1 by default, 0 ignores normals
     * @param importance weight of each vertex
     */
    public record Options(
            int shapes, Bones bones, double shading, Optional<Importance> importance, long seed, int threads) {
        public Options {
            if (shapes < 1 || shapes > MAX_SHAPES) {
                throw new IllegalArgumentException("shapes " + shapes + " must be from 1 to " + MAX_SHAPES);
            }
            if (!(shading >= 0)) {
                throw new IllegalArgumentException("shading " + shading + " must be at least 0");
            }
        }
    }

    private static final int ROUNDS = 24;
    /** Minimum number of vertices in the sample for shape weights and bones, and vertices per bone. */
    private static final int MIN_SAMPLE = 1500;

    private static final int SAMPLES_PER_BONE = 60;
    private static final int SETTLING_ROUNDS = 2;
    /** Final rounds over all vertices. */
    private static final int FINAL_ROUNDS = 2;

    private static final double MIN_GAIN = 5e-3;
    /**
     * Total initial weight of normals relative to positions. Normals have their own shapes, so they should influence the shape weights only
     * a little.
     */
    private static final double INITIAL_NORMAL_WEIGHT = 0.1;

    private final Goal goal;
    private final Skin skin;
    private final Shapes shapes;
    private final Options options;
    private final boolean affine;
    private final Progress progress;
    private final Workers workers;

    private CorrectiveFit(
            SkinnedModel model, MeshSequence sequence, Options options, Progress progress, Workers workers) {
        this.options = options;
        this.progress = progress;
        this.workers = workers;
        affine = options.bones == Bones.SOLVE && model.boneType() == BoneType.AFFINE;
        goal = new Goal(sequence, options.importance, workers);
        skin = new Skin(model, model.clips().get(0), goal);
        shapes = new Shapes(Math.min(options.shapes, goal.frames()), goal);
    }

    /**
     * @param model with one clip, whose frames are those of the sequence, and with the sequence's mesh
     * @return the model with shapes, and changed weights and bones
     * @throws dev.sinew.run.CancelledException if {@code progress} cancels the run
     */
    public static SkinnedModel fit(SkinnedModel model, MeshSequence sequence, Options options, Progress progress) {
        try (Workers workers = new Workers(options.threads)) {
            progress.update("correctives", 0, ROUNDS);
            CorrectiveFit fit = new CorrectiveFit(model, sequence, options, progress, workers);
            fit.solve();
            return fit.assemble(model);
        }
    }

    /**
     * The weights of a model's own shapes that bring a clip closest to a sequence, F·K. Positions only.
     *
     * @param clip with the frames of the sequence
     */
    public static double[] amounts(SkinnedModel model, Clip clip, MeshSequence sequence, int threads) {
        try (Workers workers = new Workers(threads)) {
            Goal goal = new Goal(sequence, Optional.empty(), workers);
            Skin skin = new Skin(model, clip, goal);
            Shapes shapes = new Shapes(model.correctives().count(), goal);
            int[] pointOf = goal.input.pointOf();
            for (int v = pointOf.length - 1; v >= 0; v--) {
                for (int at = 0; at < 3 * shapes.count; at++) {
                    float d = model.correctives().positions()[at / 3][3 * v + at % 3];
                    shapes.positions[3 * pointOf[v] * shapes.count + at] = d * goal.scale;
                }
            }
            new AmountStep(goal, skin, shapes, workers).solve(Part.all(goal), 0);
            return shapes.amounts;
        }
    }

    /** The same without progress reports. */
    public static SkinnedModel fit(SkinnedModel model, MeshSequence sequence, Options options) {
        return fit(model, sequence, options, Progress.SILENT);
    }

    private void solve() {
        Part part = Part.some(goal, Math.max(MIN_SAMPLE, SAMPLES_PER_BONE * skin.bones), options.seed);
        double shading = alternate(part);
        // The other vertices get shapes and influence bones and shape weights.
        Part all = Part.all(goal);
        for (int round = 0; round < FINAL_ROUNDS && part.vertices().length < all.vertices().length; round++) {
            new ShapeStep(goal, skin, shapes, workers).solve(all);
            refitSkin(all, shading);
            new AmountStep(goal, skin, shapes, workers).solve(all, shading);
            shapes.orthonormalise();
        }
        new ShapeStep(goal, skin, shapes, workers).solve(all);
        shapes.toFullSliders();
    }

    /**
     * Alternates bones, shape weights and the shapes of a part of the vertices.
     *
     * @return weight of a squared normal error
     */
    private double alternate(Part part) {
        ErrorSums first = ErrorSums.of(goal, part, skin, shapes, workers);
        double shading = INITIAL_NORMAL_WEIGHT
                * options.shading
                * first.positions()
                / Math.max(first.normals(), Double.MIN_NORMAL);
        InitialEstimate.of(goal, part, skin, shapes, shading, options.seed, workers);
        double last = first.total(shading);
        for (int round = 0; round < ROUNDS; round++) {
            new ShapeStep(goal, skin, shapes, workers).solve(part);
            if (round >= SETTLING_ROUNDS) {
                refitSkin(part, shading);
            }
            new AmountStep(goal, skin, shapes, workers).solve(part, shading);
            ErrorSums now = ErrorSums.of(goal, part, skin, shapes, workers);
            progress.update("correctives", round + 1, ROUNDS, now.erms());
            shapes.orthonormalise();
            if (round > SETTLING_ROUNDS && last - now.total(shading) < MIN_GAIN * last) {
                break;
            }
            last = now.total(shading);
        }
        return shading;
    }

    /** Refits the skin now that shapes reproduce part of the motion. */
    private void refitSkin(Part part, double shading) {
        if (affine) {
            new TransformStep(goal, part, skin, shapes, shading).solve(workers);
        }
        new WeightStep(goal, skin, shapes, shading).solve(part, workers);
    }

    private SkinnedModel assemble(SkinnedModel model) {
        Mesh mesh = model.rest();
        float[] rows = new float[skin.normals.length];
        for (int at = 0; at < rows.length; at++) {
            rows[at] = (float) skin.normals[at];
        }
        CornerAttribute normals = new CornerAttribute(3, rows, goal.truth.rows());
        Mesh rest = mesh.withSurface(mesh.surface().withNormals(Optional.of(normals)));
        Clip clip = model.clips().get(0);
        Clip moved = affine ? clip.withMotion(skin.motion(goal)) : clip;
        SkinWeights weights = skin.perVertex(goal);
        return model.withVertices(rest, weights)
                .withCorrectives(correctives(), List.of(moved.withShapes(shapes.amounts.clone())));
    }

    private Correctives correctives() {
        List<String> names = new ArrayList<>();
        int[] pointOf = goal.input.pointOf();
        float[][] positions = new float[shapes.count][3 * pointOf.length];
        float[][] normals = new float[shapes.count][3 * goal.rows()];
        for (int k = 0; k < shapes.count; k++) {
            names.add("corrective_" + (k + 1));
            for (int at = 0; at < positions[k].length; at++) {
                double d = shapes.positions[3 * (pointOf[at / 3] * shapes.count + k) + at % 3];
                positions[k][at] = (float) (d / goal.scale);
            }
            for (int at = 0; at < normals[k].length; at++) {
                normals[k][at] = (float) shapes.normals[3 * (at / 3 * shapes.count + k) + at % 3];
            }
        }
        return new Correctives(names, positions, normals);
    }

    /**
     * Squared errors of a skin with shapes.
     *
     * @param positions Σ‖v − v̂‖², weighted by importance
     * @param normals the same for unit normals
     * @param vertices summed over in every frame
     */
    private record ErrorSums(double positions, double normals, double vertices) {
        private static final int GROUPS = 24;

        static ErrorSums of(Goal goal, Part part, Skin skin, Shapes shapes, Workers workers) {
            double[] counted = goal.importance;
            double positions = sum(part.vertices(), goal, skin, shapes, workers, (rows, i) -> {
                rows.ofVertex(i);
                return counted[i] * left(rows, shapes, shapes.positions, i, goal.frames());
            });
            double normals = sum(part.rows(), goal, skin, shapes, workers, (rows, r) -> {
                rows.ofRow(r);
                return counted[goal.vertexOf[r]] * left(rows, shapes, shapes.normals, r, goal.frames());
            });
            return new ErrorSums(positions, normals, (double) part.vertices().length * goal.frames());
        }

        double total(double shading) {
            return positions + shading * normals;
        }

        /** Thousandths of the radius. */
        double erms() {
            return 1000 * Math.sqrt(positions / (3 * vertices));
        }

        @FunctionalInterface
        private interface Squares {
            double of(Rows rows, int owner);
        }

        private static double sum(int[] owners, Goal goal, Skin skin, Shapes shapes, Workers workers, Squares squares) {
            int size = Math.max(1, Workers.chunks(owners.length, GROUPS));
            double[] parts = new double[Workers.chunks(owners.length, size)];
            workers.forChunks(owners.length, size, (chunk, from, to) -> {
                Rows rows = new Rows(goal, skin, shapes);
                for (int k = from; k < to; k++) {
                    parts[chunk] += squares.of(rows, owners[k]);
                }
            });
            double sum = 0;
            for (double part : parts) {
                sum += part;
            }
            return sum;
        }

        private static double left(Rows rows, Shapes shapes, double[] of, int owner, int frames) {
            double[] l = rows.linear;
            double[] delta = new double[3];
            double sum = 0;
            for (int f = 0; f < frames; f++) {
                shapes.delta(of, owner, f, delta);
                for (int x = 0; x < 3; x++) {
                    int at = 9 * f + 3 * x;
                    double off =
                            rows.residual[3 * f + x] - (l[at] * delta[0] + l[at + 1] * delta[1] + l[at + 2] * delta[2]);
                    sum += off * off;
                }
            }
            return sum;
        }
    }

    /**
     * A first estimate of the shape weights per frame: residuals, mapped to the rest pose by Lᵀ, are summed several times with random
     * signs. These sums span about the same space as the largest shapes. Every step of the alternation improves the estimate.
     */
    private static final class InitialEstimate {
        private static final int SUMS_PER_SHAPE = 3;
        private static final int GROUPS = 24;

        private InitialEstimate() {}

        /** @param shapes modified: gets its weights */
        static void of(Goal goal, Part part, Skin skin, Shapes shapes, double shading, long seed, Workers workers) {
            int sums = SUMS_PER_SHAPE * shapes.count;
            double[] all = new double[sums * goal.frames()];
            add(part.vertices(), (rows, i) -> rows.ofVertex(i), 1, goal, skin, shapes, seed, workers, all);
            if (shading > 0) {
                add(
                        part.rows(),
                        (rows, r) -> rows.ofRow(r),
                        Math.sqrt(shading),
                        goal,
                        skin,
                        shapes,
                        ~seed,
                        workers,
                        all);
            }
            double[] basis = Orthonormal.basisOf(all, sums, goal.frames());
            int rank = basis.length / goal.frames();
            for (int k = 0; k < shapes.count; k++) {
                for (int f = 0; f < goal.frames(); f++) {
                    shapes.amounts[f * shapes.count + k] = k < rank ? basis[k * goal.frames() + f] : 0;
                }
            }
        }

        @FunctionalInterface
        private interface Filler {
            void fill(Rows rows, int owner);
        }

        private static void add(
                int[] owners,
                Filler filler,
                double factor,
                Goal goal,
                Skin skin,
                Shapes shapes,
                long seed,
                Workers workers,
                double[] all) {
            int size = Math.max(1, Workers.chunks(owners.length, GROUPS));
            double[][] parts = new double[Workers.chunks(owners.length, size)][];
            workers.forChunks(owners.length, size, (chunk, from, to) -> {
                Rows rows = new Rows(goal, skin, shapes);
                double[] some = new double[all.length];
                Random signs = new Random(seed * 31 + chunk);
                for (int k = from; k < to; k++) {
                    filler.fill(rows, owners[k]);
                    for (int s = 0; s < some.length; s += goal.frames()) {
                        addOne(rows, goal.frames(), factor, signs.nextInt(8), some, s);
                    }
                }
                parts[chunk] = some;
            });
            for (double[] part : parts) {
                for (int at = 0; at < all.length; at++) {
                    all[at] += part[at];
                }
            }
        }

        /** Σ_x ± (Lᵀ·residual)_x by frame. */
        private static void addOne(Rows rows, int frames, double factor, int signs, double[] part, int at) {
            double[] l = rows.linear;
            double[] r = rows.residual;
            for (int f = 0; f < frames; f++) {
                for (int x = 0; x < 3; x++) {
                    double along =
                            l[9 * f + x] * r[3 * f] + l[9 * f + 3 + x] * r[3 * f + 1] + l[9 * f + 6 + x] * r[3 * f + 2];
                    part[at + f] += ((signs >> x & 1) == 0 ? factor : -factor) * along;
                }
            }
        }
    }
}
