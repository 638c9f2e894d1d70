package dev.sinew.retarget;

import dev.sinew.math.Vec3;
import dev.sinew.model.Skeleton;
import dev.sinew.solve.joints.ArticulatedForm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The limbs of an animal with four legs, found by shape: two pairs of mirrored low ends are the feet; the legs at the end of the spine that is nearer
 * to the root, or further back, are the hind legs.
 *
 * @param hips the bone that carries the hind legs
 * @param chains bones from the inside to the outside, by name
 */
record FourLegs(int hips, Map<String, List<Integer>> chains) {
    /** Mirrored positions differ by at most this fraction of the size. */
    private static final double SYMMETRY = 0.06;

    /** Feet are below this fraction of the height of all joints. */
    private static final double LOW = 0.4;

    /** Front and hind feet are apart by at least this fraction of the length of the body. */
    private static final double APART = 0.2;

    /** And by this part of the height of the legs: hands of people are beside their legs. */
    private static final double APART_OF_HEIGHT = 0.35;

    private static final double CONFIDENCE = 0.7;

    /** A leg has at least this many joints. */
    private static final int LEAST_JOINTS = 2;

    /** @param c 3B joints in the rest pose, y up, facing z */
    static Optional<FourLegs> of(int[] parents, double[] c) {
        return new Finder(parents, c).find();
    }

    /** The sum of the lengths of the legs. */
    double legLength(double[] c) {
        double sum = 0;
        for (Map.Entry<String, List<Integer>> chain : chains.entrySet()) {
            if (chain.getKey().endsWith("Leg")) {
                double[] at = lengths(chain.getValue(), c);
                sum += at[at.length - 1];
            }
        }
        return sum;
    }

    /** The outermost joints of the legs. */
    List<Integer> feet() {
        return chains.entrySet().stream()
                .filter(chain -> chain.getKey().endsWith("Leg"))
                .map(chain -> chain.getValue().get(chain.getValue().size() - 1))
                .toList();
    }

    /** The path length from the first joint of a chain to each joint. */
    static double[] lengths(List<Integer> chain, double[] c) {
        double[] at = new double[chain.size()];
        for (int k = 1; k < at.length; k++) {
            at[k] = at[k - 1] + Math.sqrt(Vec3.squaredDistance(c, 3 * chain.get(k - 1), c, 3 * chain.get(k)));
        }
        return at;
    }

    /** Matches chains along their lengths; a bone follows the one that has the middle of its part. */
    void match(FourLegs other, double[] c, double[] otherC, BoneMatch match) {
        set(match, hips, other.hips, "hips");
        chains.forEach((name, own) -> {
            List<Integer> source = other.chains.getOrDefault(name, List.of());
            if (source.isEmpty()) {
                return;
            }
            double[] at = lengths(own, c);
            double[] stops = lengths(source, otherC);
            double ratio = at[at.length - 1] > 0 ? stops[stops.length - 1] / at[at.length - 1] : 0;
            for (int k = 0; k < own.size(); k++) {
                double end = at[Math.min(k + 1, at.length - 1)];
                double middle = ratio * (at[k] + end) / 2;
                int s = source.size() - 1;
                while (s > 0 && stops[s] > middle + 1e-9) {
                    s--;
                }
                set(match, own.get(k), source.get(k == own.size() - 1 ? source.size() - 1 : s), name);
            }
        });
    }

    private static void set(BoneMatch match, int bone, int source, String role) {
        if (!match.isMatched(bone)) {
            match.set(bone, source, "shape", CONFIDENCE);
            match.role()[bone] = role;
        }
    }

    private static final class Finder {
        private final int[] parents;
        private final double[] c;
        private final boolean[] below;
        private final double[] low = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        private final double[] high = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};
        private double middle;

        /** A pair of legs: left and right end, and the bone that carries both. */
        private record Pair(int left, int right, int carrier) {}

        Finder(int[] parents, double[] c) {
            this.parents = parents;
            this.c = c;
            this.below = ArticulatedForm.below(parents);
        }

        Optional<FourLegs> find() {
            List<Integer> ends = ends();
            // Handles of a rig, without a body below or above them, do not count for the size.
            for (int j : ends) {
                for (int at = j; at != Skeleton.NONE; at = parents[at]) {
                    for (int x = 0; x < 3; x++) {
                        low[x] = Math.min(low[x], c[3 * at + x]);
                        high[x] = Math.max(high[x], c[3 * at + x]);
                    }
                }
            }
            middle = (low[0] + high[0]) / 2;
            List<Pair> pairs = feet(ends);
            if (pairs.size() != 2) {
                return Optional.empty();
            }
            Pair hind = pairs.get(0);
            Pair front = pairs.get(1);
            int difference = depth(hind.carrier) - depth(front.carrier);
            if (difference > 0 || difference == 0 && c[3 * hind.left + 2] > c[3 * front.left + 2]) {
                hind = pairs.get(1);
                front = pairs.get(0);
            }
            int hips = hind.carrier;
            Map<String, List<Integer>> chains = new LinkedHashMap<>();
            chains.put("leftHindLeg", path(hips, hind.left));
            chains.put("rightHindLeg", path(hips, hind.right));
            chains.put("leftForeLeg", path(front.carrier, front.left));
            chains.put("rightForeLeg", path(front.carrier, front.right));
            if (chains.values().stream().anyMatch(leg -> leg.size() < LEAST_JOINTS)) {
                return Optional.empty();
            }
            if (below[hips * parents.length + front.carrier] && hips != front.carrier) {
                chains.put("spine", path(hips, front.carrier));
            }
            double sign = Math.signum(c[3 * front.left + 2] - c[3 * hind.left + 2]);
            int girdle = front.carrier;
            tip(ends, chains, girdle, j -> sign * (c[3 * j + 2] - c[3 * girdle + 2]), j -> true)
                    .ifPresent(end -> chains.put("neck", path(girdle, end)));
            List<Integer> neck = chains.getOrDefault("neck", List.of());
            tip(ends, chains, hips, j -> -sign * (c[3 * j + 2] - c[3 * hips + 2]), j -> !neck.contains(j))
                    .ifPresent(end -> chains.put("tail", path(hips, end)));
            return Optional.of(new FourLegs(hips, chains));
        }

