package dev.sinew.rig;

import dev.sinew.rig.RigResult.PruningPoint;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.pass.AlternatingPass.Mode;
import dev.sinew.solve.pass.Alternation;
import dev.sinew.solve.pass.RigidClusters;
import dev.sinew.solve.sequence.Trajectories;
import dev.sinew.solve.sequence.VertexSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Rigid bones that no skeleton holds yet: clusters, LD14 §4, blended as in §5, and then fewer and fewer of them.
 *
 * <p>NOTE: LD14 §6.3 prunes inside the skeleton, by the sum of squared weights. Here the bones that are missed least go, as
 * in the fit, and before there is a tree: taking bones out of a tree misjudges those that only hold others in place (dance
 * with 16 bones: 0.27 % against 0.17 %, docs/decisions).
 */
final class FreeBones {
    /** Regions smaller than this fraction of the vertices do not become bones. */
    private static final double SMALL_PATCH = 0.004;

    /** LD14 §5: ten iterations, one weight more a vertex every three of them. */
    private static final int BLEND_STEPS = 10;

    private static final int STEPS_PER_WEIGHT = 3;
    private static final int STEPS_PER_ROUND = 6;

    /** While there are this many bones or more several go at once, and settle in half the steps. */
    private static final int MANY = 40;

    private static final int MANY_PER_ROUND = 16;

    private static final int STEPS_PER_TRY = 3;

    private static final int PAIRINGS = 4;

    /** Vertices that are enough to tell which bones are of use. */
    private static final int SAMPLE = 2500;

    private final RigProblem problem;
    private final Order order;
    private final Trajectories some;
    /** How much each of the sampled vertices counts. */
    private final double[] importance;

    /** The sampled vertex nearest to the image of each; none where the shape is not symmetric. */
    private final int[] mirrored;

    private SkinState state;
    private Alternation bones;
    private BonePairs pairs;
    private final int clusters;
    private final List<Stage> stages = new ArrayList<>();

    /**
     * The bones at some number of them.
     *
     * @param transforms 3F×4B, of the frames the bones were found from
     * @param rmsePercent without joints
     */
    record Stage(double[] transforms, int bones, double rmsePercent) {}

    /**
     * Which bones go first.
     *
     * @param tries number of trial removals before one is chosen: the cost of a bone shows once the others have adapted
     * @param smallParts a bone is missed by what it costs, divided by its mass to this power
     * @param pairs whether bones of a symmetric shape are found in pairs
     */
    record Order(int tries, double smallParts, boolean pairs) {
        /** Small parts count: biped walking keeps 15 bones with a power of 0.25 and loses its chest, 20 with 0.5 and loses none. */
        static final Order BY_PARTS = new Order(3, 0.5, false);

        /** Least error. */
        static final Order BY_ERROR = new Order(4, 0, true);
    }

    /** @param state has the clusters, one bone per vertex */
    private FreeBones(RigProblem problem, Order order, SkinState state, int clusters) {
        this.problem = problem;
        this.order = order;
        this.clusters = clusters;
        Trajectories all = problem.reduced().coordinates();
        MirroredSample half = MirroredSample.of(
                order.pairs ? problem.mirroredVertices() : new int[0],
                all.vertexCount(),
                SAMPLE,
                problem.options().seed());
        VertexSample sample = half.sample();
        this.mirrored = half.mirrored();
        this.some = sample.rowsOf(all, all.dimensions());
        this.state = new SkinState(
                state.influences(), sample.positionsOf(problem.poses().rest()));
        this.importance = sample.valuesOf(problem.reduced().importance());
        this.state.setImportance(importance);
        for (int i = 0; i < sample.indices().length; i++) {
            this.state.attach(i, state.bones()[sample.indices()[i] * state.influences()]);
        }
        this.bones = new Alternation(pass(this.state), problem.freeStep(), clusters);
        this.pairs = BonePairs.none(clusters);
    }

    private AlternatingPass pass(SkinState of) {
        return problem.samplePass(some, of);
    }

