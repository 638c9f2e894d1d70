package dev.sinew.edit;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
        if (count() < 2) {
            throw new RefusedException(name(j) + " is the last bone, a model needs one");
        }
    }

    void rename(int j, String name) {
        int other = names.indexOf(name);
        if (other >= 0 && other != j) {
            throw new RefusedException(name(j) + " cannot be called " + name + ", another bone is");
        }
        names.set(j, name);
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
        while (at != Skeleton.ROOT && at != above) {
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
        List<Integer> below = children(j);
        double[] totals = totals();
        int heir = parent != Skeleton.ROOT && totals[parent] > 0 ? parent : Nearest.neighbour(this, j, totals);
        if (parent == Skeleton.ROOT && !below.isEmpty()) {
            int top = below.contains(heir) ? heir : Nearest.of(this, j, below);
            hang(top, Skeleton.ROOT);
            below.forEach(child -> hang(child, child == top ? Skeleton.ROOT : top));
        } else {
            below.forEach(child -> hang(child, parent));
        }
        give(j, heir);
        return this;
    }

    /** Where the bone that stays hung below the other, it comes to hang where that did. */
    Bones merge(int kept, int with) {
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
        return this;
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
        List<Integer> order = new ArrayList<>();
        for (int j = 0; j < count(); j++) {
            if (isThere(j)) {
                arrange(j, order);
            }
        }
        int[] place = new int[count()];
        Arrays.fill(place, Skeleton.ROOT);
        for (int p = 0; p < order.size(); p++) {
            place[order.get(p)] = p;
        }
        int[] above = new int[order.size()];
        double[] joints = new double[3 * above.length];
        double[] axes = new double[4 * above.length];
        Set<String> locks = new HashSet<>();
        for (int p = 0; p < above.length; p++) {
            int j = order.get(p);
            above[p] = parent(j) == Skeleton.ROOT ? Skeleton.ROOT : place[parent(j)];
            System.arraycopy(pivot(j), 0, joints, 3 * p, 3);
            System.arraycopy(turn(j), 0, axes, 4 * p, 4);
            if (locked.contains(j)) {
                locks.add(name(j));
            }
        }
        Skeleton skeleton = new Skeleton(order.stream().map(names::get).toList(), above, joints, axes);
        List<Clip> clips = model().clips().stream()
                .map(clip -> new Clip(clip.name(), clip.framesPerSecond(), motion(clip.motion(), order)))
                .toList();
        return new Edited(new SkinnedModel(model().rest(), weights(place), skeleton, model().boneType(), clips), locks);
    }

    private void arrange(int j, List<Integer> order) {
        if (order.contains(j)) {
            return;
        }
        if (parent(j) != Skeleton.ROOT) {
            arrange(parent(j), order);
        }
        order.add(j);
    }

    private SkinWeights weights(int[] place) {
        int k = weights.influences();
        int[] bones = new int[weights.bones().length];
        double[] values = new double[bones.length];
        for (int at = 0; at < bones.length; at++) {
            double w = weights.weights()[at];
            int bone = place[heirs.get(weights.bones()[at])];
            if (w == 0) {
                continue;
            }
            int to = at - at % k;
            while (values[to] > 0 && bones[to] != bone) {
                to++;
            }
            bones[to] = bone;
            values[to] += w;
        }
        return SkinWeights.of(k, bones, values);
    }

    private BoneMotion motion(BoneMotion before, List<Integer> order) {
        BoneMotion after = new BoneMotion(
                order.size(), before.frameCount(), new double[before.frameCount() * order.size() * BoneMotion.STRIDE]);
        for (int f = 0; f < before.frameCount(); f++) {
            for (int p = 0; p < order.size(); p++) {
                int j = order.get(p);
                int from = before.offset(f, movesAs.get(j));
                System.arraycopy(before.matrices(), from, after.matrices(), after.offset(f, p), BoneMotion.STRIDE);
                if (carriers.contains(j)) {
                    NewRoot.carry(after.matrices(), after.offset(f, p), pivot(j));
                }
            }
        }
        return after;
    }
}
