package dev.sinew.sample.surface;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/** Collapses edges of a closed triangle mesh, the cheapest first, until the wanted number of vertices is left. */
final class Decimation {
    /** An edge to collapse, with the versions of its ends when its cost was computed. */
    private record Candidate(double cost, int a, int b, int ageA, int ageB) implements Comparable<Candidate> {
        @Override
        public int compareTo(Candidate o) {
            int byCost = Double.compare(cost, o.cost);
            int byA = byCost != 0 ? byCost : Integer.compare(a, o.a);
            return byA != 0 ? byA : Integer.compare(b, o.b);
        }
    }

    private final double[] p;
    private final int[] triangles;
    private final boolean[] gone;
    private final List<List<Integer>> facesOf = new ArrayList<>();
    private final int[] age;
    private final Quadric[] quadrics;
    private final PriorityQueue<Candidate> queue = new PriorityQueue<>();
    private int left;

    private Decimation(PolygonSoup soup) {
        this.p = soup.positions().clone();
        this.triangles = soup.corners().clone();
        this.gone = new boolean[soup.faceCount()];
        this.left = soup.vertexCount();
        this.age = new int[left];
        this.quadrics = new Quadric[left];
        for (int i = 0; i < left; i++) {
            facesOf.add(new ArrayList<>());
            quadrics[i] = new Quadric();
        }
        for (int k = 0; k < gone.length; k++) {
            for (int c = 3 * k; c < 3 * k + 3; c++) {
                facesOf.get(triangles[c]).add(k);
                quadrics[triangles[c]].addPlane(p, triangles, k);
            }
        }
    }

    static PolygonSoup to(PolygonSoup triangles, int vertices) {
        Decimation decimation = new Decimation(triangles);
        decimation.collapseTo(vertices);
        return decimation.compact();
    }

    private void collapseTo(int vertices) {
        for (Strictness strictness : Strictness.values()) {
            for (int i = 0; i < age.length; i++) {
                enqueueAround(i);
            }
            while (left > vertices && !queue.isEmpty()) {
                Candidate next = queue.poll();
                if (next.ageA == age[next.a] && next.ageB == age[next.b]) {
                    collapse(next, strictness);
                }
            }
        }
    }

    /** Whether faces may flip; allowed only as a last resort. */
    private enum Strictness {
        NO_FLIPS,
        FLIPS
    }

    private void enqueueAround(int i) {
        for (int other : neighbours(i)) {
            int a = Math.min(i, other);
            int b = Math.max(i, other);
            if (other > i || age[i] > 0) {
                queue.add(new Candidate(Quadric.best(quadrics[a], quadrics[b], p, a, b)[3], a, b, age[a], age[b]));
            }
        }
    }

    private int[] neighbours(int i) {
        return facesOf.get(i).stream()
                .flatMapToInt(k -> Arrays.stream(triangles, 3 * k, 3 * k + 3))
                .filter(v -> v != i)
                .distinct()
                .toArray();
    }

    private void collapse(Candidate edge, Strictness strictness) {
        int a = edge.a;
        int b = edge.b;
        int[] around = neighbours(a);
        long shared = Arrays.stream(neighbours(b))
                .filter(v -> Arrays.stream(around).anyMatch(w -> w == v))
                .count();
        // With more than two common neighbours, the surface would be pinched. Four vertices are the minimum.
        if (shared != 2 || left <= 4) {
            return;
        }
        double[] middle = Quadric.best(quadrics[a], quadrics[b], p, a, b);
        if (strictness == Strictness.NO_FLIPS && (flips(a, b, middle) || flips(b, a, middle))) {
            return;
        }
        merge(a, b, middle);
    }

    private void merge(int a, int b, double[] middle) {
        System.arraycopy(middle, 0, p, 3 * a, 3);
        quadrics[a].add(quadrics[b]);
        for (int k : List.copyOf(facesOf.get(b))) {
            boolean vanishes = uses(k, a);
            gone[k] |= vanishes;
            for (int c = 3 * k; c < 3 * k + 3; c++) {
                if (vanishes) {
                    facesOf.get(triangles[c]).remove(Integer.valueOf(k));
                } else if (triangles[c] == b) {
                    triangles[c] = a;
                    facesOf.get(a).add(k);
                }
            }
        }
        facesOf.get(b).clear();
        left--;
        age[a]++;
        age[b]++;
        enqueueAround(a);
    }