        private List<Integer> ends() {
            boolean[] carries = new boolean[parents.length];
            for (int p : parents) {
                if (p != Skeleton.NONE) {
                    carries[p] = true;
                }
            }
            List<Integer> ends = new ArrayList<>();
            for (int j = 0; j < parents.length; j++) {
                if (!carries[j] && parents[j] != Skeleton.NONE) {
                    ends.add(j);
                }
            }
            return ends;
        }

        /** Mirrored low ends of long limbs, one pair for each place along the body. */
        private List<Pair> feet(List<Integer> ends) {
            double size = Math.max(high[1] - low[1], high[2] - low[2]);
            List<Pair> found = new ArrayList<>();
            for (int a : ends) {
                for (int b : ends) {
                    boolean mirrored = c[3 * a] > c[3 * b]
                            && Math.abs(c[3 * a] + c[3 * b] - 2 * middle) < SYMMETRY * size
                            && Math.abs(c[3 * a + 1] - c[3 * b + 1]) < SYMMETRY * size
                            && Math.abs(c[3 * a + 2] - c[3 * b + 2]) < SYMMETRY * size;
                    int carrier = mirrored ? common(a, b) : Skeleton.NONE;
                    boolean leg = carrier != Skeleton.NONE
                            && path(carrier, a).size() >= LEAST_JOINTS
                            && path(carrier, b).size() >= LEAST_JOINTS
                            && c[3 * a + 1] - low[1] < LOW * (high[1] - low[1])
                            && c[3 * carrier + 1] > c[3 * a + 1];
                    if (leg) {
                        found.add(new Pair(a, b, carrier));
                    }
                }
            }
            // Longer limbs first: toes of the same foot and pairs of the wrong toes come later.
            found.sort(Comparator.comparingDouble(pair -> -drop(pair)));
            List<Pair> feet = new ArrayList<>();
            for (Pair pair : found) {
                boolean other = feet.stream()
                        .allMatch(known -> Math.abs(c[3 * known.left + 2] - c[3 * pair.left + 2])
                                > Math.max(APART * (high[2] - low[2]), APART_OF_HEIGHT * drop(known)));
                boolean separate = feet.stream()
                        .allMatch(known -> !path(known.carrier, known.left).contains(pair.carrier)
                                && !path(pair.carrier, pair.left).contains(known.left));
                if (other && separate) {
                    feet.add(pair);
                }
            }
            // Spiders: more legs beside these.
            boolean more = found.stream()
                    .filter(pair -> feet.stream().noneMatch(foot -> sharesBones(foot, pair)))
                    .anyMatch(pair -> drop(pair) > drop(feet.get(0)) / 2);
            return more ? List.of() : feet;
        }

        /** The height of a leg. */
        private double drop(Pair pair) {
            return c[3 * pair.carrier + 1] - c[3 * pair.left + 1];
        }

        private boolean sharesBones(Pair a, Pair b) {
            List<Integer> bones = path(a.carrier, a.left);
            return path(b.carrier, b.left).stream().anyMatch(bones::contains);
        }

        private int common(int a, int b) {
            for (int at = a; at != Skeleton.NONE; at = parents[at]) {
                if (below[at * parents.length + b]) {
                    return at;
                }
            }
            return Skeleton.NONE;
        }

        private int depth(int bone) {
            int depth = 0;
            for (int at = bone; at != Skeleton.NONE; at = parents[at]) {
                depth++;
            }
            return depth;
        }

        /** The end of a limb beside the legs that reaches farthest from a bone; it lies near the middle. */
        private Optional<Integer> tip(
                List<Integer> ends,
                Map<String, List<Integer>> chains,
                int from,
                ToDoubleFunction<Integer> reach,
                Predicate<Integer> free) {
            double wide = Math.max(high[1] - low[1], high[2] - low[2]);
            return ends.stream()
                    .filter(j -> below[from * parents.length + j])
                    .filter(j -> chains.values().stream().noneMatch(chain -> chain.contains(j)))
                    .filter(j -> path(from, j).stream()
                            .noneMatch(k -> chains.entrySet().stream()
                                    .anyMatch(chain -> !chain.getKey().equals("spine")
                                            && chain.getValue().contains(k))))
                    .filter(free)
                    .filter(j -> Math.abs(c[3 * j] - middle) < 2 * SYMMETRY * wide)
                    .filter(j -> reach.applyAsDouble(j) > 0)
                    .max(Comparator.comparingDouble(j -> reach.applyAsDouble(j) - 2 * Math.abs(c[3 * j] - middle)));
        }

        /** The bones below one on the way to another. */
        private List<Integer> path(int above, int end) {
            List<Integer> path = new ArrayList<>();
            for (int at = end; at != Skeleton.NONE && at != above; at = parents[at]) {
                path.add(0, at);
            }
            return path;
        }
    }
}
