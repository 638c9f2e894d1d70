package dev.sinew.io;

import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.FrameCache;
import dev.sinew.io.parts.FrameMemory;
import dev.sinew.io.parts.Notes;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.io.parts.ShadedFrames;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.platform.Workers;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Reads the frames of a sequence once its files are found. */
final class SequenceReader {
    private static final double USUAL_RATE = 30;

    private final SequenceInput input;
    private final Placement placement;
    private final Notes notes = new Notes();

    SequenceReader(SequenceInput input) {
        this.input = input;
        this.placement = new Placement(input.up(), input.scale());
    }

    ReadSequence read() {
        SequenceLocator.Found files = SequenceLocator.locate(input);
        MeshSequence sequence;
        if (files instanceof SequenceLocator.Cached cached) {
            sequence = ofCache(cached);
        } else if (files instanceof SequenceLocator.Animated animated) {
            sequence = ofAnimated(animated.file(), open(animated));
        } else {
            sequence = ofFrames((SequenceLocator.Frames) files);
        }
        return new ReadSequence(sequence, notes.list());
    }

    private AnimatedMesh open(SequenceLocator.Animated animated) {
        SequenceInput.Choice choice = input.choice();
        return animated.format()
                .openSequence(
                        animated.file(),
                        new Format.Selection(choice.objects(), choice.clip(), input.framesPerSecond()));
    }

    private MeshSequence ofCache(SequenceLocator.Cached files) {
        Mesh rest = rest(files.mesh());
        FrameCache cache = cache(files.cache());
        notes.addAll(cache.notes());
        if (cache.vertices() != rest.vertexCount()) {
            throw new RefusedException(cache.file() + " moves " + cache.vertices() + " vertices where the mesh "
                    + files.mesh() + " has " + rest.vertexCount());
        }
        int[] wanted = wanted(cache.frames(), cache.file().toString());
        FrameSource frames =
                streamed(cache.file(), rest, wanted, cache::streamed).orElseGet(() -> held(cache, wanted));
        return new MeshSequence(files.name(), rest, frames, rate(cache.framesPerSecond()));
    }

    private FrameSource held(FrameCache cache, int[] wanted) {
        float[][] frames = cache.read(wanted);
        for (int k = 0; k < wanted.length; k++) {
            placement.place(frames[k]);
            MeshSequence.checkFrame(cache.file().toString(), wanted[k], frames[k], cache.vertices());
        }
        return FrameSource.of(frames);
    }

    /** Frames that are too many to be held, where the file can be read without, all looked at once. */
    private Optional<FrameSource> streamed(
            Path file, Mesh rest, int[] wanted, Function<int[], Optional<FrameSource>> open) {
        if (FrameMemory.isEnough(wanted.length, rest.vertexCount())) {
            return Optional.empty();
        }
        Optional<FrameSource> frames = open.apply(wanted).map(placement::place);
        frames.ifPresent(found -> checkAll(file, found, wanted, rest.vertexCount()));
        return frames;
    }