    /**
     * @param problem of few frames: which poses there are counts here, not how long they last
     * @param clusters to start from
     */
    static FreeBones find(RigProblem problem, int clusters, Order order) {
        SkinState state = problem.freshState();
        int patches = cluster(problem, state, clusters);
        FreeBones found = new FreeBones(problem, order, state, patches);
        found.blend();
        return found;
    }

    /** Weights of all vertices for the bones of a stage. */
    SkinState weights(Stage stage) {
        SkinState all = problem.freshState();
        AlternatingPass pass = problem.pass(problem.reduced().coordinates(), all);
        pass.run(
                problem.freeStep().forms(stage.bones(), stage.transforms(), problem.workers()),
                Mode.SELECT,
                problem.options().influences());
        return all;
    }

    private static int cluster(RigProblem problem, SkinState state, int wanted) {
        problem.progress().update("find clusters", 0, 1);
        RigidClusters clusters =
                new RigidClusters(problem.reduced().coordinates(), state, problem.freeStep(), problem.workers());
        int count = clusters.split(wanted);
        int least = Math.max(4, (int) (SMALL_PATCH * problem.poses().vertexCount()));
        return clusters.separatePatches(problem.graph(), count, least);
    }

    private void blend() {
        for (int s = 0; s < BLEND_STEPS; s++) {
            bones.step(Mode.SELECT, Math.min(problem.options().influences(), 1 + s / STEPS_PER_WEIGHT));
            problem.progress().update("blend bones", s + 1, BLEND_STEPS, error());
        }
        settle();
        pair();
        keep();
    }

    /** Where the shape is its own mirror image, bones are found in pairs. */
    private void pair() {
        for (int round = 0; round < PAIRINGS && mirrored.length > 0 && !pairs.areAll(); round++) {
            if (round > 0) {
                bones = pairs.complete(bones, state, mirrored, pass(state), problem.freeStep(), true);
                settle();
            }
            pairs = BonePairs.of(mirrored, state, bones.boneCount());
        }
    }

    private void settle() {
        int steps = bones.boneCount() >= MANY ? STEPS_PER_ROUND / 2 : STEPS_PER_ROUND;
        for (int s = 0; s < steps; s++) {
            bones.step(
                    s % STEPS_PER_WEIGHT == 0 ? Mode.SELECT : Mode.REFIT,
                    problem.options().influences());
        }
    }

    private void keep() {
        stages.add(new Stage(bones.bones().transforms().clone(), bones.boneCount(), error()));
    }

    /** Takes bones out as long as the caller wants to see fewer. */
    void prune(BooleanSupplier further) {
        prune(1, further);
    }

    /** Removes bones until this many are left. */
    void pruneTo(int wanted) {
        prune(wanted, () -> true);
    }

    /** One bone or one pair at a time, but several as long as there are many. */
    private void prune(int least, BooleanSupplier further) {
        while (bones.boneCount() > least && further.getAsBoolean()) {
            int count = bones.boneCount();
            double[] worth = worth();
            List<int[]> units = units(count - least).stream()
                    .sorted(Comparator.comparingDouble(unit -> worth(unit, worth)))
                    .toList();
            if (count >= MANY) {
                take(out(units, count / MANY_PER_ROUND, count - least));
            } else {
                takeBest(units.subList(0, Math.min(order.tries, units.size())));
            }
            settle();
            keep();
            problem.progress().update("prune bones", clusters - bones.boneCount(), clusters, error());
        }
    }

    /** Candidates for removal, at most this many bones at once. */
    private List<int[]> units(int most) {
        List<int[]> units = pairs.units();
        List<int[]> small = units.stream().filter(unit -> unit.length <= most).toList();
        return small.isEmpty() ? units.stream().map(unit -> new int[] {unit[0]}).toList() : small;
    }

    /** The first units that together have this many bones or one more, but never more than {@code most}. */
    private boolean[] out(List<int[]> units, int wanted, int most) {
        boolean[] out = new boolean[bones.boneCount()];
        int gone = 0;
        for (int k = 0; k < units.size() && gone < wanted; k++) {
            int[] unit = units.get(k);
            for (int j : gone + unit.length <= most ? unit : new int[0]) {
                out[j] = true;
                gone++;
            }
        }
        return out;
    }

