package dev.sinew.io.handles;

import dev.sinew.io.file.JsonPlace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Refuses cages that enclose nothing: weights in a cage need an inside. */
final class CageShape {
    /** Of the cube of the largest extent; what is thinner has no inside in numbers of our precision. */
    private static final double LEAST_VOLUME = 1e-9;

    private CageShape() {}

    static void require(JsonPlace place, String name, double[][] corners, int[] triangles) {
        if (triangles.length == 0) {
            throw place.bad("'" + name + "' has no triangles, it must be a closed mesh around the shape");
        }
        Set<Integer> used = new HashSet<>();
        for (int corner : triangles) {
            used.add(corner);
        }
        for (int k = 0; k < corners.length; k++) {
            if (!used.contains(k)) {
                throw place.bad(
                        "'" + name + "' has position " + k + " in no triangle, every one must be a corner of it");
            }
        }
        Set<List<Integer>> directed = requireClosed(place, name, triangles);
        // Triangles that turn different ways would cancel out; then only what lies in one plane is found out.
        boolean turnAlike = directed.size() == triangles.length;
        double volume = volume(corners, triangles, turnAlike);
        if (!(volume > LEAST_VOLUME * Math.pow(extent(corners), 3))) {
            throw place.bad("'" + name + "' has the volume " + volume + ", it must be greater than 0");
        }
    }

    private static Set<List<Integer>> requireClosed(JsonPlace place, String name, int[] triangles) {
        Set<List<Integer>> directed = new HashSet<>();
        Map<List<Integer>, Integer> shared = new HashMap<>();
        for (int at = 0; at < triangles.length; at++) {
            int a = triangles[at];
            int b = triangles[at % 3 == 2 ? at - 2 : at + 1];
            if (a == b) {
                throw place.bad("'" + name + "' has triangle " + at / 3 + " with corner " + a
                        + " twice, its corners must differ");
            }
            directed.add(List.of(a, b));
            shared.merge(List.of(Math.min(a, b), Math.max(a, b)), 1, Integer::sum);
        }
        for (int at = 0; at < triangles.length; at++) {
            int a = triangles[at];
            int b = triangles[at % 3 == 2 ? at - 2 : at + 1];
            int count = shared.get(List.of(Math.min(a, b), Math.max(a, b)));
            if (count != 2) {
                throw place.bad("'" + name + "' is not closed: the edge " + a + "–" + b + " of triangle " + at / 3
                        + " is in " + count + (count == 1 ? " triangle" : " triangles") + ", it must be in 2");
            }
        }
        return directed;
    }

    /** Of the tetrahedra from the first corner to each triangle: their sum where all turn alike, else their sizes. */
    private static double volume(double[][] corners, int[] triangles, boolean turnAlike) {
        double sum = 0;
        for (int at = 0; at < triangles.length; at += 3) {
            double[] a = from(corners[0], corners[triangles[at]]);
            double[] b = from(corners[0], corners[triangles[at + 1]]);
            double[] c = from(corners[0], corners[triangles[at + 2]]);
            double six = a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0]);
            sum += turnAlike ? six : Math.abs(six);
        }
        return Math.abs(sum) / 6;
    }

    private static double[] from(double[] origin, double[] point) {
        return new double[] {point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]};
    }

    private static double extent(double[][] corners) {
        double extent = 0;
        for (double[] corner : corners) {
            for (int d = 0; d < 3; d++) {
                extent = Math.max(extent, 2 * Math.abs(corner[d] - corners[0][d]));
            }
        }
        return extent;
    }
}
