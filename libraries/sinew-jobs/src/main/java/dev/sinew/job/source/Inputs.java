package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.fit.VertexMatch;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.ReadSequence;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.io.parts.ClipChoice;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.text.Text;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.ClipFrames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/** Reads the inputs of a request. */
public final class Inputs {
    /**
     * A sequence and where it came from.
     *
     * @param file as the user called it
     * @param notes what is worth knowing about the reading, such as a missing material file
     */
    public record NamedSequence(String file, MeshSequence sequence, List<String> notes) {
        /** The same with another name of the sequence. */
        NamedSequence named(String name) {
            MeshSequence renamed =
                    new MeshSequence(name, sequence.rest(), sequence.frames(), sequence.framesPerSecond());
            return new NamedSequence(file, renamed, notes);
        }

        /**
         * The same on the vertices of a model: by index if both have the same faces, else by their positions in the rest pose or, if
         * that is another pose, in the first frame of the clip; then with a note.
         */
        public NamedSequence onVerticesOf(Path modelFile, SkinnedModel model, Optional<Clip> clip) {
            VertexMatch match = match(modelFile, model, clip);
            if (match.isByIndex()) {
                return this;
            }
            List<String> all = new ArrayList<>(notes);
            all.add("matched the vertices of " + modelFile + " and " + file
                    + " by position, as their order or number differs"
                    + (match.unused() == 0
                            ? ""
                            : "; " + Text.count(match.unused()) + " vertices of " + file
                                    + " have no counterpart and were left out"));
            return new NamedSequence(file, match.apply(sequence).withRest(model.rest()), all);
        }

        private VertexMatch match(Path modelFile, SkinnedModel model, Optional<Clip> clip) {
            try {
                return VertexMatch.of(model.rest(), sequence.rest(), modelFile.toString(), file);
            } catch (InvalidInputException otherPose) {
                try {
                    Mesh played = model.rest()
                            .withPositions(new ClipFrames(model, clip.orElseThrow(() -> otherPose)).frame(0));
                    return VertexMatch.of(
                            played, sequence.rest().withPositions(sequence.frame(0)), modelFile.toString(), file);
                } catch (InvalidInputException otherMesh) {
                    throw otherPose;
                }
            }
        }
    }

    /** Memory that a solver needs: a constant, and a multiple of the size of the frames. */
    private static final long LEAST_ROOM = 64L << 20;

    private static final int TIMES_THE_FRAMES = 3;
    /** Selects every clip of a file. */
    public static final String ALL_CLIPS = "all";

    private Inputs() {}

    public static NamedSequence sequence(SequenceInput input, JobRun run) {
        String file = Text.paths(input.paths());
        ReadSequence read = run.stage("read", "reading " + file, () -> MeshSequences.readWithNotes(input));
        List<String> notes = new ArrayList<>(read.notes());
        Precision.note(file, read.sequence().frame(0)).ifPresent(notes::add);
        return new NamedSequence(file, read.sequence(), notes);
    }

    /** One sequence for each selected clip of a file with several; without a selection, all. Other inputs are one sequence. */
    public static List<NamedSequence> sequences(SequenceInput input, JobRun run) {
        Path file = input.paths().get(0);
        Optional<String> asked = input.choice().clip();
        List<String> clips = input.paths().size() == 1 ? MeshSequences.clips(file) : List.of();
        if (clips.size() < 2) {
            boolean all = asked.filter(ALL_CLIPS::equals).isPresent() && !clips.contains(ALL_CLIPS);
            return List.of(sequence(all ? withClip(input, Optional.empty()) : input, run));
        }
        List<NamedSequence> read = new ArrayList<>();
        for (String clip : clips(file, clips, name -> name, asked.orElse(ALL_CLIPS))) {
            read.add(sequence(withClip(input, Optional.of(clip)), run).named(clip));
        }
        return asked.isPresent()
                ? read
                : noted(
                        read,
                        run.said("used all " + clips.size() + " clips of " + file + "; " + field("clip")
                                + " NAME,NAME selects some"));
    }

    private static List<NamedSequence> noted(List<NamedSequence> read, String note) {
        NamedSequence first = read.get(0);
        List<String> notes = new ArrayList<>(first.notes);
        notes.add(note);
        read.set(0, new NamedSequence(first.file, first.sequence, notes));
        return read;
    }

    private static SequenceInput withClip(SequenceInput input, Optional<String> clip) {
        return input.with(new SequenceInput.Choice(
                input.choice().objects(), clip, input.choice().bind()));
    }

    /** The same for solvers that need all frames in memory; rejects sequences that do not fit. */
    public static NamedSequence heldSequence(SequenceInput input, JobRun run) {
        return held(sequence(input, run));
    }

    /** The sequence with all frames in memory. */
    public static NamedSequence held(NamedSequence named) {
        MeshSequence given = named.sequence;
        if (!given.frames().isStreamed()) {
            return named;
        }
        requireRoom(named, Runtime.getRuntime().maxMemory());
        float[][] frames = new float[given.frameCount()][];
        Arrays.setAll(frames, given::frame);
        MeshSequence held =
                new MeshSequence(given.name(), given.rest(), FrameSource.of(frames), given.framesPerSecond());
        return new NamedSequence(named.file, held, named.notes);
    }

