package dev.sinew.rig;

import dev.sinew.geometry.Triangles;
import dev.sinew.math.NearestRotation;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.BoneType;
import dev.sinew.rig.RigResult.PruningPoint;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.pass.AlternatingPass.Mode;
import dev.sinew.solve.pass.Alternation;
import dev.sinew.solve.pass.PassTerms;
import dev.sinew.solve.pass.Refinement;
import dev.sinew.solve.sequence.Trajectories;
import dev.sinew.solve.sequence.VertexSample;
import dev.sinew.solve.transform.RigidTransforms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bones of a shape that was moved by bones: the fewest rigid motions of which all others are blends. Every patch of the surface
 * proposes its motion. A bone is worth what it takes away from
 *
 * <pre>
 * Σ_i area_i·ln(e_i² + σ²) + κ·bones
 * </pre>
 *
 * <p>The logarithm makes the vertices count that a bone moves exactly: a compromise between two bones moves none of them exactly. Bones
 * are added one by one, then those that blends of the others replace are removed.
 */
final class RigidParts {
    /** σ: an error that counts as none, as a fraction of the size. Of 0.25, 0.5, 0.7 and 1 thousandth on 13 characters. */
    private static final double NOISE_FRACTION = 5e-4;

    /** An error of this fraction of σ is exact: rounding, not shape. */
    private static final double EXACT = 0.2;

    /**
     * κ: what a bone must gain. A bone that makes 0.3 % of the surface exact, from an error of 0.5 % of the size, gains as much. Of 0.01 and 0.015
     * on 13 characters.
     */
    private static final double WORTH_OF_A_BONE = 0.015;

    /** Patches that propose motions, around points as far from each other as can be. */
    private static final int SEEDS = 250;

    /** Sizes of the patches around a point: vertices, about one, two and three rings of a coarse mesh … */
    private static final int[] PATCH_VERTICES = {6, 16, 36};

    /** … or this fraction of all vertices if that is more. */
    private static final double[] PATCH_FRACTIONS = {0.006, 0.016, 0.036};

    /** Times that the motion of a patch is fitted to the vertices that it moves exactly. */
    private static final int PATCH_ROUNDS = 8;

    /** Vertices that are enough to tell which bones are of use. */
    private static final int SAMPLE = 1500;

    /** Alternating steps over all bones after each round: as blends become exact, bones that only stood in for them are worth less. */
    private static final int STEPS = 20;

    /** Rounds add bones that are worth this many κ first, then half as many each: bones that are sure help to tell others from compromises. */
    private static final double FIRST_FACTOR = 8;

    /** Rounds at κ itself. */
    private static final int ROUNDS = 4;

    /**
     * Mean of ln(1 + e²/σ²) that bones may leave where a shape was moved by bones, and so many times as much after a round at so many κ.
     * 13 rigged characters leave 0.27 at most, six captured shapes 0.67 at least.
     */
    private static final double MAX_COST = 0.38;

    /** Candidates whose gain is computed at once. */
    private static final int CANDIDATES_PER_ROUND = 16;

    /** Sweeps over the bones of a frame per transform step. */
    private static final int SWEEPS = 3;

    private final RigProblem problem;
    private final int frames;
    private final int rows;
    private final RigidTransforms step;
    private final Trajectories some;
    private final double[] targets;
    private final double[] area;
    private final AlternatingPass pass;
    private final SkinState state;
    private final double[] given;
    /** Noise and errors are squared lengths in solver units, per frame. */
    private final double noise;

    private final double[] errors;
    private Alternation bones;
    private boolean first = true;
    private final List<PruningPoint> curve = new ArrayList<>();
    private final int most;
    /** κ times the coarseness. */
    private final double worth;

    private RigidParts(RigProblem problem, int most, double worth) {
        this.problem = problem;
        this.most = most;
        this.worth = worth;
        frames = problem.poses().frameCount();
        rows = 3 * frames;
        step = RigidTransforms.full(BoneType.RIGID, frames, SWEEPS);
        Trajectories all = problem.poses();
        VertexSample sample =
                VertexSample.of(all.vertexCount(), SAMPLE, problem.options().seed());
        some = sample.rowsOf(all, rows);
        targets = all.some(sample.indices());
        area = sample.valuesOf(areas(problem.sequence().rest()));
        double sum = Arrays.stream(area).sum();
        for (int i = 0; i < area.length; i++) {
            area[i] /= sum;
        }
        state = new SkinState(
                problem.options().influences(),
                sample.positionsOf(problem.poses().rest()));
        given = state.rest().clone();
        pass = passOver(state);
        noise = Math.pow(NOISE_FRACTION * problem.solverSize(), 2);
        errors = new double[area.length];
    }

