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
 * Gives a skinned model the K shapes that bring it nearest to a sequence. min Σ ‖v − M·(u + Σ_k c_k·d_k)‖² over shapes, amounts, weights and, where bones are
 * affine, transforms, by turns: each is a small least-squares problem when the others are held, and none raises the error. Normals count beside
 * positions, with shapes of their own and the same amounts.
 */
public final class CorrectiveFit {
    /** Shapes at most: what engines play. */
    public static final int MAX_SHAPES = 64;

    /** What bones may do while shapes are solved for. */
    public enum Bones {
        /** Stay as they are: those of a skeleton. */
        KEEP,
        /** Are solved for in turn, where they are affine. */
        SOLVE
    }

    /**
     * @param shapes K
     * @param shading how much normals weigh: 0 not at all, 1 as usual
     * @param importance how much each vertex counts
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
    /** Vertices by which amounts and bones are found, at least; and so many per bone. */
    private static final int LOOKED_AT = 1500;

    private static final int LOOKED_AT_PER_BONE = 60;
    private static final int SETTLING = 2;
    /** Rounds over all vertices at the end. */
    private static final int WHOLE = 2;

    private static final double ENOUGH = 5e-3;
    /** What all normals weigh beside all positions before anything is done for them: shapes of normals are their own, so little leads the amounts. */
    private static final double SHARE = 0.1;

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
     * @param model with one clip, whose frames are those of the sequence, and its mesh the sequence's
     * @return the model with shapes, and other weights and bones
     * @throws dev.sinew.run.CancelledException when {@code progress} stops the run
     */
    public static SkinnedModel fit(SkinnedModel model, MeshSequence sequence, Options options, Progress progress) {
        try (Workers workers = new Workers(options.threads)) {
            progress.say("correctives", 0, ROUNDS);
            CorrectiveFit fit = new CorrectiveFit(model, sequence, options, progress, workers);
            fit.solve();
            return fit.assembled(model);
        }
    }

    /** The same without progress. */
    public static SkinnedModel fit(SkinnedModel model, MeshSequence sequence, Options options) {
        return fit(model, sequence, options, Progress.SILENT);
    }

    private void solve() {
        Part part = Part.some(goal, Math.max(LOOKED_AT, LOOKED_AT_PER_BONE * skin.bones), options.seed);
        double shading = byTurns(part);
        // The others get theirs, and a say in bones and amounts.
        Part all = Part.all(goal);
        for (int round = 0; round < WHOLE && part.vertices().length < all.vertices().length; round++) {
            new ShapeStep(goal, skin, shapes, workers).solve(all);
            refitSkin(all, shading);
            new AmountStep(goal, skin, shapes, workers).solve(all, shading);
            shapes.orthonormalise();
        }
        new ShapeStep(goal, skin, shapes, workers).solve(all);
        shapes.toFullSliders();
    }

    /** Bones, amounts and what belongs to a part of the vertices. @return how much the square of a normal counts */
    private double byTurns(Part part) {
        ErrorSums first = ErrorSums.of(goal, part, skin, shapes, workers);
        double shading = SHARE * options.shading * first.positions() / Math.max(first.normals(), Double.MIN_NORMAL);
        Sketch.of(goal, part, skin, shapes, shading, options.seed, workers);
        double last = first.total(shading);
        for (int round = 0; round < ROUNDS; round++) {
            new ShapeStep(goal, skin, shapes, workers).solve(part);
            if (round >= SETTLING) {
                refitSkin(part, shading);
            }
            new AmountStep(goal, skin, shapes, workers).solve(part, shading);
            ErrorSums now = ErrorSums.of(goal, part, skin, shapes, workers);
            progress.say("correctives", round + 1, ROUNDS, now.erms());
            shapes.orthonormalise();
            if (round > SETTLING && last - now.total(shading) < ENOUGH * last) {
                break;
            }
            last = now.total(shading);
        }
        return shading;
    }

    /** The skin again, now that shapes do a part of the work. */
    private void refitSkin(Part part, double shading) {
        if (affine) {
            new TransformStep(goal, part, skin, shapes, shading).solve(workers);
        }
        new WeightStep(goal, skin, shapes, shading).solve(part, workers);
    }

    private SkinnedModel assembled(SkinnedModel model) {
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
     * How far a skin with shapes is off, in squares.
     *
     * @param positions Σ‖v − v̂‖², each as much as its vertex counts
     * @param normals the same of unit normals
     * @param vertices that were summed over in every frame
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
     * A first guess at how much of each shape frames have: residuals, taken back to the rest pose through Lᵀ, summed up with random signs a few times over;
     * what those sums span is about what the largest shapes span. Every step of the alternation brings it nearer.
     */
    private static final class Sketch {
        private static final int SUMS_A_SHAPE = 3;
        private static final int GROUPS = 24;

        private Sketch() {}

        /** @param shapes modified: gets its amounts */
        static void of(Goal goal, Part part, Skin skin, Shapes shapes, double shading, long seed, Workers workers) {
            int sums = SUMS_A_SHAPE * shapes.count;
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
