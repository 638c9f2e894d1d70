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
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Suggestions;
import dev.sinew.symmetry.BoneNameWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The bones of a model during edits. Bones keep their indices until {@link #build}: removed bones are only marked, new ones are appended.
 */
final class EditableBones {
    private final EditState given;
    private final List<String> names;
    private final List<Integer> parents = new ArrayList<>();
    private final List<double[]> pivots = new ArrayList<>();
    /** Quaternions of {@link Skeleton#orientations}. */
    private final List<double[]> orientations = new ArrayList<>();
    /** The bone of the original model whose motion each bone has. */
    private final List<Integer> motionOf = new ArrayList<>();
    /** The bone that received each bone's weights. */
    private final List<Integer> heirs = new ArrayList<>();

    private final Set<Integer> removed = new HashSet<>();
    private final Set<Integer> locked = new HashSet<>();
    /** Bones that translate with a point instead of moving like a bone. */
    private final Set<Integer> carriers = new HashSet<>();

    /** Weights by current bone index, before {@link #heirs} is applied. */
    private SkinWeights weights;

    EditableBones(EditState edited) {
        given = edited;
        Skeleton skeleton = edited.model().skeleton();
        names = new ArrayList<>(skeleton.names());
        for (int j = 0; j < names.size(); j++) {
            parents.add(skeleton.parents()[j]);
            pivots.add(skeleton.pivot(j));
            orientations.add(Arrays.copyOfRange(skeleton.orientations(), 4 * j, 4 * j + 4));
            motionOf.add(j);
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

    boolean exists(int j) {
        return !removed.contains(j);
    }

    int indexOf(String name) {
        int j = names.indexOf(name);
        if (j < 0) {
            throw new InvalidInputException(
                    "no bone '" + name + "'; bones: " + String.join(", ", names) + Suggestions.hint(name, names));
        }
        return j;
    }

    String name(int j) {
        return names.get(j);
    }

    boolean isTaken(String name) {
        int j = names.indexOf(name);
        return j >= 0 && exists(j);
    }

    int parent(int j) {
        return parents.get(j);
    }

    double[] pivot(int j) {
        return pivots.get(j);
    }

    /** The orientation of its axes in the rest pose. */
    double[] orientation(int j) {
        return orientations.get(j);
    }

    void orientation(int j, double[] quaternion) {
        orientations.set(j, quaternion);
    }

    SkinWeights weights() {
        return weights;
    }

    void setWeights(SkinWeights other) {
        weights = other;
    }

    void requireNotLast(int j) {
        if (count() - EndJoints.of(this, j).size() < 2) {
            throw new InvalidInputException(name(j) + " is the last bone; a model needs at least one");
        }
    }

    void rename(int j, String name) {
        int other = names.indexOf(name);
        if (other >= 0 && other != j) {
            throw new InvalidInputException(name(j) + " cannot be renamed to " + name + ": that name is taken");
        }
        List<Integer> ends = EndJoints.namedAfter(this, j);
        names.set(j, name);
        ends.forEach(end -> nameEndJoint(end, j));
    }

    /** Names an end joint after its bone, if that name is free. */
    void nameEndJoint(int end, int bone) {
        String name = BoneNameWords.end(name(bone));
        if (!isTaken(name)) {
            names.set(end, name);
        }
    }

    /** Renames many bones at once; names must be unique only in the end. */
    void renameAll(List<String> all) {
        for (int j = 0; j < all.size(); j++) {
            if (all.lastIndexOf(all.get(j)) != j) {
                throw new InvalidInputException("two bones would have the name " + all.get(j));
            }
            names.set(j, all.get(j));
        }
    }

    void setPivot(int j, double[] pivot) {
        pivots.set(j, pivot);
    }

    void setParent(int j, int parent) {
        parents.set(j, parent);
    }

    void lock(int j) {
        locked.add(j);
    }

    /** From now on the bone translates with that joint and does not rotate. */
    void translateWith(int j, int withJointOf) {
        carriers.add(j);
        motionOf.set(j, motionOf.get(withJointOf));
    }

    void setMotionOf(int j, int other) {
        motionOf.set(j, motionOf.get(other));
        orientations.set(j, orientations.get(other));
    }

    List<Integer> children(int j) {
        List<Integer> children = new ArrayList<>();
        for (int c = 0; c < count(); c++) {
            if (exists(c) && parent(c) == j) {
                children.add(c);
            }
        }
        return children;
    }

    /** Whether a bone is {@code above} or one of its descendants. */
    boolean isSelfOrDescendant(int j, int above) {
        int at = j;
        while (at != Skeleton.NONE && at != above) {
            at = parent(at);
        }
        return at == above;
    }

    /** Adds a bone with the motion of another. */
    int add(String name, int parent, double[] pivot, int like) {
        String free = name;
        for (int k = 2; isTaken(free); k++) {
            free = name + k;
        }
        names.add(free);
        parents.add(parent);
        pivots.add(pivot);
        orientations.add(orientations.get(like));
        motionOf.add(motionOf.get(like));
        heirs.add(count() - 1);
        return count() - 1;
    }

    EditableBones remove(int j) {
        int parent = parent(j);
        List<Integer> ends = EndJoints.of(this, j);
        ends.forEach(this::drop);
        List<Integer> below = children(j);
        double[] totals = totals();
        int heir = parent != Skeleton.NONE && totals[parent] > 0 ? parent : Nearest.neighbour(this, j, totals);
        if (parent == Skeleton.NONE && !below.isEmpty()) {
            int top = below.contains(heir) ? heir : Nearest.of(this, j, below);
            setParent(top, Skeleton.NONE);
            below.forEach(child -> setParent(child, child == top ? Skeleton.NONE : top));
        } else {
            below.forEach(child -> setParent(child, parent));
        }
        transferWeights(j, heir);
        if (heir == parent) {
            EndJoints.reassign(this, ends, j, heir);
        }
        return this;
    }

    /** If the kept bone is a descendant of the other, it takes the other's parent. */
    EditableBones merge(int kept, int with) {
        List<Integer> ends =
                EndJoints.of(this, with).stream().filter(end -> end != kept).toList();
        ends.forEach(this::drop);
        if (isSelfOrDescendant(kept, with)) {
            setParent(kept, parent(with));
            setPivot(kept, pivot(with));
        }
        for (int child : children(with)) {
            if (child != kept) {
                setParent(child, kept);
            }
        }
        transferWeights(with, kept);
        EndJoints.reassign(this, ends, with, kept);
        return this;
    }

    /** For a bone without weights: no bone inherits. */
    private void drop(int j) {
        removed.add(j);
    }

    void restore(int j) {
        removed.remove(j);
    }

    private void transferWeights(int j, int heir) {
        removed.add(j);
        heirs.replaceAll(to -> to == j ? heir : to);
    }

    /** Σ_i w_ij of the current bones. */
    double[] totals() {
        double[] before = weights.totals(count());
        double[] totals = new double[count()];
        for (int j = 0; j < before.length; j++) {
            totals[heirs.get(j)] += before[j];
        }
        return totals;
    }

    /** Builds the model with the current bones, parents before children, otherwise in their old order. */
    EditState build() {
        return new BuiltBones(this).build();
    }

    int heir(int j) {
        return heirs.get(j);
    }

    /** The bone of the original model whose motion it has. */
    int motionOf(int j) {
        return motionOf.get(j);
    }

    boolean isLocked(int j) {
        return locked.contains(j);
    }

    boolean isCarrier(int j) {
        return carriers.contains(j);
    }

    /** Builds the model: parents before children, otherwise in the old order. */
    private static final class BuiltBones {
        private final EditableBones bones;
        /** The remaining bones in their new order. */
        private final List<Integer> order = new ArrayList<>();

        BuiltBones(EditableBones bones) {
            this.bones = bones;
            for (int j = 0; j < bones.count(); j++) {
                if (bones.exists(j)) {
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

        EditState build() {
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
            return new EditState(
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
                System.arraycopy(bones.orientation(j), 0, axes, 4 * p, 4);
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
                    int from = before.offset(f, bones.motionOf(j));
                    System.arraycopy(before.matrices(), from, after.matrices(), after.offset(f, p), BoneMotion.STRIDE);
                    if (bones.isCarrier(j)) {
                        NewRoot.toTranslation(after.matrices(), after.offset(f, p), bones.pivot(j));
                    }
                }
            }
            return after;
        }
    }

    /** Distance of a point outside a body. */
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

        /**
         * 0 inside. Points farther from the box than its diagonal are measured to the box, because their squared distances may overflow.
         */
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

    /** Finds the bone nearest to another by the centroids of the vertices they move. */
    static final class Nearest {
        private Nearest() {}

        /** The nearest bone that moves a vertex, else the nearest; looks at adjacent bones first, then at all. */
        static int neighbour(EditableBones bones, int j, double[] totals) {
            List<Integer> others = IntStream.range(0, bones.count())
                    .filter(k -> k != j && bones.exists(k))
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

        static int of(EditableBones bones, int j, List<Integer> others) {
            double[] centroids = centroids(bones);
            int best = others.get(0);
            for (int k : others) {
                best = Vec3.squaredDistance(centroids, 3 * j, centroids, 3 * k)
                                < Vec3.squaredDistance(centroids, 3 * j, centroids, 3 * best)
                        ? k
                        : best;
            }
            return best;
        }

        /** 3B: centroid of the vertices each bone moves, or its joint if it moves none. */
        static double[] centroids(EditableBones bones) {
            double[] pivots = new double[3 * bones.count()];
            for (int k = 0; k < pivots.length; k++) {
                pivots[k] = bones.pivot(k / 3)[k % 3];
            }
            return bones.weights().centroids(bones.model().rest().positions(), pivots);
        }
    }
}
