package dev.sinew.retarget;

import dev.sinew.math.Vec3;
import dev.sinew.model.Skeleton;
import dev.sinew.retarget.BoneLabel.Part;
import dev.sinew.retarget.BoneLabel.Side;
import dev.sinew.solve.joints.ArticulatedForm;
import dev.sinew.solve.joints.PoseSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which bones of a skeleton are the parts of a human body.
 *
 * @param roles bones by their names in VRM 1.0 ({@code leftUpperLeg}); {@code hips} is always there
 * @param trunk from above the hips to the bone that carries arms and neck
 * @param neck between trunk and head
 * @param parents the tree in which joints stay together
 */
record BodyPlan(Map<String, Integer> roles, List<Integer> trunk, List<Integer> neck, int[] parents) {
    /** Without these VRM takes no file. */
    static final List<String> REQUIRED = List.of(
            "hips",
            "spine",
            "head",
            "leftUpperLeg",
            "leftLowerLeg",
            "leftFoot",
            "rightUpperLeg",
            "rightLowerLeg",
            "rightFoot",
            "leftUpperArm",
            "leftLowerArm",
            "leftHand",
            "rightUpperArm",
            "rightLowerArm",
            "rightHand");

    /** Lengths that differ by less than this part are the same. */
    private static final double SAME_LENGTH = 0.1;

    /** Symmetric positions differ by at most this fraction of the size. */
    private static final double SYMMETRY = 0.1;

    Optional<Integer> bone(String role) {
        return Optional.ofNullable(roles.get(role));
    }

    /** A body by the names of its bones; empty unless both legs, or both arms and a head, are named. */
    static Optional<BodyPlan> byNames(Skeleton skeleton, int[] parents) {
        return new Names(skeleton, parents).plan();
    }

    /**
     * A body by its shape, which stands upright: the lowest pair of ends is the feet, the widest other pair the hands.
     *
     * @param positions 3B joints in a reference pose, y up
     */
    static Optional<BodyPlan> byShape(int[] parents, double[] positions) {
        return new Shape(parents, positions).plan();
    }

    /** Fills in what follows from legs, arms and head; empty without hips. */
    private static Optional<BodyPlan> complete(Map<String, Integer> roles, int[] parents) {
        List<Integer> low = bones(roles, "leftUpperLeg", "rightUpperLeg");
        List<Integer> high = bones(roles, "leftUpperArm", "rightUpperArm", "head");
        if (low.size() < 2 && (low.isEmpty() && !roles.containsKey("hips") || high.isEmpty())) {
            return Optional.empty();
        }
        List<Integer> all = new ArrayList<>(low);
        if (!high.isEmpty()) {
            all.add(high.get(0));
        }
        int hips = all.size() < 2 || low.isEmpty() ? roles.get("hips") : common(all, parents);
        if (hips == Skeleton.NONE) {
            return Optional.empty();
        }
        if (low.contains(hips)) {
            hips = parents[hips] == Skeleton.NONE ? hips : parents[hips];
        }
        roles.put("hips", hips);
        List<Integer> trunk = new ArrayList<>();
        List<Integer> neck = new ArrayList<>();
        if (!high.isEmpty()) {
            int chest = high.size() < 2 ? parents[high.get(0)] : common(high, parents);
            for (int at = chest; at != Skeleton.NONE && at != hips; at = parents[at]) {
                trunk.add(0, at);
            }
            for (int at = roles.containsKey("head") ? parents[roles.get("head")] : hips;
                    at != Skeleton.NONE && at != chest && at != hips && !trunk.contains(at);
                    at = parents[at]) {
                neck.add(0, at);
            }
            for (String side : List.of("left", "right")) {
                Integer arm = roles.get(side + "UpperArm");
                if (arm != null && parents[arm] != chest && parents[arm] != hips && parents[arm] != Skeleton.NONE) {
                    roles.putIfAbsent(side + "Shoulder", parents[arm]);
                }
            }
        }
        if (!trunk.isEmpty()) {
            roles.put("spine", trunk.get(0));
            if (trunk.size() > 1) {
                roles.put("chest", trunk.get(trunk.size() > 2 ? trunk.size() - 2 : 1));
            }
            if (trunk.size() > 2) {
                roles.put("upperChest", trunk.get(trunk.size() - 1));
            }
        }
        if (!neck.isEmpty()) {
            roles.put("neck", neck.get(0));
        }
        return Optional.of(new BodyPlan(roles, trunk, neck, parents));
    }

