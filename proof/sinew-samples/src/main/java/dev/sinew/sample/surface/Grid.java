package dev.sinew.sample.surface;

/**
 * A rectangle of quads.
 *
 * @param columns vertices along u, at least 2
 * @param rows vertices along v, at least 2
 */
public record Grid(int columns, int rows) {
    public Grid {
        if (columns < 2 || rows < 2) {
            throw new IllegalArgumentException("a grid of " + columns + " × " + rows + " vertices has no face");
        }
    }

    /** The grid with about this aspect whose number of vertices is nearest to the wanted one. */
    public static Grid near(int vertices, double aspect) {
        double ideal = Math.sqrt(vertices * aspect);
        int from = Math.max(2, (int) (ideal / 1.35));
        int to = Math.max(from + 1, (int) (ideal * 1.35));
        Grid best = null;
        double bestScore = Double.MAX_VALUE;
        for (int columns = from; columns <= to; columns++) {
            int rows = Math.max(2, Math.round(vertices / (float) columns));
            // The number of vertices matters most; the aspect breaks ties.
            double score = Math.abs((double) columns * rows - vertices)
                    + Math.abs(columns - ideal) / ideal * 0.02 * Math.sqrt(vertices);
            if (score < bestScore) {
                bestScore = score;
                best = new Grid(columns, rows);
            }
        }
        return best;
    }

    public int vertexCount() {
        return columns * rows;
    }

    public int faceCount(Seam seam) {
        return cells(seam) * (rows - 1);
    }

    private int cells(Seam seam) {
        return seam == Seam.CLOSED ? columns : columns - 1;
    }

    public int vertex(int column, int row) {
        return row * columns + column;
    }

    /** Four corners per face, row by row; counter-clockwise with u to the right and v up. */
    public int[] quads(Seam seam) {
        int[] corners = new int[4 * faceCount(seam)];
        int at = 0;
        for (int row = 0; row + 1 < rows; row++) {
            for (int column = 0; column < cells(seam); column++) {
                int next = (column + 1) % columns;
                corners[at++] = vertex(column, row);
                corners[at++] = vertex(next, row);
                corners[at++] = vertex(next, row + 1);
                corners[at++] = vertex(column, row + 1);
            }
        }
        return corners;
    }

    /** Offsets of faces with four corners. */
    public static int[] quadStarts(int faces) {
        int[] starts = new int[faces + 1];
        for (int k = 0; k <= faces; k++) {
            starts[k] = 4 * k;
        }
        return starts;
    }

    /** u and v of every vertex, 0–1. */
    public float[] uvs() {
        float[] uvs = new float[2 * vertexCount()];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                int at = 2 * vertex(column, row);
                uvs[at] = column / (float) (columns - 1);
                uvs[at + 1] = row / (float) (rows - 1);
            }
        }
        return uvs;
    }

    /** How a grid's first and last column are connected. */
    public enum Seam {
        OPEN,
        /** The last column is connected to the first. */
        CLOSED
    }
}