    /**
     * @param problem of few frames: which poses there are counts here, not how long they last
     * @param most bound on the bones
     * @param coarseness factor on what a bone must gain
     */
    static RigidParts find(RigProblem problem, int most, double coarseness) {
        RigidParts parts = new RigidParts(problem, most, coarseness * WORTH_OF_A_BONE);
        parts.find();
        return parts;
    }

    private void find() {
        List<double[]> candidates = candidates();
        start();
        double factor = FIRST_FACTOR;
        for (int last = 0; last < ROUNDS; ) {
            boolean changed = add(candidates, factor * worth);
            changed |= removeFirst();
            settle(STEPS);
            if (removeReplaceable()) {
                changed = true;
                settle(STEPS);
            }
            if (cost() > factor * MAX_COST || factor <= 1 && !changed) {
                return;
            }
            last += factor <= 1 ? 1 : 0;
            factor = Math.max(1, factor / 2);
        }
    }

    /** The bone that moved everything before there were others is none of them. */
    private boolean removeFirst() {
        if (!first || bones.boneCount() < 3) {
            return false;
        }
        first = false;
        boolean[] out = new boolean[bones.boneCount()];
        out[0] = true;
        BonePairs.remove(bones, out);
        weigh();
        return true;
    }

    /** Mean of ln(1 + e²/σ²) over the surface. */
    private double cost() {
        double cost = 0;
        for (int i = 0; i < errors.length; i++) {
            cost += area[i] * Math.log1p(errors[i] / noise);
        }
        return cost;
    }

    /** Whether the shape was moved by bones: these explain nearly all of it. */
    boolean areExact() {
        return cost() <= MAX_COST;
    }

    private void settle(int steps) {
        for (int s = 0; s < steps; s++) {
            bones.step(Refinement.mode(s, Mode.REFIT), problem.options().influences());
            weigh();
        }
    }

    int boneCount() {
        return bones.boneCount();
    }

    /** The part of the surface that the bones move exactly. */
    double exactShare() {
        double share = 0;
        for (int i = 0; i < errors.length; i++) {
            share += errors[i] < EXACT * EXACT * noise ? area[i] : 0;
        }
        return share;
    }

    /** Error against bones, from most to fewest, as the bones were added. */
    List<PruningPoint> curve() {
        return curve;
    }

    /** Weights of all vertices. */
    SkinState weights() {
        SkinState all = problem.freshState();
        problem.samplePass(problem.poses(), all)
                .run(bones.bones(), Mode.SELECT, problem.options().influences());
        return all;
    }

    private AlternatingPass passOver(SkinState of) {
        return new AlternatingPass(some, of, given, PassTerms.ofRestPull(Double.POSITIVE_INFINITY), problem.workers());
    }

    private double rmsePercent() {
        double sum = 0;
        for (double e : errors) {
            sum += e;
        }
        return problem.rmsePercent(
                sum / errors.length * frames * problem.poses().vertexCount());
    }

    private void start() {
        for (int i = 0; i < area.length; i++) {
            state.attach(i, 0);
        }
        state.setImportance(area);
        bones = new Alternation(pass, step, 1);
        bones.step(Mode.REFIT, 1);
        weigh();
    }

    /** Reads the errors of the last pass. */
    private void weigh() {
        weigh(problem, state, area);
        for (int i = 0; i < errors.length; i++) {
            errors[i] = state.squaredErrors()[i] / frames;
        }
    }

    /** Sets the importance that makes squares a logarithm. */
    static void weigh(RigProblem problem, SkinState state, double[] area) {
        double noise = Math.pow(NOISE_FRACTION * problem.solverSize(), 2);
        double[] importance = new double[area.length];
        double sum = 0;
        for (int i = 0; i < importance.length; i++) {
            double e = state.squaredErrors()[i] / problem.poses().frameCount();
            importance[i] = area[i] / square(1 + e / noise);
            sum += importance[i];
        }
        for (int i = 0; i < importance.length; i++) {
            importance[i] *= importance.length / sum;
        }
        state.setImportance(importance);
    }