    private static List<Integer> bones(Map<String, Integer> roles, String... names) {
        return Arrays.stream(names).filter(roles::containsKey).map(roles::get).toList();
    }

    /** The lowest bone that carries all of these. */
    static int common(List<Integer> bones, int[] parents) {
        boolean[] below = ArticulatedForm.below(parents);
        for (int at = bones.get(0); at != Skeleton.NONE; at = parents[at]) {
            int carrier = at;
            if (bones.stream().allMatch(j -> below[carrier * parents.length + j])) {
                return at;
            }
        }
        return Skeleton.NONE;
    }

    /** Finds the parts by name. */
    private static final class Names {
        private final int[] parents;
        private final List<BoneLabel> labels;
        private final boolean[] below;
        private final int[] order;
        private final Map<String, Integer> roles = new LinkedHashMap<>();

        Names(Skeleton skeleton, int[] parents) {
            this.parents = parents;
            this.labels = skeleton.names().stream().map(BoneLabel::of).toList();
            this.below = ArticulatedForm.below(parents);
            this.order = PoseSolver.order(parents);
        }

        Optional<BodyPlan> plan() {
            first(Side.NONE, Part.HIPS, Skeleton.NONE).ifPresent(j -> roles.put("hips", j));
            first(Side.NONE, Part.HEAD, Skeleton.NONE).or(this::lastOfNeck).ifPresent(j -> roles.put("head", j));
            for (Side side : List.of(Side.LEFT, Side.RIGHT)) {
                String word = side == Side.LEFT ? "left" : "right";
                leg(side, word);
                arm(side, word);
            }
            if (!roles.containsKey("head")) {
                endOfTrunk().ifPresent(j -> roles.put("head", j));
            }
            return complete(roles, parents);
        }

        /** The last bone above the arms with the same name and another number than the bone that carries them, as in Rigify. */
        private Optional<Integer> endOfTrunk() {
            List<Integer> arms = bones(roles, "leftUpperArm", "rightUpperArm");
            int chest = arms.size() < 2 ? Skeleton.NONE : common(arms, parents);
            Optional<Integer> last = Optional.empty();
            for (int j : order) {
                boolean above = chest != Skeleton.NONE && j != chest && below[chest * parents.length + j];
                last = above && series(j).equals(series(chest)) ? Optional.of(j) : last;
            }
            return last;
        }

        private String series(int j) {
            return labels.get(j).key().replaceFirst("\\..*", "");
        }

        /** The first bone with this name from the root on, below a bone unless that is {@link Skeleton#NONE}. */
        private Optional<Integer> first(Side side, Part part, int above) {
            for (int j : order) {
                boolean named = labels.get(j).side() == side
                        && labels.get(j).part().filter(part::equals).isPresent();
                if (named && (above == Skeleton.NONE || above != j && below[above * parents.length + j])) {
                    return Optional.of(j);
                }
            }
            return Optional.empty();
        }

        private Optional<Integer> lastOfNeck() {
            Optional<Integer> last = Optional.empty();
            for (int j : order) {
                last = labels.get(j).part().filter(Part.NECK::equals).isPresent() ? Optional.of(j) : last;
            }
            return last;
        }

