package dev.sinew.solve;

import java.util.Optional;

/** Projected trajectories that other machines keep. */
record SentTrajectories(PassSite place, int vertexCount, int dimensions, boolean normals) implements Trajectories {
    @Override
    public void rows(int from, int to, double[] rows, double[] squaredNorms) {
        throw new IllegalStateException("trajectories that are elsewhere are worked on there");
    }

    @Override
    public Optional<PassSite> site() {
        return Optional.of(place);
    }

    @Override
    public double[] some(int[] vertices) {
        return place.some(vertices, normals);
    }
}
