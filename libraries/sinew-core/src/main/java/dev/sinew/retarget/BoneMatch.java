package dev.sinew.retarget;

import dev.sinew.math.Vec3;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * For each bone of a model the bone of a motion that it follows, or two and the share of the second.
 *
 * @param first per bone; {@link Skeleton#NONE} for none
 */
record BoneMatch(int[] first, int[] second, double[] share, String[] role, double[] confidence, String[] by) {
    private static final double SURE = 0.95;
    private static final double BETWEEN = 0.8;
    private static final double SAME_NAME = 0.9;
    private static final double SHAPE = 0.7;

    /** Parts that correspond one to one. */
    private static final List<String> MAIN = List.of(
            "hips",
            "head",
            "leftShoulder",
            "rightShoulder",
            "leftUpperArm",
            "leftLowerArm",
            "leftHand",
            "rightUpperArm",
            "rightLowerArm",
            "rightHand",
            "leftUpperLeg",
            "leftLowerLeg",
            "leftFoot",
            "leftToes",
            "rightUpperLeg",
            "rightLowerLeg",
            "rightFoot",
            "rightToes");

    static BoneMatch none(int bones) {
        int[] nothing = new int[bones];
        Arrays.fill(nothing, Skeleton.NONE);
        return new BoneMatch(
                nothing, nothing.clone(), new double[bones], new String[bones], new double[bones], new String[bones]);
    }

    boolean isMatched(int bone) {
        return first[bone] != Skeleton.NONE;
    }

    void set(int bone, int source, String kind, double sure) {
        first[bone] = source;
        second[bone] = Skeleton.NONE;
        share[bone] = 0;
        by[bone] = kind;
        confidence[bone] = sure;
    }

    /** Parts of a body, chains along their length. */
    void addBody(BodyPlan target, double[] targetRest, BodyPlan source, double[] sourceRest, String kind) {
        for (String part : MAIN) {
            Optional<Integer> own = target.bone(part);
            Optional<Integer> other = source.bone(part);
            if (own.isPresent() && other.isPresent() && !isMatched(own.get())) {
                set(own.get(), other.get(), kind, kind.equals("name") ? SURE : SHAPE);
            }
        }
        target.roles().forEach((part, bone) -> role[bone] = part);
        int hips = source.roles().get("hips");
        addChain(target.trunk(), targetRest, source.trunk(), sourceRest, hips, kind);
        if (!source.neck().isEmpty()) {
            addChain(target.neck(), targetRest, source.neck(), sourceRest, hips, kind);
        }
        for (String side : List.of("left", "right")) {
            between(target, side + "UpperLeg", side + "LowerLeg");
            between(target, side + "LowerLeg", side + "Foot");
        }
    }

    private void addChain(
            List<Integer> own, double[] ownRest, List<Integer> other, double[] otherRest, int fallback, String kind) {
        double[] at = fractions(own, ownRest);
        double[] stops = fractions(other, otherRest);
        for (int k = 0; k < own.size(); k++) {
            int bone = own.get(k);
            if (isMatched(bone)) {
                continue;
            }
            if (other.isEmpty()) {
                set(bone, fallback, kind, BETWEEN);
                continue;
            }
            int after = 0;
            while (after < stops.length - 1 && stops[after] < at[k] - 1e-9) {
                after++;
            }
            set(bone, other.get(after), kind, BETWEEN);
            if (after > 0 && stops[after] > at[k] + 1e-9) {
                double part = (stops[after] - at[k]) / (stops[after] - stops[after - 1]);
                second[bone] = other.get(after - 1);
                share[bone] = part;
            }
        }
    }

    /** How far along a chain each joint is; a single bone is the last. */
    private static double[] fractions(List<Integer> chain, double[] rest) {
        double[] at = new double[chain.size()];
        for (int k = 1; k < at.length; k++) {
            at[k] = at[k - 1] + Math.sqrt(Vec3.squaredDistance(rest, 3 * chain.get(k - 1), rest, 3 * chain.get(k)));
        }
        double length = at.length == 0 ? 0 : at[at.length - 1];
        for (int k = 0; k < at.length; k++) {
            at[k] = length > 0 ? at[k] / length : 1;
        }
        return at;
    }

    /** Bones between two parts of a limb turn halfway. */
    private void between(BodyPlan target, String upper, String lower) {
        Optional<Integer> from = target.bone(upper);
        Optional<Integer> to = target.bone(lower);
        if (from.isEmpty() || to.isEmpty() || !isMatched(from.get()) || !isMatched(to.get())) {
            return;
        }
        List<Integer> path = new ArrayList<>();
        int at = target.parents()[to.get()];
        while (at != Skeleton.NONE && at != from.get()) {
            path.add(at);
            at = target.parents()[at];
        }
        for (int bone : path) {
            if (at != Skeleton.NONE && !isMatched(bone) && !lower.endsWith("Foot")) {
                set(bone, first[from.get()], by[from.get()], BETWEEN);
                second[bone] = first[to.get()];
                share[bone] = 0.5;
            } else if (at != Skeleton.NONE && !isMatched(bone)) {
                set(bone, first[from.get()], by[from.get()], BETWEEN);
            }
        }
    }

    /** Bones of the same name, sides and numbers included, where no other bone has it. */
    void addEqualNames(Skeleton target, Skeleton source) {
        Map<String, Integer> keys = new HashMap<>();
        Map<String, Integer> counts = new HashMap<>();
        for (int s = 0; s < source.boneCount(); s++) {
            String key = BoneLabel.of(source.names().get(s)).key();
            keys.put(key, s);
            counts.merge(key, 1, Integer::sum);
        }
        for (int j = 0; j < target.boneCount(); j++) {
            String name = target.names().get(j);
            int exact = source.names().indexOf(name);
            String key = BoneLabel.of(name).key();
            boolean known = counts.getOrDefault(key, 0) == 1 && key.matches(".*[a-z].*");
            if (!isMatched(j) && (exact >= 0 || known)) {
                set(j, exact >= 0 ? exact : keys.get(key), "name", SAME_NAME);
            }
        }
    }

    BoneMap toMap(Skeleton target, Skeleton source) {
        List<BoneMap.Entry> entries = new ArrayList<>();
        List<String> unmatched = new ArrayList<>();
        boolean[] used = new boolean[source.boneCount()];
        for (int j = 0; j < first.length; j++) {
            String name = target.names().get(j);
            if (!isMatched(j)) {
                unmatched.add(name);
                continue;
            }
            used[first[j]] = true;
            Optional<String> other = second[j] == Skeleton.NONE
                    ? Optional.empty()
                    : Optional.of(source.names().get(second[j]));
            if (other.isPresent()) {
                used[second[j]] = true;
            }
            entries.add(new BoneMap.Entry(
                    name,
                    Optional.of(source.names().get(first[j])),
                    other,
                    share[j],
                    Optional.ofNullable(role[j]),
                    confidence[j],
                    by[j]));
        }
        List<String> unused = new ArrayList<>();
        for (int s = 0; s < used.length; s++) {
            if (!used[s]) {
                unused.add(source.names().get(s));
            }
        }
        return new BoneMap(entries, unmatched, unused);
    }
}