        private void leg(Side side, String word) {
            Optional<Integer> upper =
                    first(side, Part.UPPER_LEG, Skeleton.NONE).or(() -> first(side, Part.SIDED_HIP, Skeleton.NONE));
            if (upper.isEmpty()) {
                numbered(side, Part.LEG, List.of("UpperLeg", "LowerLeg", "Foot", "Toes"), word);
            } else {
                put(word + "UpperLeg", upper);
                put(
                        word + "LowerLeg",
                        first(side, Part.LOWER_LEG, upper.get()).or(() -> first(side, Part.LEG, upper.get())));
            }
            Optional<Integer> found = Optional.ofNullable(roles.get(word + "UpperLeg"));
            found.flatMap(leg -> first(side, Part.FOOT, leg))
                    .or(() -> first(side, Part.FOOT, Skeleton.NONE))
                    .ifPresent(foot -> roles.put(word + "Foot", foot));
            Optional.ofNullable(roles.get(word + "Foot"))
                    .flatMap(foot -> first(side, Part.TOES, foot))
                    .ifPresent(toes -> roles.put(word + "Toes", toes));
        }

        private void arm(Side side, String word) {
            Optional<Integer> collar = first(side, Part.CLAVICLE, Skeleton.NONE);
            Optional<Integer> shoulder = first(side, Part.SHOULDER, Skeleton.NONE);
            Optional<Integer> lower = first(side, Part.LOWER_ARM, Skeleton.NONE);
            Optional<Integer> upper = first(side, Part.UPPER_ARM, Skeleton.NONE)
                    .or(() -> lower.isPresent() ? first(side, Part.ARM, Skeleton.NONE) : Optional.empty());
            if (upper.isEmpty() && first(side, Part.ARM, Skeleton.NONE).isPresent()) {
                numbered(side, Part.ARM, List.of("UpperArm", "LowerArm", "Hand"), word);
                upper = Optional.ofNullable(roles.get(word + "UpperArm"));
            } else if (upper.isEmpty()) {
                upper = shoulder;
                shoulder = Optional.empty();
            }
            put(word + "UpperArm", upper);
            if (lower.isPresent()) {
                put(word + "LowerArm", lower);
            }
            put(word + "Shoulder", collar.isPresent() ? collar : shoulder);
            Optional.ofNullable(roles.get(word + "LowerArm"))
                    .flatMap(elbow -> first(side, Part.HAND, elbow))
                    .ifPresent(hand -> roles.put(word + "Hand", hand));
        }

        /** A chain whose bones have the same name and numbers. */
        private void numbered(Side side, Part part, List<String> words, String prefix) {
            List<Integer> chain = new ArrayList<>();
            for (int j : order) {
                boolean same = labels.get(j).side() == side
                        && labels.get(j).part().filter(part::equals).isPresent();
                if (same && (chain.isEmpty() || parents[j] == chain.get(chain.size() - 1))) {
                    chain.add(j);
                }
            }
            int at = 0;
            if (part == Part.ARM && chain.size() > words.size()) {
                roles.put(prefix + "Shoulder", chain.get(at++));
            }
            for (int k = 0; k < words.size() && at < chain.size(); k++) {
                roles.put(prefix + words.get(k), chain.get(at++));
            }
        }

        private void put(String role, Optional<Integer> bone) {
            bone.filter(j -> !roles.containsValue(j)).ifPresent(j -> roles.put(role, j));
        }
    }

    /** Finds the parts by shape. */
    private static final class Shape {
        private final int[] parents;
        private final double[] c;
        private final double size;

        Shape(int[] parents, double[] positions) {
            this.parents = parents;
            this.c = positions;
            double[] low = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
            double[] high = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};
            for (int k = 0; k < c.length; k++) {
                low[k % 3] = Math.min(low[k % 3], c[k]);
                high[k % 3] = Math.max(high[k % 3], c[k]);
            }
            size = high[1] - low[1];
        }

