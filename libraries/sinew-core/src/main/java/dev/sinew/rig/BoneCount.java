package dev.sinew.rig;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.rig.FreeBones.Stage;
import dev.sinew.rig.RigResult.PruningPoint;
import dev.sinew.solve.SkinState;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How many bones a skeleton gets: the requested number; the fewest that reach the requested error; else what the
 * curve of error against bones says ({@link BoneCurve}), and where it has no end, as many as explain the motion down to
 * what the mesh can show and what its own stretch leaves open.
 */
final class BoneCount {
    private static final double LEAST_COST_OF_JOINTS = 1.2;

    /** What more joints that are each other's mirror image may cost. */
    private static final double WORTH_OF_IMAGES = 1.02;

    /** So many times what a mesh can show is seen by everybody. */
    private static final double SEEN = 2;

    /** Three vertices say how a bone turns, and one more whether they turn alike. */
    private static final int VERTICES_PER_BONE = 4;

    private final RigProblem problem;
    private final RigProblem few;
    private final Optional<Supplier<RigProblem>> more;

    /**
     * @param curve error against bones, as bones were taken out
     * @param why for the summary
     */
    record Chosen(Articulation skeleton, int clusters, List<PruningPoint> curve, String why) {}

    /**
     * @param few the problem reduced to the frames that show where bones are
     * @param more with more of them, which shapes that were played by bones are worth
     */
    BoneCount(RigProblem problem, RigProblem few, Optional<Supplier<RigProblem>> more) {
        this.problem = problem;
        this.few = few;
        this.more = more;
    }

    Chosen choose() {
        RigOptions.Goal goal = problem.options().goal();
        if (goal instanceof RigOptions.Bones bones) {
            return asked(bones.count());
        }
        if (goal instanceof RigOptions.Detail detail) {
            RigidParts parts = RigidParts.find(few, clusters(), detail.coarseness());
            if (parts.areExact()) {
                return ofParts(parts);
            }
        }
        FreeBones wide = FreeBones.find(few, clusters(), FreeBones.Order.BY_PARTS);
        if (goal instanceof RigOptions.Error error) {
            return within(wide, error.percent());
        }
        return byItself(wide, (RigOptions.Detail) goal);
    }

    /** The requested number, limited so that each bone has enough vertices to determine its rotation. */
    private int clusters() {
        int most = Math.max(2, problem.poses().vertexCount() / VERTICES_PER_BONE);
        return Math.min(most, problem.options().clusters());
    }

    private Chosen asked(int wanted) {
        FreeBones wide = FreeBones.find(few, Math.max(wanted, problem.options().clusters()), FreeBones.Order.BY_PARTS);
        wide.pruneTo(wanted);
        BoneStarts starts = BoneStarts.near(few, wanted, wanted);
        starts.add(wide);
        Articulation made = BoneChoice.best(problem, starts, wanted);
        int found = made.tree().boneCount();
        return chosen(
                made,
                wide,
                found + (found == wanted ? " bones, as requested." : " bones: the shape supports no more."));
    }

    private static Chosen chosen(Articulation skeleton, FreeBones wide, String why) {
        return new Chosen(skeleton, wide.clusters(), wide.curve(), why);
    }

    private Chosen ofParts(RigidParts parts) {
        Articulation made = Articulation.ofParts(problem, few, parts, Articulation.Care.LAST);
        int found = made.tree().boneCount();
        String why = String.format(
                Locale.ROOT,
                "%d bones: they move %.0f %% of the surface exactly, and no other bone would add as much as it costs.",
                found,
                100 * parts.exactShare());
        return new Chosen(made, clusters(), parts.curve(), why);
    }

    private Chosen within(FreeBones wide, double percent) {
        wide.prune(() -> last(wide).rmsePercent() <= percent);
        BoneChoice.Range range = new BoneChoice.Range(1, wide.stages().get(0).bones());
        Articulation made = fewest(wide, range, AllowedError.of(percent))
                .last(problem, percent)
                .transformed();
        boolean reached = made.rmsePercent() <= percent;
        return chosen(
                made,
                wide,
                made.tree().boneCount()
                        + (reached ? " bones: the fewest found" : " bones: the least error found, not")
                        + String.format(Locale.ROOT, " within %.3g %% of the size.", percent));
    }

