package dev.sinew.model;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** A handle that moves a mesh. Positions are in the mesh's coordinates. */
public sealed interface Handle {
    String name();

    /** The position where the handle is dragged, and the centre of its rotations. */
    double[] centre();

    /** A point, on the surface or inside. */
    record Point(String name, double[] position) implements Handle {
        public Point {
            Objects.requireNonNull(name);
            checkPosition(name, position);
        }

        @Override
        public double[] centre() {
            return position;
        }
    }

    /**
     * A segment.
     *
     * @param parent name of the parent bone, if there is a hierarchy
     */
    record Bone(String name, double[] from, double[] to, Optional<String> parent) implements Handle {
        public Bone {
            Objects.requireNonNull(name);
            Objects.requireNonNull(parent);
            checkPosition(name, from);
            checkPosition(name, to);
        }

        @Override
        public double[] centre() {
            return from;
        }

        public double length() {
            return Math.sqrt(
                    Math.pow(to[0] - from[0], 2) + Math.pow(to[1] - from[1], 2) + Math.pow(to[2] - from[2], 2));
        }
    }

    /**
     * Vertices that move together.
     *
     * @param vertices at least one
     * @param centre their centroid
     */
    record Region(String name, int[] vertices, double[] centre) implements Handle {
        public Region {
            Objects.requireNonNull(name);
            Objects.requireNonNull(vertices);
            checkPosition(name, centre);
            if (vertices.length == 0) {
                throw new IllegalArgumentException("region '" + name + "' has no vertices; at least 1 is needed");
            }
        }
    }

    /** A vertex of the set's cage. */
    record CageVertex(String name, int index, double[] position) implements Handle {
        public CageVertex {
            Objects.requireNonNull(name);
            checkPosition(name, position);
        }

        @Override
        public double[] centre() {
            return position;
        }
    }

    private static void checkPosition(String name, double[] position) {
        if (position.length != 3 || !Arrays.stream(position).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException(
                    "handle '" + name + "' is at " + Arrays.toString(position) + "; three finite numbers are needed");
        }
    }
}
