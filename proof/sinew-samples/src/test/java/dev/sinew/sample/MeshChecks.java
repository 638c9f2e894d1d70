package dev.sinew.sample;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Mesh checks for tests of samples. */
final class MeshChecks {
    private MeshChecks() {}

    /** Whether every edge has exactly two faces, in opposite directions, and the faces at every vertex form one fan. */
    static boolean isClosedManifold(Mesh mesh) {
        Map<Long, Integer> faceOfEdge = new HashMap<>();
        int[] starts = mesh.faceStarts();
        for (int k = 0; k < mesh.faceCount(); k++) {
            for (int c = starts[k]; c < starts[k + 1]; c++) {
                if (faceOfEdge.put(key(mesh, k, c), k) != null) {
                    return false;
                }
            }
        }
        for (long edge : faceOfEdge.keySet()) {
            if (!faceOfEdge.containsKey(edge << 32 | edge >>> 32)) {
                return false;
            }
        }
        return hasOneFanPerVertex(mesh);
    }

    private static long key(Mesh mesh, int k, int c) {
        int[] starts = mesh.faceStarts();
        int next = c + 1 < starts[k + 1] ? c + 1 : starts[k];
        return (long) mesh.corners()[c] << 32 | mesh.corners()[next];
    }

    /** Visits the faces around every vertex from neighbour to neighbour. */
    private static boolean hasOneFanPerVertex(Mesh mesh) {
        Map<Long, Integer> before = new HashMap<>();
        int[] degree = new int[mesh.vertexCount()];
        int[] someNeighbour = new int[mesh.vertexCount()];
        int[] starts = mesh.faceStarts();
        int[] corners = mesh.corners();
        for (int k = 0; k < mesh.faceCount(); k++) {
            int size = starts[k + 1] - starts[k];
            for (int c = 0; c < size; c++) {
                int v = corners[starts[k] + c];
                int next = corners[starts[k] + (c + 1) % size];
                int previous = corners[starts[k] + (c + size - 1) % size];
                before.put((long) v << 32 | next, previous);
                degree[v]++;
                someNeighbour[v] = next;
            }
        }
        for (int v = 0; v < degree.length; v++) {
            int at = someNeighbour[v];
            Set<Integer> met = new HashSet<>();
            while (met.add(at)) {
                at = before.get((long) v << 32 | at);
            }
            if (met.size() != degree[v]) {
                return false;
            }
        }
        return true;
    }

    /** Sum of signed tetrahedra; positive if faces point outwards. */
    static double volume(Mesh mesh, float[] p) {
        int[] t = mesh.triangles();
        double sum = 0;
        for (int k = 0; k < t.length; k += 3) {
            int a = 3 * t[k];
            int b = 3 * t[k + 1];
            int c = 3 * t[k + 2];
            sum += p[a] * ((double) p[b + 1] * p[c + 2] - (double) p[b + 2] * p[c + 1])
                    + p[a + 1] * ((double) p[b + 2] * p[c] - (double) p[b] * p[c + 2])
                    + p[a + 2] * ((double) p[b] * p[c + 1] - (double) p[b + 1] * p[c]);
        }
        return sum / 6;
    }

    /** The largest relative length of any edge in any frame. */
    static double largestStretch(MeshSequence sequence) {
        Mesh mesh = sequence.rest();
        int[] starts = mesh.faceStarts();
        int[] corners = mesh.corners();
        double largest = 0;
        for (int f = 0; f < sequence.frameCount(); f++) {
            float[] p = sequence.frame(f);
            for (int k = 0; k < mesh.faceCount(); k++) {
                for (int c = starts[k]; c < starts[k + 1]; c++) {
                    int a = corners[c];
                    int b = corners[c + 1 < starts[k + 1] ? c + 1 : starts[k]];
                    largest = Math.max(
                            largest, distance(p, a, p, b) / distance(mesh.positions(), a, mesh.positions(), b));
                }
            }
        }
        return largest;
    }

    static double distance(float[] p, int a, float[] q, int b) {
        double x = (double) p[3 * a] - q[3 * b];
        double y = (double) p[3 * a + 1] - q[3 * b + 1];
        double z = (double) p[3 * a + 2] - q[3 * b + 2];
        return Math.sqrt(x * x + y * y + z * z);
    }

    /** The largest displacement of a vertex between two poses. */
    static double largestStep(float[] p, float[] q) {
        double largest = 0;
        for (int i = 0; i < p.length / 3; i++) {
            largest = Math.max(largest, distance(p, i, q, i));
        }
        return largest;
    }
}
