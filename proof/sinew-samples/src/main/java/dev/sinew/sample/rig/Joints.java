package dev.sinew.sample.rig;

import dev.sinew.model.Skeleton;
import dev.sinew.sample.surface.Vec;
import java.util.ArrayList;
import java.util.List;

/** The joints of a figure by name, with parents and rest positions. */
public final class Joints {
    private final List<String> names = new ArrayList<>();
    private final List<Integer> parents = new ArrayList<>();
    private final List<Vec> pivots = new ArrayList<>();

    /** Adds a joint without a parent. */
    public int root(String name, Vec pivot) {
        return put(name, -1, pivot);
    }

    public int add(String name, int parent, Vec pivot) {
        return put(name, parent, pivot);
    }

    private int put(String name, int parent, Vec pivot) {
        names.add(name);
        parents.add(parent);
        pivots.add(pivot);
        return names.size() - 1;
    }

    public int count() {
        return names.size();
    }

    public List<String> names() {
        return List.copyOf(names);
    }

    public int parent(int j) {
        return parents.get(j);
    }

    public boolean isRoot(int j) {
        return parents.get(j) < 0;
    }

    public Vec pivot(int j) {
        return pivots.get(j);
    }

    /** The joints as a model's skeleton. */
    public Skeleton skeleton() {
        int[] parentOf = new int[count()];
        double[] places = new double[3 * count()];
        for (int j = 0; j < count(); j++) {
            parentOf[j] = isRoot(j) ? Skeleton.NONE : parent(j);
            places[3 * j] = pivot(j).x();
            places[3 * j + 1] = pivot(j).y();
            places[3 * j + 2] = pivot(j).z();
        }
        return new Skeleton(names(), parentOf, places);
    }
}
