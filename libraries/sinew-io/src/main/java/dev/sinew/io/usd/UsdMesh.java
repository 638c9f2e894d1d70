package dev.sinew.io.usd;

import dev.sinew.io.usd.UsdPrim.UsdAttribute;
import dev.sinew.io.usd.UsdPrim.UsdAttribute.UsdValue;
import dev.sinew.run.InvalidInputException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** A mesh prim: its faces, its points at any time and its corner attributes. */
final class UsdMesh {
    private final String file;
    private final UsdPrim prim;
    private final UsdAttribute points;
    private final int vertices;
    private final int[] faceStarts;
    /** The file's corner for each corner: faces of left-handed meshes are reversed. */
    private final int[] fileCorners;

    private final int[] corners;

    UsdMesh(String file, UsdPrim prim) {
        this.file = file;
        this.prim = prim;
        this.points = prim.attribute("points").orElseThrow(() -> bad("has no points"));
        double[] first = points.defaultValue().map(UsdValue::numbers).orElse(new double[0]);
        if (first.length % 3 != 0) {
            throw bad("has " + first.length + " point coordinates, which is not a multiple of 3");
        }
        this.vertices = first.length / 3;
        if (prim.attribute("faceVertexIndices").filter(UsdAttribute::isAnimated).isPresent()) {
            throw bad("has faces that change over time; all frames must have the same faces");
        }
        this.faceStarts = starts(wholes("faceVertexCounts", 3, Integer.MAX_VALUE));
        int[] indices = wholes("faceVertexIndices", 0, vertices - 1);
        if (indices.length != faceStarts[faceStarts.length - 1]) {
            throw bad("has " + indices.length + " corner indices, but its faces have "
                    + faceStarts[faceStarts.length - 1] + " corners");
        }
        this.fileCorners = order();
        this.corners = Arrays.stream(fileCorners).map(c -> indices[c]).toArray();
    }

    private int[] starts(int[] counts) {
        int[] starts = new int[counts.length + 1];
        for (int k = 0; k < counts.length; k++) {
            long end = (long) starts[k] + counts[k];
            if (end > Integer.MAX_VALUE - 16) {
                throw bad("has too many corners");
            }
            starts[k + 1] = (int) end;
        }
        return starts;
    }

    private int[] order() {
        int[] order = IntStream.range(0, faceStarts[faceStarts.length - 1]).toArray();
        if (prim.word("orientation").filter("leftHanded"::equals).isPresent()) {
            for (int k = 0; k + 1 < faceStarts.length; k++) {
                for (int c = faceStarts[k]; c < faceStarts[k + 1]; c++) {
                    order[c] = faceStarts[k] + faceStarts[k + 1] - 1 - c;
                }
            }
        }
        return order;
    }

    /** Integers of an attribute, checked against bounds. */
    int[] wholes(String name, int least, int most) {
        double[] numbers = prim.numbers(name);
        int[] whole = new int[numbers.length];
        for (int k = 0; k < whole.length; k++) {
            if (!(numbers[k] >= least && numbers[k] <= most) || numbers[k] != Math.rint(numbers[k])) {
                throw bad("has " + numbers[k] + " as number " + k + " of " + name + "; it must be an integer from "
                        + least + " to " + most);
            }
            whole[k] = (int) numbers[k];
        }
        return whole;
    }

    InvalidInputException bad(String what) {
        return new InvalidInputException(file + ": mesh " + prim.path() + " " + what);
    }

    UsdPrim prim() {
        return prim;
    }

    int vertexCount() {
        return vertices;
    }

    int faceCount() {
        return faceStarts.length - 1;
    }

    int[] faceStarts() {
        return faceStarts;
    }

    /** Vertex of every corner. */
    int[] corners() {
        return corners;
    }

    UsdAttribute points() {
        return points;
    }

    /** 3N coordinates in mesh space at a time code. */
    double[] points(double time) {
        double[] at = points.at(time);
        if (at.length != 3 * vertices) {
            throw bad("has " + at.length / 3 + " points at time " + time + ", but " + vertices
                    + " at first; all frames must have the same vertices");
        }
        return at;
    }

    /**
     * Values of corners.
     *
     * @param values rows with the requested number of components
     * @param rows one per corner
     */
    record Carried(double[] values, int[] rows) {}

    /** The corners' values of an attribute at a time code; empty if it does not exist. */
    Optional<Carried> carried(String name, int width, double time) {
        Optional<UsdAttribute> attribute = prim.attribute(name);
        double[] values = attribute.map(a -> a.at(time)).orElse(new double[0]);
        if (values.length == 0) {
            return Optional.empty();
        }
        int count = values.length / width;
        int[] indices = wholes(name + ":indices", 0, count - 1);
        String scope = interpolation(attribute.get(), indices.length > 0 ? indices.length : count);
        int[] rows = new int[corners.length];
        for (int k = 0; k < faceCount(); k++) {
            for (int c = faceStarts[k]; c < faceStarts[k + 1]; c++) {
                int entry = entry(scope, k, c);
                if (entry >= (indices.length > 0 ? indices.length : count)) {
                    throw bad("has too few values in " + name + " for the interpolation '" + scope + "'");
                }
                rows[c] = indices.length > 0 ? indices[entry] : entry;
            }
        }
        return Optional.of(new Carried(values, rows));
    }

    private int entry(String scope, int face, int corner) {
        return switch (scope) {
            case "constant" -> 0;
            case "uniform" -> face;
            case "faceVarying" -> fileCorners[corner];
            default -> corners[corner];
        };
    }

    /** The declared interpolation, or the one that the number of values suggests. */
    private String interpolation(UsdAttribute attribute, int count) {
        UsdValue declared = attribute.metadata().get("interpolation");
        if (declared != null && !declared.texts().isEmpty()) {
            return declared.texts().get(0);
        }
        return count == vertices ? "vertex" : count == corners.length ? "faceVarying" : "constant";
    }
}
