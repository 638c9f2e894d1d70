package dev.sinew.sample.surface;

import dev.sinew.sample.surface.Blend.Bounds;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Surface nets: every lattice cell that the surface passes through gets a vertex, every lattice edge that it crosses gets a quad.
 * Cells far from the surface are skipped.
 */
public final class SurfaceNets {
    /** Cells per block side; whole blocks are skipped. */
    private static final int BLOCK = 4;

    private final Blend shape;
    private final double step;
    private final int[] nodes = new int[3];
    private final double[] origin = new double[3];
    private final float[] values;
    private int[] vertexOfCell = new int[0];
    /** Cells with more than one vertex: the vertex of each of their edges. */
    private final Map<Integer, int[]> divided = new HashMap<>();

    private double[] positions = new double[3 * 4096];
    private int vertexCount;
    private int[] corners = new int[4 * 4096];
    private int cornerCount;

    private SurfaceNets(Blend shape, double step) {
        this.shape = shape;
        this.step = step;
        Bounds bounds = shape.bounds();
        layOut(0, bounds.min().x(), bounds.max().x());
        layOut(1, bounds.min().y(), bounds.max().y());
        layOut(2, bounds.min().z(), bounds.max().z());
        this.values = new float[nodes[0] * nodes[1] * nodes[2]];
    }

    /** The lattice is centred on the box, so that a symmetric shape gets a symmetric mesh. */
    private void layOut(int axis, double min, double max) {
        int cells = (int) Math.ceil((max - min) / step) + 2;
        nodes[axis] = cells + 1;
        origin[axis] = 0.5 * (min + max) - 0.5 * cells * step;
    }

    public static PolygonSoup of(Blend shape, double step) {
        SurfaceNets nets = new SurfaceNets(shape, step);
        nets.sample();
        nets.placeVertices();
        nets.placeQuads();
        return new PolygonSoup(
                Arrays.copyOf(nets.positions, 3 * nets.vertexCount), Arrays.copyOf(nets.corners, nets.cornerCount), 4);
    }

    private int node(int x, int y, int z) {
        return (z * nodes[1] + y) * nodes[0] + x;
    }

    private void sample() {
        for (int z = 0; z < nodes[2]; z += BLOCK) {
            for (int y = 0; y < nodes[1]; y += BLOCK) {
                for (int x = 0; x < nodes[0]; x += BLOCK) {
                    sampleBlock(x, y, z);
                }
            }
        }
    }

    private void sampleBlock(int x0, int y0, int z0) {
        double half = 0.5 * BLOCK;
        double middle = valueAt(x0 + half, y0 + half, z0 + half);
        // Half the block's diagonal, with a margin for fields that rise up to twice as fast as a distance.
        boolean far = Math.abs(middle) > 2 * step * (half + 1) * Math.sqrt(3);
        for (int z = z0; z < Math.min(z0 + BLOCK, nodes[2]); z++) {
            for (int y = y0; y < Math.min(y0 + BLOCK, nodes[1]); y++) {
                for (int x = x0; x < Math.min(x0 + BLOCK, nodes[0]); x++) {
                    values[node(x, y, z)] = (float) (far ? middle : valueAt(x, y, z));
                }
            }
        }
    }

    private double valueAt(double x, double y, double z) {
        return shape.value(origin[0] + step * x, origin[1] + step * y, origin[2] + step * z);
    }

    private void placeVertices() {
        vertexOfCell = new int[values.length];
        Arrays.fill(vertexOfCell, -1);
        CellLoops loops = new CellLoops();
        for (int z = 0; z + 1 < nodes[2]; z++) {
            for (int y = 0; y + 1 < nodes[1]; y++) {
                for (int x = 0; x + 1 < nodes[0]; x++) {
                    if (isMixed(x, y, z)) {
                        placeVertex(x, y, z, loops);
                    }
                }
            }
        }
    }

