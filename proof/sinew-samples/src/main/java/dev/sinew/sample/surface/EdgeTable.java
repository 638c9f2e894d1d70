package dev.sinew.sample.surface;

/** Numbers the edges of a mesh and checks that each has exactly two consistently oriented faces. */
final class EdgeTable {
    private final int[] edgeOfCorner;
    private final int count;
    private final boolean closed;

    private EdgeTable(int[] edgeOfCorner, int count, boolean closed) {
        this.edgeOfCorner = edgeOfCorner;
        this.count = count;
        this.closed = closed;
    }

    static EdgeTable of(PolygonSoup soup) {
        int[] corners = soup.corners();
        // Edges are in buckets of their lower vertex, which are small.
        int[] bucket = new int[soup.vertexCount() + 1];
        for (int c = 0; c < corners.length; c++) {
            bucket[Math.min(corners[c], next(soup, c)) + 1]++;
        }
        for (int i = 0; i < soup.vertexCount(); i++) {
            bucket[i + 1] += bucket[i];
        }
        return number(soup, bucket);
    }

    private static int next(PolygonSoup soup, int c) {
        int sides = soup.sides();
        return soup.corners()[c % sides == sides - 1 ? c - sides + 1 : c + 1];
    }

    private static EdgeTable number(PolygonSoup soup, int[] bucket) {
        int[] corners = soup.corners();
        int[] filled = new int[soup.vertexCount()];
        int[] upper = new int[corners.length];
        int[] edge = new int[corners.length];
        int[] edgeOfCorner = new int[corners.length];
        byte[] up = new byte[corners.length];
        byte[] down = new byte[corners.length];
        int count = 0;
        for (int c = 0; c < corners.length; c++) {
            int low = Math.min(corners[c], next(soup, c));
            int high = Math.max(corners[c], next(soup, c));
            int at = bucket[low];
            int end = bucket[low] + filled[low];
            while (at < end && upper[at] != high) {
                at++;
            }
            if (at == end) {
                upper[at] = high;
                edge[at] = count++;
                filled[low]++;
            }
            edgeOfCorner[c] = edge[at];
            (corners[c] == low ? up : down)[edge[at]]++;
        }
        boolean closed = true;
        for (int e = 0; e < count; e++) {
            closed &= up[e] == 1 && down[e] == 1;
        }
        return new EdgeTable(edgeOfCorner, count, closed);
    }

    /** The edge from a corner to the next one of its face. */
    int of(int corner) {
        return edgeOfCorner[corner];
    }

    int count() {
        return count;
    }

    /** Whether every edge has two faces with opposite directions. */
    boolean isClosed() {
        return closed;
    }
}
