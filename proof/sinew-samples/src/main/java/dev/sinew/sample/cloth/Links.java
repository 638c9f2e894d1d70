package dev.sinew.sample.cloth;

import dev.sinew.sample.surface.Grid;
import dev.sinew.sample.surface.Grid.Seam;
import java.util.Arrays;

/**
 * Distance constraints between particles: threads of the weave, diagonals against shear, and every second thread against bending.
 */
public final class Links {
    /**
     * Compliance of each kind of link, in metres per newton; 0 is rigid.
     *
     * @param stretch along the threads
     * @param shear along the diagonals
     * @param bend across every second vertex
     */
    public record Compliance(double stretch, double shear, double bend) {}

    private int[] ends = new int[1024];
    private double[] lengths = new double[512];
    private double[] compliances = new double[512];
    private int count;
    private int threads;

    private Links() {}

    /** @param rest positions that define the lengths of the links, not modified */
    public static Links ofGrid(Grid grid, Seam seam, float[] rest, Compliance compliance) {
        Links links = new Links();
        links.addKind(grid, seam, 1, 0, rest, compliance.stretch);
        links.addKind(grid, seam, 0, 1, rest, compliance.stretch);
        links.threads = links.count;
        links.addKind(grid, seam, 1, 1, rest, compliance.shear);
        links.addKind(grid, seam, 1, -1, rest, compliance.shear);
        links.addKind(grid, seam, 2, 0, rest, compliance.bend);
        links.addKind(grid, seam, 0, 2, rest, compliance.bend);
        return links;
    }

    /** Orders links so that consecutive ones share no particle, which avoids stalls on their results. */
    private void addKind(Grid grid, Seam seam, int right, int up, float[] rest, double compliance) {
        int colours = 2 * Math.max(right, Math.abs(up));
        for (int colour = 0; colour < 2; colour++) {
            for (int row = 0; row < grid.rows(); row++) {
                for (int column = 0; column < grid.columns(); column++) {
                    int along = right > 0 ? column : row;
                    if (along % colours / (colours / 2) == colour) {
                        add(new GridVertex(grid, seam, column, row), right, up, rest, compliance);
                    }
                }
            }
        }
    }

    private void add(GridVertex p, int right, int up, float[] rest, double compliance) {
        int other = p.neighbour(right, up);
        if (other < 0) {
            return;
        }
        if (count == lengths.length) {
            ends = Arrays.copyOf(ends, 4 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
            compliances = Arrays.copyOf(compliances, 2 * count);
        }
        int self = p.neighbour(0, 0);
        ends[2 * count] = self;
        ends[2 * count + 1] = other;
        lengths[count] = distance(rest, self, other);
        compliances[count++] = compliance;
    }

    private static double distance(float[] p, int a, int b) {
        double x = (double) p[3 * a] - p[3 * b];
        double y = (double) p[3 * a + 1] - p[3 * b + 1];
        double z = (double) p[3 * a + 2] - p[3 * b + 2];
        return Math.sqrt(x * x + y * y + z * z);
    }

    int count() {
        return count;
    }

    /** The number of thread links, which come first. */
    int threads() {
        return threads;
    }

    /** Two particles per link. */
    int[] ends() {
        return ends;
    }

    double[] lengths() {
        return lengths;
    }

    double[] compliances() {
        return compliances;
    }

    /** A grid vertex that knows its neighbours. */
    private record GridVertex(Grid grid, Seam seam, int column, int row) {
        /** Index of the vertex at an offset, −1 beyond the border. */
        int neighbour(int right, int up) {
            int c = column + right;
            int r = row + up;
            if (seam == Seam.CLOSED) {
                c = Math.floorMod(c, grid.columns());
            }
            return c < 0 || c >= grid.columns() || r < 0 || r >= grid.rows() ? -1 : grid.vertex(c, r);
        }
    }
}
