package dev.sinew.sample.surface;

import java.util.Arrays;

/**
 * How a surface passes through one cell of a lattice: which of the cell's twelve edges it crosses, and which of these
 * crossings lie on the same sheet. Two sheets in one cell get two vertices; one vertex for both would pinch the surface.
 *
 * <p>Corner c of a cell has x = bit 0, y = bit 1, z = bit 2 of c. Edge 4·axis + du + 2·dv runs along an axis, at du and
 * dv along the two axes that follow it.
 */
final class CellLoops {
    private static final int EDGES = 12;
    private static final int[] FROM = new int[EDGES];
    private static final int[] TO = new int[EDGES];
    /** Four corners around each of six faces, and the four edges from one to the next. */
    private static final int[][] FACE_CORNERS = new int[6][];

    private static final int[][] FACE_EDGES = new int[6][];

    static {
        for (int e = 0; e < EDGES; e++) {
            int axis = e / 4;
            FROM[e] = (e & 1) << (axis + 1) % 3 | (e >> 1 & 1) << (axis + 2) % 3;
            TO[e] = FROM[e] | 1 << axis;
        }
        for (int f = 0; f < 6; f++) {
            int base = (f & 1) << f / 2;
            int u = 1 << (f / 2 + 1) % 3;
            int v = 1 << (f / 2 + 2) % 3;
            FACE_CORNERS[f] = new int[] {base, base | u, base | u | v, base | v};
            FACE_EDGES[f] = new int[4];
            for (int k = 0; k < 4; k++) {
                FACE_EDGES[f][k] = edge(FACE_CORNERS[f][k], FACE_CORNERS[f][(k + 1) % 4]);
            }
        }
    }

    private final float[] values = new float[8];
    private final int[] sheet = new int[EDGES];
    private int sheets;

    private static int edge(int a, int b) {
        for (int e = 0; e < EDGES; e++) {
            if (FROM[e] == Math.min(a, b) && TO[e] == Math.max(a, b)) {
                return e;
            }
        }
        throw new IllegalArgumentException("corners " + a + " and " + b + " share no edge");
    }

    /** The value at corner c, to be set before {@link #trace}. */
    void set(int c, float value) {
        values[c] = value;
    }

    /** Finds the sheets; returns how many there are, 0 where the surface does not pass. */
    int trace() {
        for (int e = 0; e < EDGES; e++) {
            sheet[e] = crosses(e) ? e : -1;
        }
        for (int f = 0; f < 6; f++) {
            joinOnFace(f);
        }
        return number();
    }

    private boolean crosses(int e) {
        return values[FROM[e]] < 0 != values[TO[e]] < 0;
    }

    private void joinOnFace(int f) {
        int[] edges = FACE_EDGES[f];
        int crossings = 0;
        int first = -1;
        int last = -1;
        for (int e : edges) {
            if (sheet[e] >= 0) {
                crossings++;
                last = e;
                first = first < 0 ? e : first;
            }
        }
        if (crossings == 2) {
            join(first, last);
        } else if (crossings == 4) {
            joinAcross(FACE_CORNERS[f], edges);
        }
    }

    /** Four crossings: the middle of the face says whether the inside or the outside goes through. */
    private void joinAcross(int[] corners, int[] edges) {
        float middle = (values[corners[0]] + values[corners[2]]) + (values[corners[1]] + values[corners[3]]);
        for (int k = 0; k < 4; k++) {
            boolean cutOff = values[corners[k]] < 0 != middle < 0;
            if (cutOff) {
                join(edges[k], edges[(k + 3) % 4]);
            }
        }
    }

    private void join(int a, int b) {
        int from = Math.max(sheet[a], sheet[b]);
        int to = Math.min(sheet[a], sheet[b]);
        for (int e = 0; e < EDGES; e++) {
            if (sheet[e] == from) {
                sheet[e] = to;
            }
        }
    }

    private int number() {
        int[] numbered = new int[EDGES];
        Arrays.fill(numbered, -1);
        sheets = 0;
        for (int e = 0; e < EDGES; e++) {
            if (sheet[e] >= 0) {
                if (numbered[sheet[e]] < 0) {
                    numbered[sheet[e]] = sheets++;
                }
                sheet[e] = numbered[sheet[e]];
            }
        }
        return sheets;
    }

    /** The sheet that crosses edge e, −1 where none does. */
    int sheetOf(int e) {
        return sheet[e];
    }

    /**
     * The middle of a sheet's crossings, in cells from the cell's corner 0.
     *
     * @param out 3, modified
     */
    void middle(int wanted, double[] out) {
        Arrays.fill(out, 0);
        int count = 0;
        for (int e = 0; e < EDGES; e++) {
            if (sheet[e] == wanted) {
                double from = values[FROM[e]];
                double t = from / (from - values[TO[e]]);
                for (int c = 0; c < 3; c++) {
                    out[c] += (FROM[e] >> c & 1) + (c == e / 4 ? t : 0);
                }
                count++;
            }
        }
        for (int c = 0; c < 3; c++) {
            out[c] /= count;
        }
    }
}
