package dev.sinew.rig;

import dev.sinew.solve.SkinState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * As many bones in better places. Which bones are of use shows when joints hold them, later than they were chosen: those that are missed least go to their
 * parents, and the parts that err most are cut in two instead. A move stays where the skeleton that follows from it errs less. Where the shape is its own
 * mirror image so are the moves.
 */
final class BoneMoves {
    /** Skeletons that are tried. */
    private static final int TRIES = 6;

    /** Iterations that tell whether a move was a good one. */
    private static final int PROMISE = 15;

    /** A move must gain this part of the error. */
    private static final double GAIN = 0.005;

    private final RigProblem problem;
    private Articulation at;

    private BoneMoves(RigProblem problem, Articulation at) {
        this.problem = problem;
        this.at = at;
    }

    /**
     * @param few the problem with the frames that tell where bones are
     * @param skeleton not modified
     * @return a skeleton after few iterations that promises less error, joints where they like; none where none was found
     */
    static Optional<Articulation> of(RigProblem few, Articulation skeleton) {
        int b = skeleton.tree().boneCount();
        Articulation start = Articulation.rough(few, skeleton.state().copy(), b, PROMISE);
        BoneMoves moves = new BoneMoves(few, start);
        moves.run();
        return Optional.of(moves.at).filter(moved -> moved != start);
    }

    /**
     * @param out bones that go
     * @param in bones that are cut in two, as many
     */
    private record Move(int[] out, int[] in, double merit) {
        String key() {
            return Arrays.toString(out) + Arrays.toString(in);
        }
    }

    private void run() {
        List<String> tried = new ArrayList<>();
        for (int k = 0; k < TRIES; k++) {
            Move next = moves().stream()
                    .filter(move -> !tried.contains(move.key()))
                    .max(Comparator.comparingDouble(Move::merit))
                    .orElse(null);
            if (next == null) {
                return;
            }
            Articulation moved = Articulation.rough(
                    problem, after(next), at.tree().boneCount(), PROMISE);
            Debug.say("   move out %s in %s merit %.3f: %.4f -> %.4f", Arrays.toString(next.out), Arrays.toString(next.in), next.merit, at.rmsePercent(), moved.rmsePercent());
            if (moved.rmsePercent() < (1 - GAIN) * at.rmsePercent()) {
                at = moved;
                tried.clear();
            } else {
                tried.add(next.key());
            }
        }
    }

    /** Moves that might gain something: what the parts that are cut err by, less what the bones that go are missed by, as parts of the whole. */
    private List<Move> moves() {
        double[] errors = errors();
        double[] costs = at.removalCosts(problem);
        double whole = Arrays.stream(errors).sum();
        List<int[]> units = units();
        List<Move> moves = new ArrayList<>();
        for (int[] in : units) {
            for (int[] out : outs(units, in.length)) {
                if (Arrays.stream(out).noneMatch(j -> Arrays.stream(in).anyMatch(k -> j == k))) {
                    double gain = IntStream.of(in).mapToDouble(j -> errors[j]).sum() / 2;
                    double loss = IntStream.of(out).mapToDouble(j -> costs[j]).sum();
                    moves.add(new Move(out, in, (gain - loss) / whole));
                }
            }
        }
        return moves;
    }

    /** Bones that are each other's image, and those that have none, one by one. */
    private List<int[]> units() {
        int b = at.tree().boneCount();
        int[] images = at.images(problem).orElseGet(() -> IntStream.range(0, b).toArray());
        List<int[]> units = new ArrayList<>();
        for (int j = 0; j < b; j++) {
            if (images[j] > j) {
                units.add(new int[] {j, images[j]});
            } else if (images[j] == j || images[j] < 0) {
                units.add(new int[] {j});
            }
        }
        return units;
    }

