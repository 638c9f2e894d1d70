package dev.sinew.io.numpy;

import dev.sinew.io.parts.GrowingInts;
import dev.sinew.run.RefusedException;

/**
 * Faces as an array of integers: (T, k) with k corners a row, shorter faces filled up with -1, or a list in which -1 ends
 * a face.
 *
 * @param starts faces + 1 offsets into the corners
 */
record FaceArray(int[] starts, int[] corners) {
    private static final int END = -1;
    private static final long MOST_NUMBERS = Integer.MAX_VALUE - 16;

    /** @param vertices of the mesh that the corners name */
    static FaceArray read(NpyArray array, int vertices) {
        NpyHeader header = array.header();
        int dimensions = array.shape().size();
        boolean rows =
                dimensions == 2 && array.shape().get(1) >= 3 && array.shape().get(1) <= MOST_NUMBERS;
        if (!rows && dimensions != 1 || header.isFloating() || header.count(array.what()) > MOST_NUMBERS) {
            throw new RefusedException(array.what() + " has the shape " + header.shapeText() + " of type "
                    + header.kind() + header.itemBytes()
                    + "; it must be integers, (faces, 3) or more columns, or a list in which -1 ends a face");
        }
        int[] numbers = numbers(array, vertices);
        return rows ? ofRows(array, numbers) : ofList(array, numbers);
    }

    private static int[] numbers(NpyArray array, int vertices) {
        int[] numbers = new int[(int) array.header().count(array.what())];
        array.forEach((at, value) -> {
            if (value < END || value >= vertices) {
                throw new RefusedException(array.what() + ": number " + at + " is " + (long) value
                        + ", it must name one of " + vertices + " vertices, or be -1");
            }
            numbers[(int) at] = (int) value;
        });
        return numbers;
    }

    private static FaceArray ofRows(NpyArray array, int[] numbers) {
        int width = Math.toIntExact(array.shape().get(1));
        int faces = numbers.length / width;
        boolean fortran = array.header().fortran();
        Collector out = new Collector(array.what());
        for (int k = 0; k < faces; k++) {
            for (int c = 0; c < width; c++) {
                out.add(k, numbers[fortran ? c * faces + k : k * width + c]);
            }
            out.end(k);
        }
        return out.faces();
    }

    private static FaceArray ofList(NpyArray array, int[] numbers) {
        Collector out = new Collector(array.what());
        int face = 0;
        boolean open = false;
        for (int number : numbers) {
            open = number != END;
            if (open) {
                out.add(face, number);
            } else {
                out.end(face++);
            }
        }
        if (open && face == 0) {
            throw new RefusedException(array.what() + " is a list of " + numbers.length
                    + " numbers without a -1, so nobody knows where a face ends; give it as (faces, 3)");
        }
        if (open) {
            out.end(face);
        }
        return out.faces();
    }

    /** Gathers faces corner by corner. */
    private static final class Collector {
        private final String what;
        private final GrowingInts starts;
        private final GrowingInts corners;
        private boolean filled;

        Collector(String what) {
            this.what = what;
            this.starts = new GrowingInts(what + ": faces");
            this.corners = new GrowingInts(what + ": corners");
            starts.add(0);
        }

        void add(int face, int vertex) {
            if (vertex == END) {
                filled = true;
            } else if (filled) {
                throw new RefusedException(what + ": face " + face + " has a corner behind a -1");
            } else {
                corners.add(vertex);
            }
        }

        void end(int face) {
            int length = corners.size() - starts.get(starts.size() - 1);
            if (length < 3) {
                throw new RefusedException(
                        what + ": face " + face + " has " + length + " corners, at least 3 are needed");
            }
            starts.add(corners.size());
            filled = false;
        }

        FaceArray faces() {
            return new FaceArray(starts.toArray(), corners.toArray());
        }
    }
}
