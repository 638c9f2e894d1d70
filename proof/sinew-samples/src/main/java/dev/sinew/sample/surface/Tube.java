package dev.sinew.sample.surface;

/**
 * The topology of a closed tube: rings of quads and a fan of triangles at each end. Vertex 0 is the centre of the first cap, then
 * ring after ring, and last the centre of the other cap.
 *
 * @param rings at least 2
 * @param sides vertices per ring, at least 3
 */
public record Tube(int rings, int sides) {
    public Tube {
        if (rings < 1 || sides < 3) {
            throw new IllegalArgumentException("a tube of " + rings + " rings with " + sides + " sides");
        }
    }

    /** The tube with about this shape whose number of vertices is nearest to the wanted one. */
    public static Tube near(int vertices, double ringsPerSide) {
        Tube best = null;
        double bestScore = Double.MAX_VALUE;
        double ideal = Math.max(3, Math.sqrt((vertices - 2) / ringsPerSide));
        for (int sides = Math.max(3, (int) (ideal / 1.4)); sides <= Math.max(4, ideal * 1.4); sides++) {
            int rings = Math.max(2, Math.round((vertices - 2) / (float) sides));
            double score = Math.abs((double) rings * sides + 2 - vertices)
                    + Math.abs(sides - ideal) / ideal * 0.03 * Math.sqrt(vertices);
            if (score < bestScore) {
                bestScore = score;
                best = new Tube(rings, sides);
            }
        }
        return best;
    }

    public int vertexCount() {
        return rings * sides + 2;
    }

    public int faceCount() {
        return (rings + 1) * sides;
    }

    public int vertex(int ring, int side) {
        return 1 + ring * sides + Math.floorMod(side, sides);
    }

    /** Offsets of the faces: first cap, quads ring by ring, last cap. */
    public int[] faceStarts() {
        int[] starts = new int[faceCount() + 1];
        for (int k = 0; k < faceCount(); k++) {
            starts[k + 1] = starts[k] + (k < sides || k >= rings * sides ? 3 : 4);
        }
        return starts;
    }

    /** Corners, counter-clockwise seen from outside if sides run counter-clockwise around the axis. */
    public int[] corners() {
        int[] corners = new int[6 * sides + 4 * (rings - 1) * sides];
        int at = 0;
        for (int s = 0; s < sides; s++) {
            corners[at++] = 0;
            corners[at++] = vertex(0, s + 1);
            corners[at++] = vertex(0, s);
        }
        for (int r = 0; r + 1 < rings; r++) {
            for (int s = 0; s < sides; s++) {
                corners[at++] = vertex(r, s);
                corners[at++] = vertex(r, s + 1);
                corners[at++] = vertex(r + 1, s + 1);
                corners[at++] = vertex(r + 1, s);
            }
        }
        for (int s = 0; s < sides; s++) {
            corners[at++] = vertexCount() - 1;
            corners[at++] = vertex(rings - 1, s);
            corners[at++] = vertex(rings - 1, s + 1);
        }
        return corners;
    }
}