    private Chosen byItself(FreeBones wide, RigOptions.Detail detail) {
        double noise = noise(wide);
        AllowedError allowed = AllowedError.of(problem).times(detail.coarseness());
        BoneCurve curve = new BoneCurve(wide.stages(), noise, allowed.shown(), detail.coarseness());
        wide.prune(() -> !curve.isPastBend()
                || LEAST_COST_OF_JOINTS * curve.error(last(wide))
                        <= allowed.with(last(wide).bones()));
        int bend = curve.bend();
        if (curve.isFlatBehind(bend) || curve.isExplainedAt(bend)) {
            if (more.isPresent()) {
                return new BoneCount(problem, more.get().get(), Optional.empty()).choose();
            }
            Articulation made = withoutHelpers(wide, wide.stages().get(bend));
            return chosen(
                    made,
                    wide,
                    made.tree().boneCount()
                            + (curve.isFlatBehind(bend)
                                    ? " bones: with more the error hardly falls, with fewer it climbs."
                                    : " bones: they explain the motion far better than it can be seen."));
        }
        int most = wide.stages().get(bend).bones();
        // What stretch leaves open is a guess: more than half the bones that pay for themselves stay whatever it says.
        BoneChoice.Tried counted = fewest(wide, new BoneChoice.Range(most / 2 + 1, most), allowed);
        double images = problem.mirror().isPresent() ? WORTH_OF_IMAGES : 1;
        Articulation made = counted.last(problem, images * counted.transformed().rmsePercent())
                .transformed();
        return chosen(made, wide, why(made, allowed) + warning(made, wide, bend, allowed.shown()));
    }

    /** The skeleton of a stage, without bones that only help others at their seams. */
    private Articulation withoutHelpers(FreeBones free, Stage stage) {
        SkinState weights = free.weights(stage);
        int bones = SplitRegions.separate(problem.graph(), weights, stage.bones());
        Articulation all =
                Articulation.rough(problem, weights, bones, problem.options().maxIterations());
        // NOTE: once only. Looked for again among those that are left they take real bones: biped walking loses its
        // chest. Pairs and ends without a mirror image are another matter.
        Articulation fewer =
                HelperBones.of(all).map(out -> all.withoutEnds(problem, out)).orElse(all);
        Articulation paired = HelperBones.atTheSides(fewer)
                .map(out -> fewer.withoutEnds(problem, out))
                .orElse(fewer);
        Articulation placed = paired.copy().transformed(problem, Articulation.Care.LAST);
        return placed.reconnected(problem, Articulation.Care.LAST);
    }

    /** The fewest bones of a range whose skeleton stays within an error; where none does, the one of least error. */
    private BoneChoice.Tried fewest(FreeBones wide, BoneChoice.Range range, AllowedError allowed) {
        int guess = range.most();
        for (Stage stage : wide.stages()) {
            boolean fewer = stage.bones() < guess && stage.bones() >= range.least();
            guess = fewer && BoneChoice.USUAL_COST_OF_JOINTS * stage.rmsePercent() <= allowed.with(stage.bones())
                    ? stage.bones()
                    : guess;
        }
        BoneStarts starts = BoneStarts.near(few, guess, Math.max(range.least(), guess - guess / 4));
        starts.add(wide);
        return new BoneChoice(problem, starts, range, allowed).choose();
    }

    private static String why(Articulation skeleton, AllowedError allowed) {
        int found = skeleton.tree().boneCount();
        if (!allowed.allows(skeleton)) {
            return found + " bones: the error falls on with every bone, but from here on by little each.";
        }
        return String.format(
                Locale.ROOT,
                "%d bones: the error falls on with every bone; these are the fewest found within %.2g %% of the size, about what %s.",
                found,
                allowed.with(found),
                allowed.isStretch(found)
                        ? "the surface's own stretch leaves open"
                        : "a mesh with this number of vertices can show");
    }

