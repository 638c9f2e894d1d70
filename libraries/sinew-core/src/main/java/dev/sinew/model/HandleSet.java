package dev.sinew.model;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The handles of a mesh, in the order of their weights.
 *
 * @param handles at least one; names are unique
 * @param cageTriangles facets of the cage whose vertices are the {@link Handle.CageVertex} handles, three indices each; empty without a
 *     cage
 */
public record HandleSet(List<Handle> handles, int[] cageTriangles) {
    public HandleSet {
        handles = List.copyOf(handles);
        Objects.requireNonNull(cageTriangles);
        if (handles.isEmpty()) {
            throw new IllegalArgumentException("no handles; at least 1 is needed");
        }
        Set<String> names = new HashSet<>();
        for (Handle handle : handles) {
            if (!names.add(handle.name())) {
                throw new IllegalArgumentException(
                        "two handles have the name '" + handle.name() + "'; names must be unique");
            }
        }
    }

    public static HandleSet of(List<Handle> handles) {
        return new HandleSet(handles, new int[0]);
    }

    public int count() {
        return handles.size();
    }

    public boolean hasCage() {
        return cageTriangles.length > 0;
    }

    /** The cage's vertices by their index in it. */
    public Handle.CageVertex[] cageVertices() {
        return handles.stream()
                .filter(Handle.CageVertex.class::isInstance)
                .map(Handle.CageVertex.class::cast)
                .sorted((a, b) -> Integer.compare(a.index(), b.index()))
                .toArray(Handle.CageVertex[]::new);
    }

    /** Index of the handle with this name. */
    public Optional<Integer> indexOf(String name) {
        for (int j = 0; j < handles.size(); j++) {
            if (handles.get(j).name().equals(name)) {
                return Optional.of(j);
            }
        }
        return Optional.empty();
    }

    /** The skeleton for engines: one bone per handle, parents before children. */
    public Skeleton skeleton() {
        int[] parents = new int[count()];
        Arrays.fill(parents, Skeleton.NONE);
        double[] pivots = new double[3 * count()];
        for (int j = 0; j < count(); j++) {
            System.arraycopy(handles.get(j).centre(), 0, pivots, 3 * j, 3);
            if (handles.get(j) instanceof Handle.Bone bone && bone.parent().isPresent()) {
                parents[j] = indexOf(bone.parent().get())
                        .orElseThrow(() -> new IllegalArgumentException("bone '" + bone.name() + "' has the parent '"
                                + bone.parent().get() + "', which is not a handle"));
            }
        }
        return new Skeleton(handles.stream().map(Handle::name).toList(), parents, pivots);
    }
}
