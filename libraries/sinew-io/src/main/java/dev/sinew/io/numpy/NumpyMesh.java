package dev.sinew.io.numpy;

import dev.sinew.io.numpy.NpyArray.NpyHeader;
import dev.sinew.io.parts.FrameMemory;
import dev.sinew.io.parts.GrowableArrays;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.mesh.Mesh;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads one mesh from arrays: {@code rest}, or else the first of {@code poses}, and optional {@code faces}. */
public final class NumpyMesh {
    private NumpyMesh() {}

    public static ReadMesh read(Path file) {
        try (NumpyFile arrays = NumpyFile.open(file)) {
            if (arrays.isSingleArray()) {
                throw new InvalidInputException(
                        file + " is a single array, not a mesh. Use an .npz with the arrays rest and faces");
            }
            return new ReadMesh(of(arrays, positions(file, arrays)), List.of());
        }
    }

    private static float[] positions(Path file, NumpyFile arrays) {
        Optional<NpyArray> rest = arrays.find(NumpySequence.REST);
        if (rest.isPresent()) {
            return PoseArray.ofPose(rest.get()).readFirst();
        }
        NpyArray poses = arrays.find(NumpySequence.POSES)
                .orElseThrow(() -> new InvalidInputException(file
                        + " has no array named rest of shape (vertices, 3), nor poses; it has: " + arrays.names()));
        return (poses.shape().size() == 2 ? PoseArray.ofPose(poses) : PoseArray.ofFrames(poses)).readFirst();
    }

    static Mesh of(NumpyFile arrays, float[] positions) {
        requireFinite(arrays, positions);
        Optional<FaceArray> faces =
                arrays.find(NumpySequence.FACES).map(array -> FaceArray.read(array, positions.length / 3));
        return Mesh.of(
                positions,
                faces.map(FaceArray::starts).orElse(new int[1]),
                faces.map(FaceArray::corners).orElse(new int[0]),
                Mesh.Surface.bare());
    }

    private static void requireFinite(NumpyFile arrays, float[] positions) {
        for (int k = 0; k < positions.length; k++) {
            if (!Float.isFinite(positions[k])) {
                throw new InvalidInputException(arrays.file() + ": vertex " + k / 3 + " has the coordinate "
                        + positions[k] + "; only finite numbers are supported");
            }
        }
    }

    /**
     * Faces as an array of integers: (T, k) with k corners per row and shorter faces padded with -1, or a list in which -1
     * ends a face.
     *
     * @param starts faces + 1 offsets into the corners
     */
    private record FaceArray(int[] starts, int[] corners) {
        private static final int END = -1;
        private static final long MAX_NUMBERS = Integer.MAX_VALUE - 16;

        /** @param vertices number of vertices of the mesh */
        static FaceArray read(NpyArray array, int vertices) {
            NpyHeader header = array.header();
            int dimensions = array.shape().size();
            boolean rows = dimensions == 2
                    && array.shape().get(1) >= 3
                    && array.shape().get(1) <= MAX_NUMBERS;
            if (!rows && dimensions != 1 || header.isFloating() || header.count(array.what()) > MAX_NUMBERS) {
                throw new InvalidInputException(array.what() + " has the shape " + header.shapeText() + " and type "
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
                    throw new InvalidInputException(array.what() + ": number " + at + " is " + (long) value
                            + "; it must be a vertex from 0 to " + (vertices - 1) + ", or -1");
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
                throw new InvalidInputException(array.what() + " is a list of " + numbers.length
                        + " numbers without a -1, so the ends of the faces are unknown. Use the shape (faces, 3)");
            }
            if (open) {
                out.end(face);
            }
            return out.faces();
        }

        /** Collects faces corner by corner. */
        private static final class Collector {
            private final String what;
            private final GrowableArrays.Ints starts;
            private final GrowableArrays.Ints corners;
            private boolean filled;

            Collector(String what) {
                this.what = what;
                this.starts = new GrowableArrays.Ints(what + ": faces");
                this.corners = new GrowableArrays.Ints(what + ": corners");
                starts.add(0);
            }

            void add(int face, int vertex) {
                if (vertex == END) {
                    filled = true;
                } else if (filled) {
                    throw new InvalidInputException(what + ": face " + face + " has a corner after a -1");
                } else {
                    corners.add(vertex);
                }
            }

            void end(int face) {
                int length = corners.size() - starts.get(starts.size() - 1);
                if (length < 3) {
                    throw new InvalidInputException(
                            what + ": face " + face + " has " + length + " corners; at least 3 are required");
                }
                starts.add(corners.size());
                filled = false;
            }

            FaceArray faces() {
                return new FaceArray(starts.toArray(), corners.toArray());
            }
        }
    }