    /** So many bones that may go together. */
    private static List<int[]> outs(List<int[]> units, int count) {
        List<int[]> outs = new ArrayList<>();
        for (int a = 0; a < units.size(); a++) {
            if (units.get(a).length == count) {
                outs.add(units.get(a));
            }
            for (int c = a + 1; c < units.size() && count == 2 && units.get(a).length == 1; c++) {
                if (units.get(c).length == 1) {
                    outs.add(new int[] {units.get(a)[0], units.get(c)[0]});
                }
            }
        }
        return outs;
    }

    /** Squared errors of the vertices, shared out among their bones. */
    private double[] errors() {
        SkinState state = at.state();
        double[] errors = new double[at.tree().boneCount()];
        for (int k = 0; k < state.bones().length; k++) {
            errors[state.bones()[k]] += state.weights()[k] * state.squaredErrors()[k / state.influences()];
        }
        return errors;
    }

    /** Weights in which some bones are part of their parents and as many others are cut in two. */
    private SkinState after(Move move) {
        SkinState state = at.state().copy();
        int[] names = heirs(move.out);
        int[] bones = state.bones().clone();
        for (int k = 0; k < bones.length; k++) {
            bones[k] = names[bones[k]];
        }
        for (int k = 0; k < move.in.length; k++) {
            for (int i : half(state, move.in[k])) {
                for (int at = i * state.influences(); at < (i + 1) * state.influences(); at++) {
                    bones[at] = bones[at] == move.in[k] ? move.out[k] : bones[at];
                }
            }
        }
        state.assign(MergedWeights.ofInfluences(state, bones));
        return state;
    }

    /** Who takes over from bones that go: the nearest bone above, or below the root, that stays. */
    private int[] heirs(int[] out) {
        BoneTree tree = at.tree();
        int[] heirs = IntStream.range(0, tree.boneCount()).toArray();
        for (int j : out) {
            heirs[j] = BoneTree.NONE;
        }
        for (int j : out) {
            int heir = tree.parents()[j];
            while (heir != BoneTree.NONE && heirs[heir] != heir) {
                heir = tree.parents()[heir];
            }
            heirs[j] = heir;
        }
        int anyone = IntStream.range(0, heirs.length).filter(j -> heirs[j] == j).findFirst().orElse(0);
        for (int j : out) {
            if (heirs[j] == BoneTree.NONE) {
                int root = j;
                heirs[j] = IntStream.range(0, heirs.length)
                        .filter(k -> heirs[k] == k && tree.parents()[k] == root)
                        .findFirst()
                        .orElse(anyone);
            }
        }
        return heirs;
    }

    /** LD14 eq. 1a: of the vertices that are mostly a bone's the half nearest to the one that errs most, far out counting for more. */
    private int[] half(SkinState state, int bone) {
        int[] own = IntStream.range(0, state.vertexCount())
                .filter(i -> strongest(state, i) == bone)
                .toArray();
        double[] u = state.rest();
        double[] centre = new double[3];
        for (int i : own) {
            for (int x = 0; x < 3; x++) {
                centre[x] += u[3 * i + x] / own.length;
            }
        }
        int seed = IntStream.of(own)
                .boxed()
                .max(Comparator.comparingDouble(i -> squaredDistance(u, i, centre, 0) * state.squaredErrors()[i]))
                .orElse(0);
        return IntStream.of(own)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(i -> squaredDistance(u, i, u, seed)).thenComparing(i -> i))
                .limit(own.length / 2)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static int strongest(SkinState state, int i) {
        int best = i * state.influences();
        for (int k = best; k < (i + 1) * state.influences(); k++) {
            best = state.weights()[k] > state.weights()[best] ? k : best;
        }
        return state.bones()[best];
    }

    private static double squaredDistance(double[] u, int i, double[] v, int k) {
        double x = u[3 * i] - v[3 * k];
        double y = u[3 * i + 1] - v[3 * k + 1];
        double z = u[3 * i + 2] - v[3 * k + 2];
        return x * x + y * y + z * z;
    }
}
