package dev.sinew.edit;

import dev.sinew.model.BoneNameWords;
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
        List<Integer> ends = Ends.of(this, j);
        ends.forEach(this::drop);
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
}
