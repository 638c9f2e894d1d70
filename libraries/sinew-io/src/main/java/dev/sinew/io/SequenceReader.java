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
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Reads the frames of a sequence after its files are found. */
final class SequenceReader {
    private static final double DEFAULT_RATE = 30;

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
            throw new InvalidInputException(
                    cache.file() + " has " + cache.vertices() + " vertices per frame, but the mesh " + files.mesh()
                            + " has " + rest.vertexCount() + ". Export both from the same mesh");
        }
        int[] selectedFrames = input.range().frames(cache.frames(), cache.file().toString());
        FrameSource frames = streamFrames(cache.file(), rest, selectedFrames, cache::streamFrames)
                .orElseGet(() -> held(cache, selectedFrames));
        return new MeshSequence(files.name(), rest, frames, rate(cache.framesPerSecond()));
    }

    private FrameSource held(FrameCache cache, int[] selectedFrames) {
        float[][] frames = cache.read(selectedFrames);
        for (int k = 0; k < selectedFrames.length; k++) {
            placement.place(frames[k]);
            MeshSequence.checkFrame(cache.file().toString(), selectedFrames[k], frames[k], cache.vertices());
        }
        return FrameSource.of(frames);
    }

    /** Streams frames that do not fit into memory, if the file supports it, after checking all of them once. */
    private Optional<FrameSource> streamFrames(
            Path file, Mesh rest, int[] selectedFrames, Function<int[], Optional<FrameSource>> open) {
        if (FrameMemory.isEnough(selectedFrames.length, rest.vertexCount())) {
            return Optional.empty();
        }
        Optional<FrameSource> frames = open.apply(selectedFrames).map(placement::place);
        frames.ifPresent(found -> checkAll(file, found, selectedFrames, rest.vertexCount()));
        return frames;
    }

    private static void checkAll(Path file, FrameSource frames, int[] selectedFrames, int vertices) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            InvalidInputException[] rejections = new InvalidInputException[selectedFrames.length];
            workers.forChunks(selectedFrames.length, 1, (chunk, k, end) -> {
                try {
                    MeshSequence.checkFrame(file.toString(), selectedFrames[k], frames.frame(k), vertices);
                } catch (InvalidInputException e) {
                    rejections[k] = e;
                }
            });
            Arrays.stream(rejections).filter(Objects::nonNull).findFirst().ifPresent(first -> {
                throw first;
            });
        }
    }

    /** The content decides, not the file extension. */
    private static FrameCache cache(Path file) {
        return Formats.of(file)
                .filter(format -> format.reads(Content.CACHE))
                .orElse(Formats.PC2)
                .openCache(file);
    }

    private MeshSequence ofAnimated(Path file, AnimatedMesh animated) {
        int[] selectedFrames = input.range().frames(animated.frameCount(), file.toString());
        Optional<Mesh> bind = input.choice().bind() ? animated.bind() : Optional.empty();
        Mesh rest = placement.place(requireFaces(bind.orElseGet(() -> animated.rest(selectedFrames[0])), file), file);
        Optional<FrameSource> stream = streamFrames(file, rest, selectedFrames, animated::streamFrames);
        if (stream.isPresent()) {
            notes.addAll(animated.notes());
            return new MeshSequence(animated.name(), rest, stream.get(), rate(animated.framesPerSecond()));
        }
        float[][] frames = animated.read(selectedFrames);
        notes.addAll(animated.notes());
        for (int k = 0; k < selectedFrames.length; k++) {
            // Static geometry shares one array, which must not be rotated and scaled twice.
            if (k == 0 || frames[k] != frames[k - 1]) {
                placement.place(frames[k]);
                MeshSequence.checkFrame(file.toString(), selectedFrames[k], frames[k], rest.vertexCount());
            }
        }
        FrameSource source = animated.hasNormals()
                ? new ShadedFrames(frames, f -> placement.placeNormals(animated.normals(selectedFrames[f])))
                : FrameSource.of(frames);
        return new MeshSequence(animated.name(), rest, source, rate(animated.framesPerSecond()));
    }

    private MeshSequence ofFrames(SequenceLocator.Frames files) {
        int[] selectedFrames = input.range().frames(files.files().size(), files.name());
        List<Path> taken =
                Arrays.stream(selectedFrames).mapToObj(files.files()::get).toList();
        Mesh rest = rest(taken.get(0));
        FrameSource frames = FrameFiles.read(taken.get(0), rest, taken.subList(1, taken.size()), placement);
        return new MeshSequence(files.name(), rest, frames, rate(OptionalDouble.empty()));
    }

    /** Reading every Nth frame must not change the speed of the motion. */
    private double rate(OptionalDouble own) {
        return input.framesPerSecond().orElse(own.orElse(DEFAULT_RATE))
                / input.range().step();
    }

    private Mesh rest(Path file) {
        ReadMesh read = MeshSequences.meshFormat(file).readMesh(file);
        notes.addAll(read.notes());
        return placement.place(requireFaces(read.mesh(), file), file);
    }

    private static Mesh requireFaces(Mesh mesh, Path file) {
        if (mesh.faceCount() == 0) {
            throw new InvalidInputException(file + " has " + mesh.vertexCount()
                    + " vertices but no faces. A sequence needs a mesh with at least one face");
        }
        return mesh;
    }

    /** Reads the later frames of a sequence of mesh files in parallel and compares each with the first. */
    private static final class FrameFiles {
        /** More threads would only wait for the disk and keep more text in memory. */
        private static final int MAX_THREADS = 8;

        private final Path firstFile;
        private final Mesh first;
        private final List<Path> files;
        private final Placement placement;
        private final float[][] frames;
        private final CornerAttribute[] normals;
        private final InvalidInputException[] rejections;

        /**
         * Frames after a rejected one need not be read; those before must be, because the error reported is that of the first
         * bad frame.
         */
        private final AtomicInteger firstRejected = new AtomicInteger(Integer.MAX_VALUE);

        private FrameFiles(Path firstFile, Mesh first, List<Path> files, Placement placement) {
            this.firstFile = firstFile;
            this.first = first;
            this.files = files;
            this.placement = placement;
            this.frames = new float[files.size()][];
            this.normals = new CornerAttribute[files.size()];
            this.rejections = new InvalidInputException[files.size()];
        }

        /**
         * The converted frames of the files' meshes, beginning with the first. Normals are included if every file has some.
         *
         * @param first the mesh of {@code firstFile}; all others must have its faces
         */
        static FrameSource read(Path firstFile, Mesh first, List<Path> files, Placement placement) {
            FrameFiles reading = new FrameFiles(firstFile, first, files, placement);
            int threads = Math.max(
                    1,
                    Math.min(
                            MAX_THREADS,
                            Math.min(files.size(), Runtime.getRuntime().availableProcessors())));
            try (Workers workers = new Workers(threads)) {
                workers.forChunks(files.size(), 1, (chunk, from, to) -> reading.frame(from));
            }
            if (reading.firstRejected.get() < files.size()) {
                throw reading.rejections[reading.firstRejected.get()];
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
            if (k > firstRejected.get()) {
                return;
            }
            try {
                Path file = files.get(k);
                boolean shaded = first.surface().normals().isPresent();
                Format format = MeshSequences.meshFormat(file);
                Mesh mesh = shaded ? format.readMesh(file).mesh() : format.readGeometry(file);
                Topology.difference(first, mesh, format.firstNumber()).ifPresent(difference -> {
                    throw new InvalidInputException(file + " and " + firstFile + " differ: " + difference);
                });
                frames[k] = placement.place(mesh, file).positions();
                normals[k] = mesh.surface().normals().map(this::withSharedRows).orElse(null);
            } catch (InvalidInputException e) {
                rejections[k] = e;
                firstRejected.accumulateAndGet(k, Math::min);
            }
        }

        /** Most files number their normals in the same way, so that all frames can share one array of rows. */
        private CornerAttribute withSharedRows(CornerAttribute own) {
            int[] rows = first.surface().normals().orElseThrow().rows();
            return Arrays.equals(rows, own.rows()) ? new CornerAttribute(3, own.values(), rows) : own;
        }

        /** Compares the faces of two meshes. */
        private static final class Topology {
            private static final int CORNERS_SHOWN = 8;

            private Topology() {}

            /**
             * Describes the first difference, or nothing if both meshes have the same vertices and faces.
             *
             * @param first the mesh that {@code later} should agree with
             * @param base the number of the first vertex and face in the file format
             */
            static Optional<String> difference(Mesh first, Mesh later, int base) {
                if (later.vertexCount() != first.vertexCount()) {
                    return Optional.of(later.vertexCount() + " vertices instead of " + first.vertexCount());
                }
                if (Arrays.equals(first.faceStarts(), later.faceStarts())
                        && Arrays.equals(first.corners(), later.corners())) {
                    return Optional.empty();
                }
                for (int k = 0; k < Math.min(first.faceCount(), later.faceCount()); k++) {
                    if (!sameFace(first, later, k)) {
                        return Optional.of("face " + (k + base) + " is " + face(later, k, base) + " instead of "
                                + face(first, k, base));
                    }
                }
                return Optional.of(later.faceCount() + " faces instead of " + first.faceCount());
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
