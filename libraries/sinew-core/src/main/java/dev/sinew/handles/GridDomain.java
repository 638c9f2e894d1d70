package dev.sinew.handles;

import dev.sinew.geometry.Voxels;
import dev.sinew.linalg.SparseBuilder;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * The volume of a shape on a grid of cubes. Each cube is divided into {@link #FINE_CELLS}³ fine cells; its inside falls into connected
 * pieces, each with eight corner nodes. Corners of pieces that touch are merged. So two fingers in the same cube are independent if a fine
 * cell of air separates them.
 */
final class GridDomain {
    /** Fine cells along the edge of a cube. */
    static final int FINE_CELLS = 4;

    private static final int MAX_PIECES = 100;
    /** Minimum fill of a piece, so that every node has mass. */
    private static final double MIN_FILL = 1.0 / 16;
    /** Maximum distance from the shape, in fine cells, at which values can be interpolated. */
    private static final int REACH_IN_FINE_CELLS = 6;

    private final Voxels fine;
    private final int[] cubes;
    private final double edge;
    /** First piece of each cube; one more entry than cubes. */
    private final int[] firstPiece;
    /** The piece of its cube that each fine cell belongs to. */
    private final byte[] pieceInCube;

    private final double[] fill;
    /** node[8·piece + corner] */
    private final int[] node;

    private final int nodes;

    GridDomain(Voxels fine) {
        this.fine = fine;
        int[] size = fine.size();
        this.cubes = new int[] {size[0] / FINE_CELLS, size[1] / FINE_CELLS, size[2] / FINE_CELLS};
        this.edge = fine.spacing() * FINE_CELLS;
        this.pieceInCube = new byte[size[0] * size[1] * size[2]];
        this.firstPiece = new int[cubes[0] * cubes[1] * cubes[2] + 1];
        int[] counts = findPieces();
        this.fill = new double[counts.length];
        for (int piece = 0; piece < counts.length; piece++) {
            fill[piece] = Math.max(MIN_FILL, counts[piece] / (double) (FINE_CELLS * FINE_CELLS * FINE_CELLS));
        }
        int[] parent = joinCorners();
        this.node = new int[parent.length];
        this.nodes = numberNodes(parent);
    }

    int nodeCount() {
        return nodes;
    }

    private int cube(int x, int y, int z) {
        return (z * cubes[1] + y) * cubes[0] + x;
    }

    /** Finds the pieces of every cube by flood fill of its fine cells; returns the number of fine cells of each. */
    private int[] findPieces() {
        Arrays.fill(pieceInCube, (byte) -1);
        int[] counts = new int[1024];
        int pieces = 0;
        int[] stack = new int[FINE_CELLS * FINE_CELLS * FINE_CELLS];
        for (int z = 0; z < cubes[2]; z++) {
            for (int y = 0; y < cubes[1]; y++) {
                for (int x = 0; x < cubes[0]; x++) {
                    int first = pieces;
                    firstPiece[cube(x, y, z)] = first;
                    for (int k = 0; k < stack.length; k++) {
                        int start = fineIndex(x, y, z, k);
                        if (fine.isInside(start) && pieceInCube[start] < 0 && pieces - first < MAX_PIECES) {
                            if (pieces == counts.length) {
                                counts = Arrays.copyOf(counts, 2 * pieces);
                            }
                            counts[pieces] = flood(x, y, z, k, (byte) (pieces - first), stack);
                            pieces++;
                        }
                    }
                }
            }
        }
        firstPiece[firstPiece.length - 1] = pieces;
        return Arrays.copyOf(counts, pieces);
    }

    /** Fine cell k of a cube, counted x first. */
    private int fineIndex(int x, int y, int z, int k) {
        return fine.index(
                x * FINE_CELLS + k % FINE_CELLS,
                y * FINE_CELLS + k / FINE_CELLS % FINE_CELLS,
                z * FINE_CELLS + k / FINE_CELLS / FINE_CELLS);
    }

    private int flood(int x, int y, int z, int start, byte piece, int[] stack) {
        int[] steps = {1, FINE_CELLS, FINE_CELLS * FINE_CELLS};
        int depth = 0;
        int count = 0;
        stack[depth++] = start;
        pieceInCube[fineIndex(x, y, z, start)] = piece;
        while (depth > 0) {
            int k = stack[--depth];
            count++;
            for (int axis = 0; axis < 3; axis++) {
                int at = k / steps[axis] % FINE_CELLS;
                for (int way = -1; way <= 1; way += 2) {
                    int neighbour = k + way * steps[axis];
                    if (at + way >= 0 && at + way < FINE_CELLS) {
                        int index = fineIndex(x, y, z, neighbour);
                        if (fine.isInside(index) && pieceInCube[index] < 0) {
                            pieceInCube[index] = piece;
                            stack[depth++] = neighbour;
                        }
                    }
                }
            }
        }
        return count;
    }

    /** The piece of a fine cell; negative outside. */
    private int pieceOf(int x, int y, int z) {
        byte local = pieceInCube[fine.index(x, y, z)];
        return local < 0 ? -1 : firstPiece[cube(x / FINE_CELLS, y / FINE_CELLS, z / FINE_CELLS)] + local;
    }

    /** Merges the corners of pieces that touch through the face between two cubes. */
    private int[] joinCorners() {
        int[] parent = new int[8 * fill.length];
        Arrays.setAll(parent, k -> k);
        int[] size = fine.size();
        int[] at = new int[3];
        for (at[2] = 0; at[2] < size[2]; at[2]++) {
            for (at[1] = 0; at[1] < size[1]; at[1]++) {
                for (at[0] = 0; at[0] < size[0]; at[0]++) {
                    int piece = pieceOf(at[0], at[1], at[2]);
                    for (int axis = 0; piece >= 0 && axis < 3; axis++) {
                        if (at[axis] % FINE_CELLS == FINE_CELLS - 1 && at[axis] + 1 < size[axis]) {
                            at[axis]++;
                            int other = pieceOf(at[0], at[1], at[2]);
                            at[axis]--;
                            if (other >= 0) {
                                joinFace(parent, piece, other, axis);
                            }
                        }
                    }
                }
            }
        }
        return parent;
    }

    private static void joinFace(int[] parent, int piece, int next, int axis) {
        int bit = 1 << axis;
        for (int corner = 0; corner < 8; corner++) {
            if ((corner & bit) != 0) {
                int a = find(parent, 8 * piece + corner);
                int b = find(parent, 8 * next + (corner ^ bit));
                parent[Math.max(a, b)] = Math.min(a, b);
            }
        }
    }

    private static int find(int[] parent, int start) {
        int k = start;
        while (parent[k] != k) {
            parent[k] = parent[parent[k]];
            k = parent[k];
        }
        return k;
    }

    private int numberNodes(int[] parent) {
        int count = 0;
        for (int k = 0; k < parent.length; k++) {
            int root = find(parent, k);
            node[k] = root == k ? count++ : node[root];
        }
        return count;
    }

    /** Assembles Laplacian, mass and the interpolation to vertices. */
    Domain assemble(Mesh mesh) {
        SparseBuilder stiffness = new SparseBuilder(nodes, nodes, 48 * fill.length);
        double[] mass = new double[nodes];
        double[] xyz = new double[3 * nodes];
        for (int z = 0; z < cubes[2]; z++) {
            for (int y = 0; y < cubes[1]; y++) {
                for (int x = 0; x < cubes[0]; x++) {
                    int c = cube(x, y, z);
                    for (int piece = firstPiece[c]; piece < firstPiece[c + 1]; piece++) {
                        addPiece(piece, stiffness, mass);
                        place(piece, x, y, z, xyz);
                    }
                }
            }
        }
        return new Domain(stiffness.build(), mass, xyz, vertexRows(mesh));
    }

    /**
     * Linear elements on the cube divided into six tetrahedra, averaged over the ways to divide it: each of the twelve edges weighs a
     * quarter of its length, each corner an eighth of the volume. Pieces are weighted by their fill.
     */
    private void addPiece(int piece, SparseBuilder stiffness, double[] mass) {
        double w = fill[piece] * edge / 4;
        for (int corner = 0; corner < 8; corner++) {
            int a = node[8 * piece + corner];
            mass[a] += fill[piece] * edge * edge * edge / 8;
            for (int bit = 1; bit < 8; bit <<= 1) {
                if ((corner & bit) == 0) {
                    int b = node[8 * piece + (corner | bit)];
                    stiffness.add(a, a, w);
                    stiffness.add(b, b, w);
                    stiffness.add(a, b, -w);
                    stiffness.add(b, a, -w);
                }
            }
        }
    }

    private void place(int piece, int x, int y, int z, double[] xyz) {
        for (int corner = 0; corner < 8; corner++) {
            int at = 3 * node[8 * piece + corner];
            xyz[at] = fine.origin()[0] + (x + (corner & 1)) * edge;
            xyz[at + 1] = fine.origin()[1] + (y + (corner >> 1 & 1)) * edge;
            xyz[at + 2] = fine.origin()[2] + (z + (corner >> 2)) * edge;
        }
    }

    private dev.sinew.linalg.SparseMatrix vertexRows(Mesh mesh) {
        int n = mesh.vertexCount();
        float[] p = mesh.positions();
        float[] normals = Normals.ofVertices(mesh, p);
        SparseBuilder rows = new SparseBuilder(n, nodes, 8 * n);
        double[] inwards = new double[3];
        for (int i = 0; i < n; i++) {
            // Half a fine cell inwards: the nearest piece is then the vertex's own, not one across a gap.
            for (int d = 0; d < 3; d++) {
                inwards[d] = p[3 * i + d] - 0.5 * fine.spacing() * normals[3 * i + d];
            }
            int row = i;
            OptionalInt cell = nearestInside(inwards, REACH_IN_FINE_CELLS);
            if (cell.isPresent()) {
                double[] at = {p[3 * i], p[3 * i + 1], p[3 * i + 2]};
                interpolate(cell.getAsInt(), at, (k, share) -> rows.add(row, k, share));
            }
        }
        return rows.build();
    }

    /** Receives a node and its share. */
    @FunctionalInterface
    interface ShareTaker {
        void take(int node, double share);
    }

    /** Trilinear shares of the corners of a fine cell's piece. */
    void interpolate(int fineCell, double[] point, ShareTaker taker) {
        int[] size = fine.size();
        int[] at = {fineCell % size[0], fineCell / size[0] % size[1], fineCell / size[0] / size[1]};
        int piece = pieceOf(at[0], at[1], at[2]);
        double[] t = new double[3];
        for (int d = 0; d < 3; d++) {
            t[d] = Math.max(0, Math.min(1, (point[d] - fine.origin()[d]) / edge - at[d] / FINE_CELLS));
        }
        for (int corner = 0; corner < 8; corner++) {
            double share = 1;
            for (int d = 0; d < 3; d++) {
                share *= (corner >> d & 1) == 1 ? t[d] : 1 - t[d];
            }
            if (share > 0) {
                taker.take(node[8 * piece + corner], share);
            }
        }
    }

    /** The fine cell inside the shape nearest to a point; empty if it is farther than {@code reach} cells. */
    OptionalInt nearestInside(double[] point, int reach) {
        int[] size = fine.size();
        int[] at = {fine.cellOf(point[0], 0), fine.cellOf(point[1], 1), fine.cellOf(point[2], 2)};
        int best = -1;
        double bestDistance = Double.POSITIVE_INFINITY;
        for (int radius = 0; radius <= reach; radius++) {
            if (best >= 0 && bestDistance <= (radius - 0.5) * (radius - 0.5)) {
                break;
            }
            for (int z = Math.max(0, at[2] - radius); z <= Math.min(size[2] - 1, at[2] + radius); z++) {
                for (int y = Math.max(0, at[1] - radius); y <= Math.min(size[1] - 1, at[1] + radius); y++) {
                    boolean shell = Math.abs(z - at[2]) == radius || Math.abs(y - at[1]) == radius;
                    int step = shell || radius == 0 ? 1 : 2 * radius;
                    for (int x = at[0] - radius; x <= at[0] + radius; x += step) {
                        if (x < 0 || x >= size[0] || pieceInCube[fine.index(x, y, z)] < 0) {
                            continue;
                        }
                        double d = squaredCells(point, x, y, z);
                        if (d < bestDistance) {
                            bestDistance = d;
                            best = fine.index(x, y, z);
                        }
                    }
                }
            }
        }
        return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
    }

    private double squaredCells(double[] point, int x, int y, int z) {
        double dx = (point[0] - fine.origin()[0]) / fine.spacing() - x - 0.5;
        double dy = (point[1] - fine.origin()[1]) / fine.spacing() - y - 0.5;
        double dz = (point[2] - fine.origin()[2]) / fine.spacing() - z - 0.5;
        return dx * dx + dy * dy + dz * dz;
    }

    double fineSpacing() {
        return fine.spacing();
    }
}
