package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.FrameRange;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.SequenceInput.UpAxis;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.Form;
import dev.sinew.job.form.Heading;
import dev.sinew.job.form.WrongRequestException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/** How a sequence is to be taken from its files. */
@Heading("The sequence")
public record SequenceChoice(
        @Ask(
                label = "FILE",
                help = "The {.caches} with the frames of a mesh. Found by itself when it stands beside the mesh"
                        + " under the same name.")
        Path frames,

        @Ask(
                label = "a:b:step",
                help = "Which frames to take, counted from 0, b included; each part may be left out: 10:, :99,"
                        + " ::2.")
        String range,

        @Ask(
                label = "RATE",
                least = 0,
                above = true,
                help = "Frames per second, instead of the file's own rate (30 where it has none); of a glTF so many are"
                        + " taken.")
        Double fps,

        @Ask(
                label = "PATH",
                help = "Which mesh to take of a file that holds several ({.objects}): its path, its"
                        + " name, or that of something above it. May be given more than once; all without it.")
        List<String> object,

        @Ask(label = "NAME", help = "Which animation, where a file has several ({.models}).")
        String clip,

        @Ask(
                label = "y|z",
                usual = "y",
                words = {"y", "z"},
                help = "The axis that points up in the file (y). What is z-up gets turned, as glTF is y-up.")
        String up,

        @Ask(
                label = "S",
                usual = "1",
                least = 0,
                above = true,
                help = "Multiplies every coordinate (1): 0.01 for centimetres, as glTF is in metres.")
        Double scale) {
    private static final Form<SequenceChoice> FORM = Form.of(SequenceChoice.class);

    public SequenceInput input(List<Path> paths) {
        SequenceInput.Choice choice = new SequenceInput.Choice(object, clipAsked());
        return new SequenceInput(paths, Optional.ofNullable(frames), frameRange(), rate(), upAxis(), scale, choice);
    }

    /** The same for verbs that take a model, too: the clip is the model's, and the sequence's where that is a glTF. */
    public SequenceInput inputBesideModel(List<Path> paths) {
        SequenceInput input = input(paths);
        boolean own = paths.stream().anyMatch(Inputs::isModel);
        return own ? input : input.with(new SequenceInput.Choice(object, Optional.empty()));
    }

    /** The files that such a sequence is read from. */
    public List<Path> reads(List<Path> paths) {
        List<Path> files = new ArrayList<>(paths);
        Optional.ofNullable(frames).ifPresent(files::add);
        return files;
    }

    /** For a sequence that finds its frames by itself. */
    public SequenceInput inputWithoutFrames(List<Path> paths) {
        return new SequenceInput(paths, Optional.empty(), frameRange(), rate(), upAxis(), scale);
    }

    /** The animation that was asked for. */
    public Optional<String> clipAsked() {
        return Optional.ofNullable(clip);
    }

    public UpAxis upAxis() {
        return up.equalsIgnoreCase("z") ? UpAxis.Z : UpAxis.Y;
    }

    private OptionalDouble rate() {
        return fps == null ? OptionalDouble.empty() : OptionalDouble.of(fps);
    }

    private FrameRange frameRange() {
        if (range == null) {
            return FrameRange.ALL;
        }
        try {
            return FrameRange.parse(range)
                    .orElseThrow(() -> new WrongRequestException(
                            field("range") + " " + range + " must look like a:b or a:b:step, such as 10:99:2"));
        } catch (IllegalArgumentException backwards) {
            throw new WrongRequestException(
                    field("range") + " " + range + " must not run backwards, and its step must be at least 1");
        }
    }

    /** Refuses what would do nothing, where the input is not a sequence. */
    public void requireUnused(String input) {
        requireUntouched(name -> !name.equals("clip"), "the input is " + input);
    }

    /** Refuses what chooses frames, where there are none; coordinates are turned and scaled all the same. */
    public void requireNoChoice(String reason) {
        requireUntouched(name -> !name.equals("up") && !name.equals("scale"), reason);
    }

    private void requireUntouched(Predicate<String> fields, String reason) {
        Map<String, Object> untouched = FORM.write(FORM.read(Map.of()));
        described().forEach((name, value) -> {
            if (fields.test(name) && !Objects.equals(value, untouched.get(name))) {
                throw new WrongRequestException(field(name) + " is for sequences, " + reason);
            }
        });
    }

    /** As the tree of what was made names them. */
    public Map<String, Object> described() {
        return FORM.write(this);
    }
}