    /** Adds candidates as long as one is worth it; whether there was any. */
    private boolean add(List<double[]> candidates, double worth) {
        double[] estimates = new double[candidates.size()];
        Arrays.fill(estimates, Double.POSITIVE_INFINITY);
        boolean any = false;
        double[] bound = estimates.clone();
        while (bones.boneCount() < most) {
            int best = best(candidates, bound);
            if (bound[best] < worth) {
                return any;
            }
            bound[best] = 0;
            any = true;
            if (curve.isEmpty() || bones.boneCount() > curve.get(0).bones()) {
                curve.add(0, new PruningPoint(bones.boneCount(), rmsePercent()));
            }
            bones = new Alternation(
                    pass, step, step.forms(bones.boneCount() + 1, with(candidates.get(best)), problem.workers()));
            weigh();
            problem.progress().update("find bones", bones.boneCount(), most, rmsePercent());
        }
        return any;
    }

    /**
     * The candidate that gains most. Gains hardly grow while bones are added, so only those of candidates whose last gain is above the best new
     * one are computed again.
     *
     * @param gains upper bounds, modified
     */
    private int best(List<double[]> candidates, double[] gains) {
        double[] present = predicted();
        boolean[] known = new boolean[gains.length];
        while (true) {
            int[] top = top(gains, CANDIDATES_PER_ROUND);
            if (known[top[0]]) {
                return top[0];
            }
            problem.workers().forChunks(top.length, 1, (chunk, from, to) -> {
                if (!known[top[from]]) {
                    gains[top[from]] = gain(candidates.get(top[from]), present);
                    known[top[from]] = true;
                }
            });
        }
    }

    private static double square(double x) {
        return x * x;
    }

    private static int[] top(double[] values, int most) {
        Integer[] order = new Integer[values.length];
        Arrays.setAll(order, k -> k);
        Arrays.sort(
                order, (a, b) -> values[a] == values[b] ? Integer.compare(a, b) : Double.compare(values[b], values[a]));
        int[] top = new int[Math.min(most, values.length)];
        Arrays.setAll(top, k -> order[k]);
        return top;
    }

    /** What the bones make of each vertex less where it is, rows of 3F. */
    private double[] predicted() {
        int n = area.length;
        double[] miss = new double[n * rows];
        double[] t = bones.bones().transforms();
        int columns = 4 * bones.boneCount();
        int k = state.influences();
        problem.workers().forChunks(n, 64, (chunk, from, to) -> {
            for (int i = from; i < to; i++) {
                for (int r = 0; r < rows; r++) {
                    miss[i * rows + r] = -targets[i * rows + r];
                }
                for (int at = i * k; at < (i + 1) * k; at++) {
                    double w = state.weights()[at];
                    int column = 4 * state.bones()[at];
                    for (int r = 0; r < rows && w > 0; r++) {
                        miss[i * rows + r] += w * moved(t, r * columns + column, state.rest(), i);
                    }
                }
            }
        });
        return miss;
    }

    private static double moved(double[] t, int at, double[] rest, int i) {
        return t[at] * rest[3 * i] + t[at + 1] * rest[3 * i + 1] + t[at + 2] * rest[3 * i + 2] + t[at + 3];
    }

    /** What the criterion gains if every vertex moves as far towards a candidate as is best for it. */
    private double gain(double[] candidate, double[] present) {
        double gain = 0;
        for (int i = 0; i < area.length; i++) {
            double own = 0;
            double mixed = 0;
            double now = 0;
            for (int r = 0; r < rows; r++) {
                double a = present[i * rows + r];
                double b = moved(candidate, 4 * r, state.rest(), i) - targets[i * rows + r];
                now += a * a;
                mixed += a * b;
                own += b * b;
            }
            double slope = now - mixed;
            double curvature = now - 2 * mixed + own;
            double part = slope <= 0 ? 0 : Math.min(1, slope / Math.max(curvature, Double.MIN_NORMAL));
            double after = Math.max(0, now - part * (2 * slope - part * curvature));
            gain += area[i] * Math.log((now / frames + noise) / (after / frames + noise));
        }
        return gain;
    }