    private boolean uses(int k, int vertex) {
        return triangles[3 * k] == vertex || triangles[3 * k + 1] == vertex || triangles[3 * k + 2] == vertex;
    }

    /** Whether a face of a, other than those that vanish with b, would rotate by more than about 75°. */
    private boolean flips(int a, int b, double[] to) {
        for (int k : facesOf.get(a)) {
            if (!uses(k, b)) {
                Vec[] before = new Vec[3];
                Vec[] after = new Vec[3];
                for (int c = 0; c < 3; c++) {
                    int v = triangles[3 * k + c];
                    before[c] = new Vec(p[3 * v], p[3 * v + 1], p[3 * v + 2]);
                    after[c] = v == a ? new Vec(to[0], to[1], to[2]) : before[c];
                }
                Vec was = before[1].minus(before[0]).cross(before[2].minus(before[0]));
                Vec is = after[1].minus(after[0]).cross(after[2].minus(after[0]));
                if (was.dot(is) <= 0.25 * was.length() * is.length()) {
                    return true;
                }
            }
        }
        return false;
    }

    private PolygonSoup compact() {
        int[] number = new int[age.length];
        double[] positions = new double[3 * left];
        int next = 0;
        for (int i = 0; i < number.length; i++) {
            if (!facesOf.get(i).isEmpty()) {
                System.arraycopy(p, 3 * i, positions, 3 * next, 3);
                number[i] = next++;
            }
        }
        int[] kept = new int[triangles.length];
        int count = 0;
        for (int c = 0; c < triangles.length; c++) {
            if (!gone[c / 3]) {
                kept[count++] = number[triangles[c]];
            }
        }
        return new PolygonSoup(positions, Arrays.copyOf(kept, count), 3);
    }

    /** Sum of squared distances to planes, after Garland and Heckbert. */
    private static final class Quadric {
        /** xx xy xz xd yy yz yd zz zd dd of Σ area·(n, d)(n, d)ᵀ */
        private final double[] q = new double[10];

        /** Adds the plane of triangle k, weighted by its area. */
        void addPlane(double[] p, int[] triangles, int k) {
            Vec a = vertex(p, triangles[3 * k]);
            Vec normal = vertex(p, triangles[3 * k + 1])
                    .minus(a)
                    .cross(vertex(p, triangles[3 * k + 2]).minus(a));
            double twiceArea = normal.length();
            if (twiceArea < 1e-18) {
                return;
            }
            Vec n = normal.times(1 / twiceArea);
            double[] row = {n.x(), n.y(), n.z(), -n.dot(a)};
            int at = 0;
            for (int i = 0; i < 4; i++) {
                for (int j = i; j < 4; j++) {
                    q[at++] += twiceArea * row[i] * row[j];
                }
            }
        }

        private static Vec vertex(double[] p, int i) {
            return new Vec(p[3 * i], p[3 * i + 1], p[3 * i + 2]);
        }

        void add(Quadric other) {
            for (int k = 0; k < q.length; k++) {
                q[k] += other.q[k];
            }
        }

        private double cost(double x, double y, double z) {
            return x * (q[0] * x + 2 * (q[1] * y + q[2] * z + q[3]))
                    + y * (q[4] * y + 2 * (q[5] * z + q[6]))
                    + z * (q[7] * z + 2 * q[8])
                    + q[9];
        }

        /** The best position of the collapsed vertex and its cost: x, y, z, cost. */
        static double[] best(Quadric first, Quadric second, double[] p, int a, int b) {
            Quadric sum = new Quadric();
            sum.add(first);
            sum.add(second);
            Vec va = vertex(p, a);
            Vec vb = vertex(p, b);
            double length = va.squaredDistance(vb);
            double[] best = {0, 0, 0, Double.MAX_VALUE};
            // A few candidates suffice, and unlike the exact optimum they are never far away.
            for (int t = 0; t <= 4; t++) {
                Vec v = va.towards(vb, 0.25 * t);
                // The edge length prevents slivers in flat regions.
                double cost = sum.cost(v.x(), v.y(), v.z()) + 1e-4 * length * length;
                if (cost < best[3]) {
                    best = new double[] {v.x(), v.y(), v.z(), cost};
                }
            }
            return best;
        }
    }
}
