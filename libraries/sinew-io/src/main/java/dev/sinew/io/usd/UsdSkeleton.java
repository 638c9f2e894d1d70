package dev.sinew.io.usd;

import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.model.Skeleton;
import dev.sinew.run.InvalidInputException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A skeleton prim: its joints, their bind transforms, and their animation. */
final class UsdSkeleton {
    private final String file;
    private final UsdPrim prim;
    private final List<String> joints;
    private final int[] parents;
    /** 12 per joint: joint to skeleton space in the bind pose. */
    private final double[] binds;
    /** 12 per joint, relative to their parents, without animation. */
    private final double[] rests;

    private final double[] inverseBinds;

    UsdSkeleton(String file, UsdPrim prim) {
        this.file = file;
        this.prim = prim;
        this.joints = prim.words("joints");
        if (joints.isEmpty()) {
            throw bad("has no joints");
        }
        this.parents = findParents();
        this.binds = matrices("bindTransforms");
        this.rests = matrices("restTransforms");
        this.inverseBinds = new double[binds.length];
        for (int at = 0; at < binds.length; at += Affine3.STRIDE) {
            if (!(Math.abs(Affine3.determinant(binds, at)) > 0)) {
                throw bad("binds the joint " + joints.get(at / Affine3.STRIDE) + " with a singular matrix");
            }
            Affine3.invert(binds, at, inverseBinds, at);
        }
    }

    private int[] findParents() {
        Map<String, Integer> numbers = new HashMap<>();
        int[] found = new int[joints.size()];
        for (int j = 0; j < found.length; j++) {
            String path = joints.get(j);
            found[j] = Skeleton.NONE;
            for (int slash = path.lastIndexOf('/');
                    slash > 0 && found[j] == Skeleton.NONE;
                    slash = path.lastIndexOf('/', slash - 1)) {
                found[j] = numbers.getOrDefault(path.substring(0, slash), Skeleton.NONE);
            }
            if (numbers.put(path, j) != null) {
                throw bad("has the joint " + path + " twice");
            }
        }
        return found;
    }

    private double[] matrices(String name) {
        double[] numbers = prim.numbers(name);
        if (numbers.length != 16 * joints.size()) {
            throw bad("has " + numbers.length / 16 + " " + name + " for " + joints.size() + " joints");
        }
        double[] all = new double[Affine3.STRIDE * joints.size()];
        for (int j = 0; j < joints.size(); j++) {
            System.arraycopy(UsdTransforms.affine(numbers, 16 * j), 0, all, Affine3.STRIDE * j, Affine3.STRIDE);
        }
        return all;
    }

    InvalidInputException bad(String what) {
        return new InvalidInputException(file + ": skeleton " + prim.path() + " " + what);
    }

    UsdPrim prim() {
        return prim;
    }

    /** Paths of the joints, parents before their children. */
    List<String> joints() {
        return joints;
    }

    /** The nearest ancestor of each joint that is also in the skeleton. */
    int[] parents() {
        return parents;
    }

    /** The author's names if the file has them, else the last part of each path. */
    List<String> names() {
        List<String> given = prim.words("jointNames");
        return given.size() == joints.size()
                ? given
                : joints.stream().map(p -> p.substring(p.lastIndexOf('/') + 1)).toList();
    }

    /** 3×4 of joint j, in skeleton space. */
    double[] bind(int j) {
        double[] m = new double[Affine3.STRIDE];
        System.arraycopy(binds, Affine3.STRIDE * j, m, 0, Affine3.STRIDE);
        return m;
    }

    /** Whether an animation moves only joints of this skeleton. */
    boolean fits(UsdPrim animation) {
        List<String> moved = animation.words("joints");
        return !moved.isEmpty() && joints.containsAll(moved);
    }

    /**
     * 12 per joint: the matrices that move points of the bind pose at a time code, in skeleton space.
     *
     * @param animation empty for the rest pose
     */
    double[] matrices(Optional<UsdPrim> animation, double time) {
        double[] globals = rests.clone();
        animation.ifPresent(a -> pose(a, time, globals));
        double[] out = new double[globals.length];
        for (int j = 0; j < joints.size(); j++) {
            int at = Affine3.STRIDE * j;
            if (parents[j] != Skeleton.NONE) {
                double[] whole = new double[Affine3.STRIDE];
                Affine3.multiply(globals, Affine3.STRIDE * parents[j], globals, at, whole, 0);
                System.arraycopy(whole, 0, globals, at, Affine3.STRIDE);
            }
            Affine3.multiply(globals, at, inverseBinds, at, out, at);
        }
        return out;
    }

    /** @param locals 12 per joint, modified where the animation has values */
    private void pose(UsdPrim animation, double time, double[] locals) {
        List<String> moved = animation.words("joints");
        double[] t = values(animation, "translations", 3 * moved.size(), time);
        double[] r = values(animation, "rotations", 4 * moved.size(), time);
        double[] s = values(animation, "scales", 3 * moved.size(), time);
        Map<String, Integer> numbers = new HashMap<>();
        for (int j = 0; j < joints.size(); j++) {
            numbers.put(joints.get(j), j);
        }
        double[] q = new double[4];
        for (int k = 0; k < moved.size(); k++) {
            Integer joint = numbers.get(moved.get(k));
            if (joint == null) {
                continue;
            }
            System.arraycopy(r, 4 * k + 1, q, 0, 3);
            q[3] = r[4 * k];
            if (!(Quaternions.dot(q, 0, q, 0) > 0)) {
                throw bad("is moved by " + animation.path() + " with a zero quaternion");
            }
            Quaternions.normalise(q, 0);
            Affine3.compose(t, 3 * k, q, 0, s, 3 * k, locals, Affine3.STRIDE * joint);
        }
    }

    private double[] values(UsdPrim animation, String name, int count, double time) {
        double[] values = animation
                .attribute(name)
                .map(a -> a.at(time))
                .orElseThrow(() -> bad("is moved by " + animation.path() + ", which has no " + name));
        if (values.length != count) {
            throw bad("is moved by " + animation.path() + ", which has " + values.length + " numbers in " + name
                    + " instead of " + count);
        }
        return values;
    }
}