    /** The visible defects of too few bones, and how many bones would fix them. */
    private static String warning(Articulation skeleton, FreeBones wide, int bend, double visible) {
        int found = skeleton.tree().boneCount();
        Stage more = wide.stages().get(bend);
        if (skeleton.rmsePercent() <= SEEN * visible || more.bones() <= found) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                " Their error of %.2g %% can be seen: look whether a part is missing, with %d bones about %.2g %% would be left.",
                skeleton.rmsePercent(),
                more.bones(),
                skeleton.rmsePercent()
                        * more.rmsePercent()
                        / wide.at(found).orElse(more).rmsePercent());
    }

    private static Stage last(FreeBones free) {
        return free.stages().get(free.stages().size() - 1);
    }

    /** Root mean square noise in percent of the diagonal. */
    private double noise(FreeBones free) {
        Stage first = free.stages().get(0);
        double squared = ScanNoise.squaredPerVertex(few, first, free.weights(first));
        return few.rmsePercent(squared * few.poses().vertexCount());
    }

    /**
     * How much of what bones leave is noise: the part of a vertex's residual that its neighbours know nothing of. Shapes err
     * together with their neighbours, scanners vertex by vertex.
     */
    private static final class ScanNoise {
        private static final int SAMPLES = 1500;

        private ScanNoise() {}

        /** Mean over vertices of the squared noise of a trajectory, in solver units. */
        static double squaredPerVertex(RigProblem problem, FreeBones.Stage stage, SkinState state) {
            VertexGraph graph = VertexGraph.of(problem.sequence().rest());
            int n = graph.vertexCount();
            int step = Math.max(1, n / SAMPLES);
            double[] own = new double[3 * problem.poses().frameCount()];
            double[] mean = new double[own.length];
            double sum = 0;
            int counted = 0;
            for (int i = 0; i < n; i += step) {
                int from = graph.start(i);
                int to = graph.start(i + 1);
                if (to - from < 2) {
                    continue;
                }
                residual(problem, stage, state, i, own);
                Arrays.fill(mean, 0);
                double[] other = new double[own.length];
                for (int k = from; k < to; k++) {
                    residual(problem, stage, state, graph.neighbours()[k], other);
                    add(other, 1.0 / (to - from), mean);
                }
                add(mean, -1, own);
                sum += squared(own) / (1 + 1.0 / (to - from));
                counted++;
            }
            return counted == 0 ? 0 : sum / counted;
        }

        private static void add(double[] what, double factor, double[] to) {
            for (int k = 0; k < to.length; k++) {
                to[k] += factor * what[k];
            }
        }

        private static double squared(double[] a) {
            double sum = 0;
            for (double x : a) {
                sum += x * x;
            }
            return sum;
        }

        /** y_i − Σ_j w_ij·T_j·ũ_i */
        private static void residual(RigProblem problem, FreeBones.Stage stage, SkinState state, int i, double[] out) {
            double[] norm = new double[1];
            problem.poses().rows(i, i + 1, out, norm);
            int influences = state.influences();
            double[] u = state.rest();
            double[] t = stage.transforms();
            int columns = 4 * stage.bones();
            for (int k = i * influences; k < (i + 1) * influences; k++) {
                double w = state.weights()[k];
                int column = 4 * state.bones()[k];
                for (int row = 0; row < out.length && w > 0; row++) {
                    int at = row * columns + column;
                    out[row] -=
                            w * (t[at] * u[3 * i] + t[at + 1] * u[3 * i + 1] + t[at + 2] * u[3 * i + 2] + t[at + 3]);
                }
            }
        }
    }

    /**
     * Splits bones that cover two parts of a body. Two feet that stand still are one rigid bone to the motion, and legs and trunk would be attached to
     * it: a skeleton that stands on its head.
     */
    static final class SplitRegions {
        /** Patches with less than this part of a bone's largest stay with it. */
        private static final double OWN = 0.3;

        /** And so do those with less than this part of the vertices. */
        private static final double PART = 0.01;

        private final VertexGraph graph;
        /** The bone that moves each vertex most. */
        private final int[] owner;

        /** The patch each vertex belongs to, numbered as they are met. */
        private final int[] patch;

        private final int[] sizes;
        private int patches;

        private SplitRegions(VertexGraph graph, int[] owner) {
            this.graph = graph;
            this.owner = owner;
            patch = new int[owner.length];
            sizes = new int[owner.length];
            Arrays.fill(patch, -1);
            int[] queue = new int[owner.length];
            for (int i = 0; i < owner.length; i++) {
                if (patch[i] < 0) {
                    flood(i, queue);
                    patches++;
                }
            }
        }

        /**
         * Gives each large region a separate bone.
         *
         * @param state weights of the bones, modified: vertices of such patches are wholly their new bone's
         * @return how many bones there are now
         */
        static int separate(VertexGraph graph, SkinState state, int bones) {
            int[] owner = BoneContact.strongest(state);
            SplitRegions found = new SplitRegions(graph, owner);
            int[] number = found.numbers(bones);
            int count = bones;
            for (int i = 0; i < owner.length; i++) {
                int bone = number[found.patch[i]];
                if (bone != owner[i]) {
                    state.attach(i, bone);
                }
                count = Math.max(count, bone + 1);
            }
            return count;
        }

        /** The bone of each patch. */
        private int[] numbers(int bones) {
            int[] largest = new int[bones];
            int[] of = new int[patches];
            for (int i = 0; i < owner.length; i++) {
                of[patch[i]] = owner[i];
                largest[owner[i]] = Math.max(largest[owner[i]], sizes[patch[i]]);
            }
            boolean[] met = new boolean[bones];
            int next = bones;
            int[] number = new int[patches];
            for (int p = 0; p < patches; p++) {
                int j = of[p];
                boolean first = sizes[p] == largest[j] && !met[j];
                met[j] |= first;
                boolean own = !first && sizes[p] >= OWN * largest[j] && sizes[p] >= PART * owner.length;
                number[p] = own ? next++ : j;
            }
            return number;
        }

        private void flood(int from, int[] queue) {
            int size = 0;
            queue[size++] = from;
            patch[from] = patches;
            for (int k = 0; k < size; k++) {
                for (int e = graph.start(queue[k]); e < graph.start(queue[k] + 1); e++) {
                    int other = graph.neighbours()[e];
                    if (patch[other] < 0 && owner[other] == owner[from]) {
                        patch[other] = patches;
                        queue[size++] = other;
                    }
                }
            }
            sizes[patches] = size;
        }
    }
}