    private void take(boolean[] out) {
        BonePairs.remove(bones, out);
        pairs = pairs.without(out);
    }

    /** Takes out the one of some units that is missed least. */
    private void takeBest(List<int[]> units) {
        double[] masses = masses();
        SkinState chosen = state.copy();
        Alternation start = new Alternation(pass(chosen), problem.freeStep(), bones.bones());
        Try best = units.stream()
                .map(unit -> without(start, chosen.copy(), unit, worth(unit, masses)))
                .min(Comparator.comparingDouble(Try::missed))
                .orElseThrow();
        state = best.state;
        bones = best.bones;
        pairs = best.pairs;
    }

    /**
     * The bones without one or two of them.
     *
     * @param missed what each costs, by the order's measure
     */
    private record Try(SkinState state, Alternation bones, BonePairs pairs, double missed) {}

    private Try without(Alternation start, SkinState copy, int[] unit, double mass) {
        Alternation tried = start.over(pass(copy));
        boolean[] out = out(List.of(unit), unit.length, unit.length);
        BonePairs.remove(tried, out);
        for (int s = 0; s < STEPS_PER_TRY; s++) {
            tried.step(Mode.REFIT, problem.options().influences());
        }
        double gained = Math.max(0, tried.squaredError() - bones.squaredError()) / unit.length;
        return new Try(copy, tried, pairs.without(out), gained / Math.pow(Math.max(mass, 1), order.smallParts));
    }

    /** What a bone of a unit is worth. */
    private static double worth(int[] unit, double[] worth) {
        return IntStream.of(unit).mapToDouble(j -> worth[j]).average().orElseThrow();
    }

    /** What each bone is missed by, parts of few vertices counting for more than those. */
    private double[] worth() {
        double[] costs = bones.removalCosts();
        double[] masses = masses();
        for (int j = 0; j < costs.length; j++) {
            costs[j] /= Math.pow(Math.max(masses[j], 1), order.smallParts);
        }
        return costs;
    }

    private double[] masses() {
        double[] masses = new double[bones.boneCount()];
        for (int k = 0; k < state.bones().length; k++) {
            masses[state.bones()[k]] += state.weights()[k];
        }
        return masses;
    }

    private double error() {
        double share = (double) problem.poses().vertexCount() / some.vertexCount();
        return problem.rmsePercent(
                share * bones.squaredError() + problem.reduced().lostSquared());
    }

    /** The stage with the most bones up to this number. */
    Optional<Stage> at(int most) {
        return stages.stream().filter(stage -> stage.bones() <= most).findFirst();
    }

    /** From most bones to fewest. */
    List<Stage> stages() {
        return stages;
    }

    int clusters() {
        return clusters;
    }

    List<PruningPoint> curve() {
        return stages.stream()
                .map(stage -> new PruningPoint(stage.bones(), stage.rmsePercent()))
                .toList();
    }

    /**
     * Some of the vertices, and of a symmetric shape the images of those, too.
     *
     * @param mirrored the sampled vertex at the image of each; none where the shape is not symmetric
     */
    record MirroredSample(VertexSample sample, int[] mirrored) {
        /** @param images the vertex nearest to the image of each vertex; none where the shape is not symmetric */
        static MirroredSample of(int[] images, int vertices, int wanted, long seed) {
            if (images.length == 0) {
                return new MirroredSample(VertexSample.of(vertices, wanted, seed), images);
            }
            int[] half = VertexSample.of(vertices, vertices > wanted ? wanted / 2 : vertices, seed)
                    .indices();
            int[] all = IntStream.concat(IntStream.of(half), IntStream.of(half).map(i -> images[i]))
                    .sorted()
                    .distinct()
                    .toArray();
            int[] mirrored = new int[all.length];
            // Nearest vertices are not always each other's: those that were added are the images of what they were
            // added
            // for.
            for (int i : half) {
                mirrored[at(all, images[i])] = at(all, i);
            }
            for (int i : half) {
                mirrored[at(all, i)] = at(all, images[i]);
            }
            return new MirroredSample(new VertexSample(all), mirrored);
        }

        private static int at(int[] all, int i) {
            return Arrays.binarySearch(all, i);
        }
    }
}