    /** The bones and one more. */
    private double[] with(double[] candidate) {
        int b = bones.boneCount();
        double[] t = bones.bones().transforms();
        double[] more = new double[rows * 4 * (b + 1)];
        for (int r = 0; r < rows; r++) {
            System.arraycopy(t, r * 4 * b, more, r * 4 * (b + 1), 4 * b);
            System.arraycopy(candidate, 4 * r, more, r * 4 * (b + 1) + 4 * b, 4);
        }
        return more;
    }

    /** Removes bones that blends of the others replace; whether there was any. */
    private boolean removeReplaceable() {
        boolean any = false;
        double[] loss = new double[bones.boneCount()];
        while (bones.boneCount() > 2) {
            boolean[] known = new boolean[loss.length];
            int least = least(loss);
            while (!known[least]) {
                loss[least] = loss(least);
                known[least] = true;
                least = least(loss);
            }
            if (loss[least] >= worth) {
                return any;
            }
            any = true;
            boolean[] out = new boolean[loss.length];
            out[least] = true;
            BonePairs.remove(bones, out);
            weigh();
            double[] left = new double[loss.length - 1];
            System.arraycopy(loss, 0, left, 0, least);
            System.arraycopy(loss, least + 1, left, least, left.length - least);
            loss = left;
        }
        return any;
    }

    private static int least(double[] values) {
        int least = 0;
        for (int j = 1; j < values.length; j++) {
            least = values[j] < values[least] ? j : least;
        }
        return least;
    }

    /** What the criterion loses without a bone, the others as they are. */
    private double loss(int bone) {
        SkinState copy = state.copy();
        Alternation without = bones.over(passOver(copy));
        boolean[] out = new boolean[bones.boneCount()];
        out[bone] = true;
        BonePairs.remove(without, out);
        double loss = 0;
        for (int i = 0; i < errors.length; i++) {
            double after = copy.squaredErrors()[i] / frames;
            loss += area[i] * Math.log((after + noise) / (errors[i] + noise));
        }
        return loss;
    }

    /** The motions of patches around points that are far from each other: 3F×4 each. */
    private List<double[]> candidates() {
        int n = problem.poses().vertexCount();
        double[] area = areas(problem.sequence().rest());
        int[] seeds = seeds(problem.poses().rest(), Math.min(SEEDS, n));
        double[][] found = new double[seeds.length * PATCH_VERTICES.length][];
        VertexGraph graph = VertexGraph.of(problem.sequence().rest());
        problem.workers().forChunks(seeds.length, 4, (chunk, from, to) -> {
            int[] queue = new int[n];
            boolean[] met = new boolean[n];
            for (int s = from; s < to; s++) {
                int most = Math.max(PATCH_VERTICES[2], (int) (PATCH_FRACTIONS[2] * n));
                int count = nearest(graph, seeds[s], most, queue, met);
                int before = 0;
                for (int k = 0; k < PATCH_VERTICES.length; k++) {
                    int size = Math.min(count, Math.max(PATCH_VERTICES[k], (int) (PATCH_FRACTIONS[k] * n)));
                    if (size > before && size >= 4) {
                        found[s * PATCH_VERTICES.length + k] = motion(queue, size, area);
                    }
                    before = size;
                }
            }
        });
        List<double[]> list = new ArrayList<>();
        for (double[] motion : found) {
            if (motion != null) {
                list.add(motion);
            }
        }
        return list;
    }

    /** Farthest points. */
    private static int[] seeds(double[] rest, int count) {
        int n = rest.length / 3;
        double[] distance = new double[n];
        Arrays.fill(distance, Double.POSITIVE_INFINITY);
        int[] seeds = new int[count];
        int next = 0;
        for (int k = 0; k < count; k++) {
            seeds[k] = next;
            int at = next;
            for (int i = 0; i < n; i++) {
                double x = rest[3 * i] - rest[3 * at];
                double y = rest[3 * i + 1] - rest[3 * at + 1];
                double z = rest[3 * i + 2] - rest[3 * at + 2];
                distance[i] = Math.min(distance[i], x * x + y * y + z * z);
                next = distance[i] > distance[next] ? i : next;
            }
        }
        return seeds;
    }