    private static void requireRoom(NamedSequence named, long most) {
        int frames = named.sequence.frameCount();
        int vertices = named.sequence.vertexCount();
        long bytes = 12L * frames * vertices;
        long need = LEAST_ROOM + TIMES_THE_FRAMES * bytes;
        if (need <= most) {
            return;
        }
        long fitting = Math.max(1, (most - LEAST_ROOM) / (TIMES_THE_FRAMES * 12L * vertices));
        long step = (frames + fitting - 1) / fitting;
        String fewer = most > LEAST_ROOM && step < frames
                ? "use every " + step + "th frame (" + field("range") + " ::" + step + ") or "
                : "";
        throw new InvalidInputException(named.file + ": " + frames + " frames of " + vertices + " vertices need about "
                + (need >> 20) + " MiB, as this command keeps all frames in memory, but Java may use " + (most >> 20)
                + " MiB; "
                + fewer + "set SINEW_OPTS=-Xmx" + ((need >> 30) + 1)
                + "g (only a fit without an existing rig streams its frames)");
    }

    /** A mesh without frames. */
    public static Mesh mesh(SequenceInput input, JobRun run) {
        Path file = input.paths().get(0);
        return run.stage("read", "reading " + file, () -> MeshSequences.readMesh(file, input.up(), input.scale()));
    }

    public static SkinnedModel model(Path file, JobRun run) {
        return run.stage("read", "reading " + file, () -> Models.read(file));
    }

    /** A model with its extensions. */
    public static ModelFile modelFile(Path file, JobRun run) {
        return run.stage("read", "reading " + file, () -> ModelFile.read(file));
    }

    /** Whether a name is that of a glTF file. */
    public static boolean namesModel(Path file) {
        return Formats.GLTF.names(file);
    }

    /** Whether an input is a glTF file; if it exists, its content decides. */
    public static boolean isModel(Path file) {
        return format(file).filter(Formats.GLTF::equals).isPresent();
    }

    /** Whether metrics can be computed for an input. */
    public static boolean isMeasurable(Path file) {
        return isModel(file) || format(file).filter(Formats.USD::equals).isPresent();
    }

    /** Whether an input is a model in any format; USD files may be models or sequences. */
    public static boolean isAnyModel(Path file) {
        return format(file)
                .filter(format -> format.reads(Content.MODEL))
                .filter(format -> format != Formats.USD || Models.isSkinned(file))
                .isPresent();
    }

    private static Optional<Format> format(Path file) {
        return Files.isRegularFile(file) ? Formats.of(file) : Formats.named(file);
    }

    /** Whether the input is a mesh file without frames: the reader would reject it as a sequence. */
    public static boolean isLoneMesh(SequenceInput input) {
        return MeshSequences.isLoneMesh(input);
    }

    /** The clip of that name, or the only one. */
    public static Clip clip(Path file, SkinnedModel model, Optional<String> name) {
        return ClipChoice.require(file.toString(), model.clips(), Clip::name, name);
    }

    /** The clips of these names, separated by commas; {@code all} means all unless a clip has that name. */
    public static List<Clip> clips(Path file, List<Clip> clips, String names) {
        return clips(file, clips, Clip::name, names);
    }

    private static <T> List<T> clips(Path file, List<T> clips, Function<T, String> nameOf, String names) {
        boolean exact = clips.stream().anyMatch(clip -> nameOf.apply(clip).equals(names));
        if (!exact && names.equals(ALL_CLIPS)) {
            return clips;
        }
        List<String> wanted = exact ? List.of(names) : List.of(names.split(",", -1));
        return wanted.stream()
                .distinct()
                .map(name -> ClipChoice.require(file.toString(), clips, nameOf, Optional.of(name)))
                .toList();
    }

    /**
     * What single precision leaves of a mesh far from the origin. Files and engines hold positions, keys and weights in it, so a
     * vertex at distance D is rounded to D/2²³, and weights whose sum misses one by a rounding move it by as much again.
     */
    private static final class Precision {
        /** A ten-thousandth of the size: the error of a very good fit. */
        private static final double SEEN = 1e-4;

        private Precision() {}

        /** @param positions coordinates of at least one point */
        static Optional<String> note(String file, float[] positions) {
            Box box = Box.around(positions);
            double far = DoubleStream.of(box.minX(), box.minY(), box.minZ(), box.maxX(), box.maxY(), box.maxZ())
                    .map(Math::abs)
                    .max()
                    .orElse(0);
            double step = Math.ulp((float) far);
            if (step <= SEEN * box.diagonal() || box.diagonal() == 0) {
                return Optional.empty();
            }
            return Optional.of(
                    file + " lies " + Text.number(far) + " from the origin and is " + Text.number(box.diagonal())
                            + " in size; files have single precision, which is " + Text.number(step) + " there ("
                            + Text.number(100 * step / box.diagonal())
                            + " % of the size), so smaller errors are meaningless; move it to the origin first");
        }
    }
}