        Optional<BodyPlan> plan() {
            List<Integer> ends = ends();
            Optional<int[]> feet = pair(ends, Comparator.comparingDouble(p -> c[3 * p[0] + 1] + c[3 * p[1] + 1]));
            if (feet.isEmpty()) {
                return Optional.empty();
            }
            int hips = common(List.of(feet.get()[0], feet.get()[1]), parents);
            if (hips == Skeleton.NONE) {
                return Optional.empty();
            }
            List<Integer> others = ends.stream()
                    .filter(j -> j != feet.get()[0] && j != feet.get()[1] && c[3 * j + 1] > c[3 * feet.get()[0] + 1])
                    .toList();
            Optional<int[]> hands = pair(others, Comparator.comparingDouble(p -> -Math.abs(c[3 * p[0]] - c[3 * p[1]])));
            Optional<Integer> head = others.stream()
                    .filter(j -> Math.abs(c[3 * j] - c[3 * hips]) < SYMMETRY * size)
                    .max(Comparator.comparingDouble(j -> c[3 * j + 1]));
            if (hands.isEmpty() || head.isEmpty()) {
                return Optional.empty();
            }
            int chest = common(List.of(hands.get()[0], hands.get()[1]), parents);
            Map<String, Integer> roles = new LinkedHashMap<>();
            roles.put("hips", hips);
            for (int side = 0; side < 2; side++) {
                String word = side == 0 ? "left" : "right";
                limb(roles, path(hips, feet.get()[side]), List.of("UpperLeg", "LowerLeg", "Foot", "Toes"), word);
                List<Integer> arm = path(chest, hands.get()[side]);
                limb(roles, arm, List.of("UpperArm", "LowerArm", "Hand"), word);
            }
            List<Integer> up = path(chest, head.get());
            roles.put("head", up.isEmpty() ? head.get() : up.get(Math.min(up.size() - 1, 1)));
            return complete(roles, parents);
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
                if (!carries[j]) {
                    ends.add(j);
                }
            }
            return ends;
        }

        /** The best pair of mirrored ends, the left one first: larger x, for a body that faces +z. */
        private Optional<int[]> pair(List<Integer> ends, Comparator<int[]> best) {
            double middle = c[3 * PoseSolver.order(parents)[0]];
            List<int[]> pairs = new ArrayList<>();
            for (int a : ends) {
                for (int b : ends) {
                    boolean mirrored = Math.abs(c[3 * a] + c[3 * b] - 2 * middle) < SYMMETRY * size
                            && Math.abs(c[3 * a + 1] - c[3 * b + 1]) < SYMMETRY * size
                            && Math.abs(c[3 * a + 2] - c[3 * b + 2]) < SYMMETRY * size
                            && c[3 * a] - c[3 * b] > SYMMETRY / 2 * size;
                    if (mirrored) {
                        pairs.add(new int[] {a, b});
                    }
                }
            }
            return pairs.stream().min(best);
        }

        /** The bones below one on the way to another. */
        private List<Integer> path(int above, int end) {
            List<Integer> path = new ArrayList<>();
            for (int at = end; at != Skeleton.NONE && at != above; at = parents[at]) {
                path.add(0, at);
            }
            return path;
        }

        private double reach(int a, int b) {
            return Math.sqrt(Vec3.squaredDistance(c, 3 * a, c, 3 * b));
        }

        private void limb(Map<String, Integer> roles, List<Integer> path, List<String> words, String prefix) {
            // The two long parts of a limb, the last of several such pairs; before them are collar bones or joints
            // beside the hips, as in CMU's files.
            int first = 0;
            double longest = 0;
            for (int k = 0; k + 2 < path.size(); k++) {
                double length = reach(path.get(k), path.get(k + 1)) + reach(path.get(k + 1), path.get(k + 2));
                if (length > (1 - SAME_LENGTH) * longest) {
                    first = k;
                    longest = Math.max(longest, length);
                }
            }
            List<Integer> chain = path.subList(first, path.size());
            if (first > 0 && words.contains("UpperArm")) {
                roles.put(prefix + "Shoulder", path.get(first - 1));
            }
            for (int k = 0; k < words.size() && k < chain.size(); k++) {
                roles.put(prefix + words.get(k), chain.get(k));
            }
        }
    }
}
