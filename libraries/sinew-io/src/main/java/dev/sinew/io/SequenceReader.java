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
import dev.sinew.math.Workers;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
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
}
