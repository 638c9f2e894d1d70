package dev.sinew.sample.surface;

/**
 * A solid with rounded edges around the origin: box, cylinder along y, or ball. All have the topology of a cube with equal
 * numbers of quads per side. Grid lines are concentrated where the surface bends, so that even a coarse part has flat sides and
 * soft edges.
 *
 * @param half half the size along x, y, z; a cylinder's radius is x, a ball is as wide as the box
 * @param rounding radius of the edges, below every half size
 */
public record HardPart(Form form, Vec half, double rounding) {
    /** The form of the solid. */
    public enum Form {
        BOX,
        CYLINDER,
        BALL
    }

    /** The number of vertices for a number of cells per side. */
    public static int vertexCount(int cells) {
        return 6 * cells * cells + 2;
    }

    /** Approximate surface area. */
    public double area() {
        return 8 * (half.x() * half.y() + half.y() * half.z() + half.z() * half.x());
    }

    /** @param cells quads per side, at least 1 */
    public PolygonSoup mesh(int cells) {
        double[] positions = new double[3 * vertexCount(cells)];
        int[] corners = new int[24 * cells * cells];
        int corner = 0;
        for (int axis = 0; axis < 3; axis++) {
            for (int end = 0; end < 2; end++) {
                for (int k = 0; k < cells * cells; k++) {
                    for (int c = 0; c < 4; c++) {
                        int[] at = corner(axis, end, k, end == 1 ? c : 3 - c, cells);
                        int vertex = number(at, cells);
                        corners[corner++] = vertex;
                        put(positions, 3 * vertex, place(at, cells));
                    }
                }
            }
        }
        return new PolygonSoup(positions, corners, 4);
    }

    /** Corner c of quad k on one of the six sides, as a position on the lattice of the cube. */
    private static int[] corner(int axis, int end, int k, int c, int cells) {
        int[] at = new int[3];
        at[axis] = end * cells;
        at[(axis + 1) % 3] = k % cells + (c == 1 || c == 2 ? 1 : 0);
        at[(axis + 2) % 3] = k / cells + (c >= 2 ? 1 : 0);
        return at;
    }

    /** The index on the cube's surface: the whole first layer, the rims of those between, the whole last one. */
    private static int number(int[] at, int cells) {
        int side = cells + 1;
        int layer = at[2];
        int before = layer == 0 ? 0 : side * side + (layer - 1) * 4 * cells;
        if (layer == 0 || layer == cells) {
            return before + at[1] * side + at[0];
        }
        if (at[1] == 0 || at[1] == cells) {
            return before + (at[1] == 0 ? 0 : side) + at[0];
        }
        return before + 2 * side + 2 * (at[1] - 1) + (at[0] == 0 ? 0 : 1);
    }

    private static void put(double[] positions, int at, Vec v) {
        positions[at] = v.x();
        positions[at + 1] = v.y();
        positions[at + 2] = v.z();
    }

    private Vec place(int[] at, int cells) {
        return switch (form) {
            case BOX -> box(at, cells);
            case CYLINDER -> cylinder(at, cells);
            case BALL -> ball(at, cells);
        };
    }

    private Vec box(int[] at, int cells) {
        double[] h = {half.x(), half.y(), half.z()};
        double[] inner = new double[3];
        double[] out = new double[3];
        double squared = 0;
        for (int c = 0; c < 3; c++) {
            double p = line(at[c], cells, h[c]);
            inner[c] = clamp(p, h[c] - rounding);
            out[c] = p - inner[c];
            squared += out[c] * out[c];
        }
        double scale = squared > 0 ? rounding / Math.sqrt(squared) : 0;
        return Vec.of(inner[0] + scale * out[0], inner[1] + scale * out[1], inner[2] + scale * out[2]);
    }

    /** Squares around the axis become circles; radius and height are rounded like a box in their plane. */
    private Vec cylinder(int[] at, int cells) {
        double x = even(at[0], cells);
        double z = even(at[2], cells);
        int ring = Math.max(Math.abs(2 * at[0] - cells), Math.abs(2 * at[2] - cells));
        double r = Math.abs(line((ring + cells) / 2, cells, half.x()));
        if (ring < cells && cells % 2 != ring % 2) {
            r = half.x() * ring / cells;
        }
        double y = line(at[1], cells, half.y());
        double innerR = Math.min(r, half.x() - rounding);
        double innerY = clamp(y, half.y() - rounding);
        double away = Math.sqrt((r - innerR) * (r - innerR) + (y - innerY) * (y - innerY));
        double scale = away > 0 ? rounding / away : 0;
        double radius = innerR + scale * (r - innerR);
        double length = Math.sqrt(x * x + z * z);
        double direction = length > 0 ? radius / length : 0;
        return Vec.of(direction * x, innerY + scale * (y - innerY), direction * z);
    }

    private Vec ball(int[] at, int cells) {
        Vec p = Vec.of(even(at[0], cells), even(at[1], cells), even(at[2], cells))
                .unit();
        return Vec.of(half.x() * p.x(), half.y() * p.y(), half.z() * p.z());
    }

    private static double clamp(double value, double limit) {
        return Math.max(-limit, Math.min(limit, value));
    }

    /** Positions at even angles from the centre, −1 to 1. */
    private static double even(int k, int cells) {
        return StrictMath.tan(0.25 * Math.PI * (2.0 * k / cells - 1));
    }

    /** The position of grid line k: a quarter of the lines at either end form the rounding. */
    private double line(int k, int cells, double h) {
        if (cells < 3) {
            return h * (2.0 * k / cells - 1);
        }
        int bend = Math.max(1, cells / 4);
        if (k <= bend) {
            return -h + rounding * StrictMath.tan(0.25 * Math.PI * k / bend);
        }
        if (k >= cells - bend) {
            return h - rounding * StrictMath.tan(0.25 * Math.PI * (cells - k) / bend);
        }
        return (h - rounding) * (2.0 * (k - bend) / (cells - 2 * bend) - 1);
    }
}