    private boolean isMixed(int x, int y, int z) {
        int inside = 0;
        for (int c = 0; c < 8; c++) {
            inside += values[node(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2))] < 0 ? 1 : 0;
        }
        return inside > 0 && inside < 8;
    }

    private void placeVertex(int x, int y, int z, CellLoops loops) {
        for (int c = 0; c < 8; c++) {
            loops.set(c, values[node(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2))]);
        }
        int sheets = loops.trace();
        int cell = node(x, y, z);
        vertexOfCell[cell] = vertexCount;
        if (sheets > 1) {
            int[] ofEdge = new int[12];
            for (int e = 0; e < 12; e++) {
                ofEdge[e] = vertexCount + loops.sheetOf(e);
            }
            divided.put(cell, ofEdge);
        }
        double[] middle = new double[3];
        for (int sheet = 0; sheet < sheets; sheet++) {
            loops.middle(sheet, middle);
            add(x + middle[0], y + middle[1], z + middle[2]);
        }
    }

    private void add(double x, double y, double z) {
        if (positions.length < 3 * vertexCount + 3) {
            positions = Arrays.copyOf(positions, 2 * positions.length);
        }
        positions[3 * vertexCount] = origin[0] + step * x;
        positions[3 * vertexCount + 1] = origin[1] + step * y;
        positions[3 * vertexCount + 2] = origin[2] + step * z;
        vertexCount++;
    }

    private void placeQuads() {
        int[] stride = {1, nodes[0], nodes[0] * nodes[1]};
        for (int z = 1; z + 1 < nodes[2]; z++) {
            for (int y = 1; y + 1 < nodes[1]; y++) {
                for (int x = 1; x + 1 < nodes[0]; x++) {
                    for (int axis = 0; axis < 3; axis++) {
                        placeQuad(node(x, y, z), axis, stride);
                    }
                }
            }
        }
    }

    /** The quad of the lattice edge from a node along one axis; the other two axes lead to the four cells around it. */
    private void placeQuad(int here, int axis, int[] stride) {
        boolean inside = values[here] < 0;
        if (inside == values[here + stride[axis]] < 0) {
            return;
        }
        if (corners.length < cornerCount + 4) {
            corners = Arrays.copyOf(corners, 2 * corners.length);
        }
        int u = stride[(axis + 1) % 3];
        int v = stride[(axis + 2) % 3];
        for (int c = 0; c < 4; c++) {
            // Corners are counter-clockwise seen from outside.
            int turn = inside ? c : 3 - c;
            int du = turn == 0 || turn == 3 ? 1 : 0;
            int dv = turn < 2 ? 1 : 0;
            corners[cornerCount++] = vertexAt(here - du * u - dv * v, 4 * axis + du + 2 * dv);
        }
    }

    private int vertexAt(int cell, int edge) {
        int[] ofEdge = divided.get(cell);
        return ofEdge == null ? vertexOfCell[cell] : ofEdge[edge];
    }

    /**
     * How a surface passes through a lattice cell: which of its twelve edges it crosses, and which crossings are on the same
     * sheet. Two sheets in one cell get two vertices; a single vertex would pinch the surface.
     *
     * <p>Corner c of a cell has x = bit 0, y = bit 1, z = bit 2 of c. Edge 4·axis + du + 2·dv runs along an axis, at du and dv
     * along the two axes that follow it.
     */
    private static final class CellLoops {
        private static final int EDGES = 12;
        private static final int[] FROM = new int[EDGES];
        private static final int[] TO = new int[EDGES];
        /** Four corners around each of six faces, and the four edges between them. */
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

        /** Finds the sheets and returns their number; 0 if the surface does not pass through. */
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

        /** Four crossings: the value at the centre of the face decides whether the inside or the outside is connected. */
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

        /** The sheet that crosses edge e, or −1. */
        int sheetOf(int e) {
            return sheet[e];
        }

        /**
         * The mean of a sheet's crossings, in cells from the cell's corner 0.
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
}