    /** An array of positions, (F, V, 3) or (V, 3), from which frames are read. */
    static final class PoseArray {
        /** Three weeks at 30 frames per second; more means damage. */
        private static final long MAX_FRAMES = 50_000_000;

        private static final long MAX_VERTICES = (Integer.MAX_VALUE - 16) / 3;

        private final NpyArray array;
        private final int frames;
        private final int vertices;

        private PoseArray(NpyArray array, int frames, int vertices) {
            this.array = array;
            this.frames = frames;
            this.vertices = vertices;
        }

        /** Frames of a sequence. */
        static PoseArray ofFrames(NpyArray array) {
            List<Long> shape = array.shape();
            requirePositions(array, shape.size() == 3, "(frames, vertices, 3)");
            return within(array, shape.get(0), shape.get(1));
        }

        /** One pose. */
        static PoseArray ofPose(NpyArray array) {
            List<Long> shape = array.shape();
            requirePositions(array, shape.size() == 2, "(vertices, 3)");
            return within(array, 1, shape.get(0));
        }

        private static void requirePositions(NpyArray array, boolean fits, String wanted) {
            List<Long> shape = array.shape();
            if (!fits || shape.get(shape.size() - 1) != 3) {
                throw new InvalidInputException(
                        array.what() + " has the shape " + array.header().shapeText() + "; it must be " + wanted);
            }
            if (!array.header().isFloating()) {
                throw new InvalidInputException(
                        array.what() + " contains integers; positions must be float32 or float64");
            }
        }

        private static PoseArray within(NpyArray array, long frames, long vertices) {
            if (frames < 1 || frames > MAX_FRAMES || vertices < 1 || vertices > MAX_VERTICES) {
                throw new InvalidInputException(
                        array.what() + " has " + frames + " frames of " + vertices + " vertices; supported are 1 to "
                                + MAX_FRAMES + " frames and 1 to " + MAX_VERTICES + " vertices");
            }
            return new PoseArray(array, (int) frames, (int) vertices);
        }

        int frames() {
            return frames;
        }

        int vertices() {
            return vertices;
        }

        /**
         * Positions of frames, 3V each.
         *
         * @param wanted indices of frames, each at most once
         */
        float[][] read(int[] wanted) {
            float[][] all = FrameMemory.allocate(array.file(), wanted.length, vertices);
            float[][] byFrame = new float[frames][];
            for (int k = 0; k < wanted.length; k++) {
                byFrame[wanted[k]] = all[k];
            }
            array.forEach(array.header().fortran() ? firstIndexFastest(byFrame) : lastIndexFastest(byFrame));
            return all;
        }

        /** The only pose, or the first. */
        float[] readFirst() {
            return read(new int[] {0})[0];
        }

        private NpyArray.NumberConsumer lastIndexFastest(float[][] byFrame) {
            int width = 3 * vertices;
            int[] at = {0, 0};
            return (ignored, value) -> {
                if (byFrame[at[0]] != null) {
                    byFrame[at[0]][at[1]] = (float) value;
                }
                if (++at[1] == width) {
                    at[1] = 0;
                    at[0]++;
                }
            };
        }

        private NpyArray.NumberConsumer firstIndexFastest(float[][] byFrame) {
            int[] at = {0, 0, 0};
            return (ignored, value) -> {
                if (byFrame[at[0]] != null) {
                    byFrame[at[0]][3 * at[1] + at[2]] = (float) value;
                }
                if (++at[0] == frames) {
                    at[0] = 0;
                    if (++at[1] == vertices) {
                        at[1] = 0;
                        at[2]++;
                    }
                }
            };
        }
    }
}
