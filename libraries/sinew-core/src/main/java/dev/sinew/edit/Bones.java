package dev.sinew.edit;

import dev.sinew.geometry.Interior;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import dev.sinew.symmetry.BoneNameWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The bones of a model while they change. Bones keep their numbers until {@link #built}: those that go are only marked, new ones
 * come last.
 */
final class Bones {
    private final Edited given;
    private final List<String> names;
    private final List<Integer> parents = new ArrayList<>();
    private final List<double[]> pivots = new ArrayList<>();
    /** Quaternions of {@link Skeleton#turns}. */
    private final List<double[]> turns = new ArrayList<>();
    /** Which bone of the model a bone moves as. */
    private final List<Integer> movesAs = new ArrayList<>();
    /** Which bone has the weights of a bone now. */
    private final List<Integer> heirs = new ArrayList<>();

    private final Set<Integer> gone = new HashSet<>();
    private final Set<Integer> locked = new HashSet<>();
    /** Bones that carry a point without turning, instead of moving as a bone does. */
    private final Set<Integer> carriers = new HashSet<>();

    /** Weights with the bones' present numbers; what {@link #heirs} say comes after. */
    private SkinWeights weights;

    Bones(Edited edited) {
        given = edited;
        Skeleton skeleton = edited.model().skeleton();
        names = new ArrayList<>(skeleton.names());
        for (int j = 0; j < names.size(); j++) {
            parents.add(skeleton.parents()[j]);
            pivots.add(skeleton.pivot(j));
            turns.add(Arrays.copyOfRange(skeleton.turns(), 4 * j, 4 * j + 4));
            movesAs.add(j);
            heirs.add(j);
            if (edited.locked().contains(names.get(j))) {
                locked.add(j);
            }
        }
        weights = edited.model().weights();
    }

    SkinnedModel model() {
        return given.model();
    }

    int count() {
        return names.size();
    }

    boolean isThere(int j) {
        return !gone.contains(j);
    }

    int named(String name) {
        int j = names.indexOf(name);
        if (j < 0) {
            throw new RefusedException("there is no bone '" + name + "', there are: " + String.join(", ", names));
        }
        return j;
    }

    String name(int j) {
        return names.get(j);
    }

    boolean isTaken(String name) {
        int j = names.indexOf(name);
        return j >= 0 && isThere(j);
    }

    int parent(int j) {
        return parents.get(j);
    }

    double[] pivot(int j) {
        return pivots.get(j);
    }

    /** How its axes lie in the rest pose. */
    double[] turn(int j) {
        return turns.get(j);
    }

    void turn(int j, double[] quaternion) {
        turns.set(j, quaternion);
    }

    SkinWeights weights() {
        return weights;
    }

    void weigh(SkinWeights other) {
        weights = other;
    }

    void requireOther(int j) {
        if (count() - Ends.of(this, j).size() < 2) {
            throw new RefusedException(name(j) + " is the last bone, a model needs one");
        }
    }

    void rename(int j, String name) {
        int other = names.indexOf(name);
        if (other >= 0 && other != j) {
            throw new RefusedException(name(j) + " cannot be called " + name + ", another bone is");
        }
        List<Integer> ends = Ends.called(this, j);
        names.set(j, name);
        ends.forEach(end -> callEnd(end, j));
    }

    /** An end is called after its bone, where that name is free. */
    void callEnd(int end, int bone) {
        String name = BoneNameWords.end(name(bone));
        if (!isTaken(name)) {
            names.set(end, name);
        }
    }

    /** Names of many bones at once: only afterwards they must differ. */
    void renameAll(List<String> all) {
        for (int j = 0; j < all.size(); j++) {
            if (all.lastIndexOf(all.get(j)) != j) {
                throw new RefusedException("two bones would be called " + all.get(j));
            }
            names.set(j, all.get(j));
        }
    }

    void place(int j, double[] pivot) {
        pivots.set(j, pivot);
    }

    void hang(int j, int parent) {
        parents.set(j, parent);
    }

    void lock(int j) {
        locked.add(j);
    }

    /** Moves as its joint does, without turning, from now on. */
    void carry(int j, int withJointOf) {
        carriers.add(j);
        movesAs.set(j, movesAs.get(withJointOf));
    }

    void moveAs(int j, int other) {
        movesAs.set(j, movesAs.get(other));
        turns.set(j, turns.get(other));
    }

    List<Integer> children(int j) {
        List<Integer> children = new ArrayList<>();
        for (int c = 0; c < count(); c++) {
            if (isThere(c) && parent(c) == j) {
                children.add(c);
            }
        }
        return children;
    }

    /** Whether a bone is another or hangs below it. */
    boolean isBelow(int j, int above) {
        int at = j;
        while (at != Skeleton.NONE && at != above) {
            at = parent(at);
        }
        return at == above;
    }

    /** A bone that moves as another does. */
    int add(String name, int parent, double[] pivot, int like) {
        String free = name;
        for (int k = 2; isTaken(free); k++) {
            free = name + k;
        }
        names.add(free);
        parents.add(parent);
        pivots.add(pivot);
        turns.add(turns.get(like));
        movesAs.add(movesAs.get(like));
        heirs.add(count() - 1);
        return count() - 1;
    }

    Bones remove(int j) {
        int parent = parent(j);
        List<Integer> ends = Ends.of(this, j);
        ends.forEach(this::drop);
        List<Integer> below = children(j);
        double[] totals = totals();
        int heir = parent != Skeleton.NONE && totals[parent] > 0 ? parent : Nearest.neighbour(this, j, totals);
        if (parent == Skeleton.NONE && !below.isEmpty()) {
            int top = below.contains(heir) ? heir : Nearest.of(this, j, below);
            hang(top, Skeleton.NONE);
            below.forEach(child -> hang(child, child == top ? Skeleton.NONE : top));
        } else {
            below.forEach(child -> hang(child, parent));
        }
        give(j, heir);
        if (heir == parent) {
            Ends.passOn(this, ends, j, heir);
        }
        return this;
    }

    /** Where the bone that stays hung below the other, it comes to hang where that did. */
    Bones merge(int kept, int with) {
        List<Integer> ends =
                Ends.of(this, with).stream().filter(end -> end != kept).toList();
        ends.forEach(this::drop);
        if (isBelow(kept, with)) {
            hang(kept, parent(with));
            place(kept, pivot(with));
        }
        for (int child : children(with)) {
            if (child != kept) {
                hang(child, kept);
            }
        }
        give(with, kept);
        Ends.passOn(this, ends, with, kept);
        return this;
    }

    /** For a bone that moves nothing: nobody has to take its weights. */
    private void drop(int j) {
        gone.add(j);
    }

    void takeBack(int j) {
        gone.remove(j);
    }

    private void give(int j, int heir) {
        gone.add(j);
        heirs.replaceAll(to -> to == j ? heir : to);
    }

    /** Σ_i w_ij of the bones as they are now. */
    double[] totals() {
        double[] before = weights.totals(count());
        double[] totals = new double[count()];
        for (int j = 0; j < before.length; j++) {
            totals[heirs.get(j)] += before[j];
        }
        return totals;
    }

    /** The model with the bones as they are now, parents before their children, else in the order they were. */
    Edited built() {
        return new BuiltBones(this).built();
    }

    int heir(int j) {
        return heirs.get(j);
    }

    /** Which bone of the model it moves as. */
    int movesAs(int j) {
        return movesAs.get(j);
    }

    boolean isLocked(int j) {
        return locked.contains(j);
    }

    boolean isCarrier(int j) {
        return carriers.contains(j);
    }

    /** The model that changed bones make: parents before their children, else in the order they were. */
    private static final class BuiltBones {
        private final Bones bones;
        /** Bones that are there, as the model is to number them. */
        private final List<Integer> order = new ArrayList<>();

        BuiltBones(Bones bones) {
            this.bones = bones;
            for (int j = 0; j < bones.count(); j++) {
                if (bones.isThere(j)) {
                    arrange(j);
                }
            }
        }

        private void arrange(int j) {
            if (order.contains(j)) {
                return;
            }
            if (bones.parent(j) != Skeleton.NONE) {
                arrange(bones.parent(j));
            }
            order.add(j);
        }

        Edited built() {
            int[] place = new int[bones.count()];
            Arrays.fill(place, Skeleton.NONE);
            for (int p = 0; p < order.size(); p++) {
                place[order.get(p)] = p;
            }
            Set<String> locks = new HashSet<>();
            order.stream().filter(bones::isLocked).forEach(j -> locks.add(bones.name(j)));
            SkinnedModel given = bones.model();
            List<Clip> clips = given.clips().stream()
                    .map(clip -> new Clip(clip.name(), clip.framesPerSecond(), motion(clip.motion())))
                    .toList();
            return new Edited(
                    new SkinnedModel(given.rest(), weights(place), skeleton(place), given.boneType(), clips), locks);
        }

        private Skeleton skeleton(int[] place) {
            int[] above = new int[order.size()];
            double[] joints = new double[3 * above.length];
            double[] axes = new double[4 * above.length];
            for (int p = 0; p < above.length; p++) {
                int j = order.get(p);
                above[p] = bones.parent(j) == Skeleton.NONE ? Skeleton.NONE : place[bones.parent(j)];
                System.arraycopy(bones.pivot(j), 0, joints, 3 * p, 3);
                System.arraycopy(bones.turn(j), 0, axes, 4 * p, 4);
            }
            return new Skeleton(order.stream().map(bones::name).toList(), above, joints, axes);
        }

        private SkinWeights weights(int[] place) {
            SkinWeights given = bones.weights();
            int k = given.influences();
            int[] names = new int[given.bones().length];
            double[] values = new double[names.length];
            for (int at = 0; at < names.length; at++) {
                double w = given.weights()[at];
                if (w == 0) {
                    continue;
                }
                int bone = place[bones.heir(given.bones()[at])];
                int to = at - at % k;
                while (values[to] > 0 && names[to] != bone) {
                    to++;
                }
                names[to] = bone;
                values[to] += w;
            }
            return SkinWeights.of(k, names, values);
        }

        private BoneMotion motion(BoneMotion before) {
            BoneMotion after = new BoneMotion(
                    order.size(),
                    before.frameCount(),
                    new double[before.frameCount() * order.size() * BoneMotion.STRIDE]);
            for (int f = 0; f < before.frameCount(); f++) {
                for (int p = 0; p < order.size(); p++) {
                    int j = order.get(p);
                    int from = before.offset(f, bones.movesAs(j));
                    System.arraycopy(before.matrices(), from, after.matrices(), after.offset(f, p), BoneMotion.STRIDE);
                    if (bones.isCarrier(j)) {
                        NewRoot.carry(after.matrices(), after.offset(f, p), bones.pivot(j));
                    }
                }
            }
            return after;
        }
    }

    /** How far outside of a body a place is. */
    static final class BodyDistance {
        private final Mesh body;
        private final Box box;

        BodyDistance(Mesh body) {
            this.body = body;
            this.box = Box.around(body.positions());
        }

        double size() {
            return box.diagonal();
        }

        /** 0 inside. What is farther from the box than its diagonal is measured to the box: squares of it may be too large. */
        double to(Edit.Point p) {
            double beyond = Math.hypot(
                    Math.hypot(beyond(box.minX(), p.x(), box.maxX()), beyond(box.minY(), p.y(), box.maxY())),
                    beyond(box.minZ(), p.z(), box.maxZ()));
            if (beyond > size()) {
                return beyond;
            }
            double[] point = {p.x(), p.y(), p.z()};
            Interior interior = new Interior(body);
            if (body.triangles().length == 0 || interior.contains(point)) {
                return beyond;
            }
            return interior.distance(point);
        }

        private static double beyond(double least, double x, double most) {
            return Math.max(0, Math.max(least - x, x - most));
        }
    }

    /** Which bone is nearest to another, by the middle of what they move. */
    static final class Nearest {
        private Nearest() {}

        /** Of the bones joined with one, or else of all: the nearest that moves something, else the nearest. */
        static int neighbour(Bones bones, int j, double[] totals) {
            List<Integer> others = IntStream.range(0, bones.count())
                    .filter(k -> k != j && bones.isThere(k))
                    .boxed()
                    .toList();
            int parent = bones.parent(j);
            List<Integer> joined = others.stream()
                    .filter(k -> bones.parent(k) == j || parent != Skeleton.NONE && bones.parent(k) == parent)
                    .filter(k -> totals[k] > 0)
                    .toList();
            List<Integer> moving = others.stream().filter(k -> totals[k] > 0).toList();
            return of(bones, j, !joined.isEmpty() ? joined : !moving.isEmpty() ? moving : others);
        }

        static int of(Bones bones, int j, List<Integer> others) {
            double[] middles = middles(bones);
            int best = others.get(0);
            for (int k : others) {
                best = Vec3.squaredDistance(middles, 3 * j, middles, 3 * k)
                                < Vec3.squaredDistance(middles, 3 * j, middles, 3 * best)
                        ? k
                        : best;
            }
            return best;
        }

        /** 3B: the middle of what each bone moves, its joint where it moves nothing. */
        static double[] middles(Bones bones) {
            double[] pivots = new double[3 * bones.count()];
            for (int k = 0; k < pivots.length; k++) {
                pivots[k] = bones.pivot(k / 3)[k % 3];
            }
            return bones.weights().middles(bones.model().rest().positions(), pivots);
        }
    }
}