    private static void checkAll(Path file, FrameSource frames, int[] wanted, int vertices) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            RefusedException[] refusals = new RefusedException[wanted.length];
            workers.forChunks(wanted.length, 1, (chunk, k, end) -> {
                try {
                    MeshSequence.checkFrame(file.toString(), wanted[k], frames.frame(k), vertices);
                } catch (RefusedException e) {
                    refusals[k] = e;
                }
            });
            Arrays.stream(refusals).filter(Objects::nonNull).findFirst().ifPresent(first -> {
                throw first;
            });
        }
    }

    /** What is inside decides, not the ending of the name. */
    private static FrameCache cache(Path file) {
        return Formats.of(file)
                .filter(format -> format.reads(Content.CACHE))
                .orElse(Formats.PC2)
                .openCache(file);
    }

    private MeshSequence ofAnimated(Path file, AnimatedMesh animated) {
        int[] wanted = wanted(animated.frameCount(), file.toString());
        Mesh rest = placement.place(requireFaces(animated.rest(wanted[0]), file), file);
        Optional<FrameSource> streamed = streamed(file, rest, wanted, animated::streamed);
        if (streamed.isPresent()) {
            notes.addAll(animated.notes());
            return new MeshSequence(animated.name(), rest, streamed.get(), rate(animated.framesPerSecond()));
        }
        float[][] frames = animated.read(wanted);
        notes.addAll(animated.notes());
        for (int k = 0; k < wanted.length; k++) {
            // What stands still is one array, which must not be turned and scaled twice.
            if (k == 0 || frames[k] != frames[k - 1]) {
                placement.place(frames[k]);
                MeshSequence.checkFrame(file.toString(), wanted[k], frames[k], rest.vertexCount());
            }
        }
        FrameSource source = animated.hasNormals()
                ? new ShadedFrames(frames, f -> placement.placeNormals(animated.normals(wanted[f])))
                : FrameSource.of(frames);
        return new MeshSequence(animated.name(), rest, source, rate(animated.framesPerSecond()));
    }

    private MeshSequence ofFrames(SequenceLocator.Frames files) {
        int[] wanted = wanted(files.files().size(), files.name());
        List<Path> taken = Arrays.stream(wanted).mapToObj(files.files()::get).toList();
        Mesh rest = rest(taken.get(0));
        FrameSource frames = FrameFiles.read(taken.get(0), rest, taken.subList(1, taken.size()), placement);
        return new MeshSequence(files.name(), rest, frames, rate(OptionalDouble.empty()));
    }

    private int[] wanted(int available, String what) {
        FrameRange range = input.range();
        int count = range.count(available);
        if (count == 0) {
            throw new RefusedException("the range begins at frame " + range.first() + ", but " + what + " has "
                    + (available == 1 ? "frame 0 only" : "frames 0 to " + (available - 1)));
        }
        return IntStream.range(0, count).map(range::frame).toArray();
    }

    /** Taking every n-th frame must not make the motion faster. */
    private double rate(OptionalDouble own) {
        return input.framesPerSecond().orElse(own.orElse(USUAL_RATE))
                / input.range().step();
    }

    private Mesh rest(Path file) {
        ReadMesh read = MeshSequences.meshFormat(file).readMesh(file);
        notes.addAll(read.notes());
        return placement.place(requireFaces(read.mesh(), file), file);
    }

    private static Mesh requireFaces(Mesh mesh, Path file) {
        if (mesh.faceCount() == 0) {
            throw new RefusedException(file + " has " + mesh.vertexCount()
                    + " vertices but no faces; a sequence needs a mesh of at least 1 face");
        }
        return mesh;
    }

    /** Reads the later frames of a sequence of mesh files side by side and holds each against the first. */
    private static final class FrameFiles {
        /** More threads than this would only wait for the disk and hold more text in memory. */
        private static final int MOST_THREADS = 8;

        private final Path firstFile;
        private final Mesh first;
        private final List<Path> files;
        private final Placement placement;
        private final float[][] frames;
        private final CornerAttribute[] normals;
        private final RefusedException[] refusals;

        /** Frames after a refused one need not be read, those before must: the refusal shown is that of the first bad frame. */
        private final AtomicInteger firstRefused = new AtomicInteger(Integer.MAX_VALUE);

        private FrameFiles(Path firstFile, Mesh first, List<Path> files, Placement placement) {
            this.firstFile = firstFile;
            this.first = first;
            this.files = files;
            this.placement = placement;
            this.frames = new float[files.size()][];
            this.normals = new CornerAttribute[files.size()];
            this.refusals = new RefusedException[files.size()];
        }

        /**
         * The frames of the files' meshes, placed, the first one's in front. Normals are told where every file has some.
         *
         * @param first the mesh of {@code firstFile}, whose faces the others must have
         */
        static FrameSource read(Path firstFile, Mesh first, List<Path> files, Placement placement) {
            FrameFiles reading = new FrameFiles(firstFile, first, files, placement);
            int threads = Math.max(
                    1,
                    Math.min(
                            MOST_THREADS,
                            Math.min(files.size(), Runtime.getRuntime().availableProcessors())));
            try (Workers workers = new Workers(threads)) {
                workers.forChunks(files.size(), 1, (chunk, from, to) -> reading.frame(from));
            }
            if (reading.firstRefused.get() < files.size()) {
                throw reading.refusals[reading.firstRefused.get()];
            }
            return reading.source();
        }

        private FrameSource source() {
            float[][] positions = new float[frames.length + 1][];
            positions[0] = first.positions();
            System.arraycopy(frames, 0, positions, 1, frames.length);
            boolean all = first.surface().normals().isPresent()
                    && Arrays.stream(normals).allMatch(Objects::nonNull);
            return all
                    ? new ShadedFrames(
                            positions, f -> f == 0 ? first.surface().normals().get() : normals[f - 1])
                    : FrameSource.of(positions);
        }

        private void frame(int k) {
            if (k > firstRefused.get()) {
                return;
            }
            try {
                Path file = files.get(k);
                boolean shaded = first.surface().normals().isPresent();
                Format format = MeshSequences.meshFormat(file);
                Mesh mesh = shaded ? format.readMesh(file).mesh() : format.readGeometry(file);
                Topology.difference(first, mesh, format.firstNumber()).ifPresent(difference -> {
                    throw new RefusedException(file + " and " + firstFile + " differ: " + difference);
                });
                frames[k] = placement.place(mesh, file).positions();
                normals[k] = mesh.surface().normals().map(this::withSharedRows).orElse(null);
            } catch (RefusedException e) {
                refusals[k] = e;
                firstRefused.accumulateAndGet(k, Math::min);
            }
        }

        /** Most files number their normals alike: then one array of rows serves all frames. */
        private CornerAttribute withSharedRows(CornerAttribute own) {
            int[] rows = first.surface().normals().orElseThrow().rows();
            return Arrays.equals(rows, own.rows()) ? new CornerAttribute(3, own.values(), rows) : own;
        }

        /** Compares the faces of two meshes. */
        private static final class Topology {
            private static final int CORNERS_SHOWN = 8;

            private Topology() {}

            /**
             * The first difference in words, or nothing where both have the same vertices and faces.
             *
             * @param first what {@code later} should agree with
             * @param base the number of the first vertex and face: as people see them in the file
             */
            static Optional<String> difference(Mesh first, Mesh later, int base) {
                if (later.vertexCount() != first.vertexCount()) {
                    return Optional.of(later.vertexCount() + " vertices where there were " + first.vertexCount());
                }
                if (Arrays.equals(first.faceStarts(), later.faceStarts())
                        && Arrays.equals(first.corners(), later.corners())) {
                    return Optional.empty();
                }
                for (int k = 0; k < Math.min(first.faceCount(), later.faceCount()); k++) {
                    if (!sameFace(first, later, k)) {
                        return Optional.of("face " + (k + base) + " is " + face(later, k, base) + " where it was "
                                + face(first, k, base));
                    }
                }
                return Optional.of(later.faceCount() + " faces where there were " + first.faceCount());
            }

            private static boolean sameFace(Mesh a, Mesh b, int k) {
                return Arrays.equals(
                        a.corners(),
                        a.faceStarts()[k],
                        a.faceStarts()[k + 1],
                        b.corners(),
                        b.faceStarts()[k],
                        b.faceStarts()[k + 1]);
            }

            private static String face(Mesh mesh, int k, int base) {
                StringBuilder text = new StringBuilder();
                int from = mesh.faceStarts()[k];
                int to = mesh.faceStarts()[k + 1];
                for (int c = from; c < Math.min(to, from + CORNERS_SHOWN); c++) {
                    text.append(c == from ? "" : " ").append(mesh.corners()[c] + base);
                }
                return to - from > CORNERS_SHOWN ? text + " … (" + (to - from) + " corners)" : text.toString();
            }
        }
    }
}