    /** The vertices first met from one, in {@code queue}; how many. */
    private static int nearest(VertexGraph graph, int from, int most, int[] queue, boolean[] met) {
        int count = 0;
        queue[count++] = from;
        met[from] = true;
        for (int k = 0; k < count && count < most; k++) {
            for (int e = graph.start(queue[k]); e < graph.start(queue[k] + 1) && count < most; e++) {
                int other = graph.neighbours()[e];
                if (!met[other]) {
                    met[other] = true;
                    queue[count++] = other;
                }
            }
        }
        for (int k = 0; k < count; k++) {
            met[queue[k]] = false;
        }
        return count;
    }

    /**
     * The rigid motion of most of some vertices, 3F×4: those that it does not move exactly count less and less, so a patch that reaches into
     * the next part still proposes its motion.
     */
    private double[] motion(int[] vertices, int count, double[] area) {
        int[] of = Arrays.copyOf(vertices, count);
        double[] goals = problem.poses().some(of);
        double[] rest = new double[3 * count];
        double[] weights = new double[count];
        for (int k = 0; k < count; k++) {
            System.arraycopy(problem.poses().rest(), 3 * of[k], rest, 3 * k, 3);
            weights[k] = area[of[k]];
        }
        double[] motion = new double[4 * rows];
        double[] squares = new double[count];
        for (int round = 0; round < PATCH_ROUNDS; round++) {
            nearestMotion(rest, goals, weights, motion);
            for (int k = 0; k < count; k++) {
                squares[k] = squaredMiss(motion, rest, goals, k) / frames;
            }
            double[] sorted = squares.clone();
            Arrays.sort(sorted);
            double scale = Math.max(noise, sorted[count / 2] / 4);
            for (int k = 0; k < count; k++) {
                weights[k] = area[of[k]] / square(1 + squares[k] / scale);
            }
        }
        return motion;
    }

    private double squaredMiss(double[] motion, double[] rest, double[] goals, int k) {
        double sum = 0;
        for (int r = 0; r < rows; r++) {
            double d = moved(motion, 4 * r, rest, k) - goals[k * rows + r];
            sum += d * d;
        }
        return sum;
    }

    private void nearestMotion(double[] rest, double[] goals, double[] weights, double[] motion) {
        int count = weights.length;
        double mass = 0;
        double[] u = new double[3];
        double[] v = new double[rows];
        for (int k = 0; k < count; k++) {
            mass += weights[k];
            for (int x = 0; x < 3; x++) {
                u[x] += weights[k] * rest[3 * k + x];
            }
            for (int r = 0; r < rows; r++) {
                v[r] += weights[k] * goals[k * rows + r];
            }
        }
        NearestRotation nearest = new NearestRotation();
        double[] c = new double[9];
        for (int f = 0; f < frames; f++) {
            Arrays.fill(c, 0);
            for (int k = 0; k < count; k++) {
                for (int r = 0; r < 3; r++) {
                    double d = weights[k] * (goals[k * rows + 3 * f + r] - v[3 * f + r] / mass);
                    for (int x = 0; x < 3; x++) {
                        c[3 * r + x] += d * (rest[3 * k + x] - u[x] / mass);
                    }
                }
            }
            nearest.of(c, 0, 3, motion, 12 * f, 4);
            for (int r = 0; r < 3; r++) {
                int at = 12 * f + 4 * r;
                motion[at + 3] =
                        (v[3 * f + r] - motion[at] * u[0] - motion[at + 1] * u[1] - motion[at + 2] * u[2]) / mass;
            }
        }
    }

    /** A third of the faces at each vertex, 1 on average; a little for vertices without any. */
    static double[] areas(Mesh mesh) {
        int n = mesh.vertexCount();
        double[] area = new double[n];
        int[] corners = mesh.triangles();
        double sum = 0;
        for (int t = 0; t < corners.length / 3; t++) {
            double third = Triangles.area(mesh.positions(), corners, 3 * t) / 3;
            for (int x = 0; x < 3; x++) {
                area[corners[3 * t + x]] += third;
            }
            sum += 3 * third;
        }
        for (int i = 0; i < n; i++) {
            area[i] = sum > 0 ? area[i] / sum * n + 1e-6 : 1;
        }
        return area;
    }
}
