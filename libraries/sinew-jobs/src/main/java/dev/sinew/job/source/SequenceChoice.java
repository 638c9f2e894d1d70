package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.FrameRange;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.SequenceInput.UpAxis;
import dev.sinew.job.form.Form;
import dev.sinew.job.form.Heading;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/** How a sequence is read. */
@Heading(OptionGroup.INPUT)
public record SequenceChoice(
        @OptionInfo(
                label = "FILE",
                help = "Point cache ({.caches}) with the frames of the mesh.",
                details = "Found automatically if it has the mesh's name and folder.")
        Path frames,

        @OptionInfo(
                label = "a:b:step",
                help = "Frames to use: first, last (included) and step. The first frame is 0.",
                details = "Each part is optional: 10:, :99, ::2 (every second frame).")
        String range,

        @OptionInfo(
                label = "RATE",
                least = 0,
                above = true,
                help = "Frames per second.",
                defaultText = "that of the file, else 30",
                details = "glTF animations are sampled at this rate.")
        Double fps,

        @OptionInfo(
                label = "PATH",
                help = "Mesh to read if the file has several: its path, its name or that of a parent. Repeatable.",
                defaultText = "all",
                details = "For {.objects}.")
        List<String> object,

        @OptionInfo(
                label = "NAME",
                group = OptionGroup.CLIPS,
                help = "Animation to read if the file has several.",
                details = "For {.models}. fit and rig use all by default, and accept a list separated by commas.")
        String clip,

        @OptionInfo(
                label = "y|z",
                defaultValue = "y",
                words = {"y", "z"},
                help = "Axis that points up in the file.",
                details = "A file with z up is rotated, as glTF has y up.")
        String up,

        @OptionInfo(
                label = "S",
                defaultValue = "1",
                least = 0,
                above = true,
                help = "Factor for all coordinates; the result should be in metres.",
                details = "0.01 for a file in centimetres.")
        Double scale) {
    private static final Form<SequenceChoice> FORM = Form.of(SequenceChoice.class);

    public SequenceInput input(List<Path> paths) {
        SequenceInput.Choice choice = new SequenceInput.Choice(object, clipAsked());
        return new SequenceInput(paths, Optional.ofNullable(frames), frameRange(), rate(), upAxis(), scale, choice);
    }

    /** The same for commands with a model: the clip is that of the model, and of the sequence only if that is a glTF. */
    public SequenceInput inputBesideModel(List<Path> paths) {
        SequenceInput input = input(paths);
        boolean own = paths.stream().anyMatch(Inputs::isModel);
        return own ? input : input.with(new SequenceInput.Choice(object, Optional.empty()));
    }

    /** The files of the sequence. */
    public List<Path> reads(List<Path> paths) {
        List<Path> files = new ArrayList<>(paths);
        Optional.ofNullable(frames).ifPresent(files::add);
        return files;
    }

    /** For a sequence whose frames are found automatically. */
    public SequenceInput inputWithoutFrames(List<Path> paths) {
        return new SequenceInput(paths, Optional.empty(), frameRange(), rate(), upAxis(), scale);
    }

    /** The requested animation. */
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
        return frameRange(range);
    }

    /** The frames that the option {@code range} selects. */
    public static FrameRange frameRange(String range) {
        if (range == null) {
            return FrameRange.ALL;
        }
        try {
            return FrameRange.parse(range)
                    .orElseThrow(() -> new InvalidRequestException(
                            field("range") + " " + range + " must look like a:b or a:b:step, such as 10:99:2"));
        } catch (IllegalArgumentException backwards) {
            throw new InvalidRequestException(
                    field("range") + " " + range + " must not run backwards, and its step must be at least 1");
        }
    }

    /** Rejects options without effect, for inputs that are not sequences. */
    public void requireUnused(String input) {
        requireUntouched(name -> !name.equals("clip"), "the input is " + input);
    }

    /** Rejects options that choose frames, for inputs without frames. Axis and scale still apply. */
    public void requireNoChoice(String reason) {
        requireUntouched(name -> !name.equals("up") && !name.equals("scale"), reason);
    }

    private void requireUntouched(Predicate<String> fields, String reason) {
        Map<String, Object> untouched = FORM.write(FORM.read(Map.of()));
        described().forEach((name, value) -> {
            if (fields.test(name) && !Objects.equals(value, untouched.get(name))) {
                throw new InvalidRequestException(field(name) + " applies to sequences only, but " + reason);
            }
        });
    }

    /** The options, by their JSON names. */
    public Map<String, Object> described() {
        return FORM.write(this);
    }
}
