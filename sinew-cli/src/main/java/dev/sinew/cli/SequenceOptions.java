package dev.sinew.cli;

import dev.sinew.io.FrameRange;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.SequenceInput.UpAxis;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How a sequence is to be taken from its files. */
final class SequenceOptions {
    @ArgGroup(validate = false, order = 50, heading = "%nThe sequence:%n")
    private final Group group = new Group();

    private static final class Group {
        @Option(
                names = "--frames",
                paramLabel = "FILE",
                description =
                        "The .pc2 or .mdd with the frames of a mesh. Found by itself when it stands beside the mesh"
                                + " under the same name.")
        private Path frames;

        @Option(
                names = "--range",
                paramLabel = "a:b:step",
                description = "Which frames to take, counted from 0, b included; each part may be left out: 10:, :99,"
                        + " ::2.")
        private String range;

        @Option(
                names = "--fps",
                paramLabel = "RATE",
                description =
                        "Frames per second, instead of the file's own rate (30 where it has none); of a glTF so many are"
                                + " taken.")
        private Double framesPerSecond;

        @Option(
                names = "--object",
                paramLabel = "PATH",
                description = "Which mesh to take of a file that holds several (.abc, .glb, .gltf, .fbx): its path, its"
                        + " name, or that of something above it. May be given more than once; all without it.")
        private List<String> objects = List.of();

        @Option(
                names = "--clip",
                paramLabel = "NAME",
                description = "Which animation, where a file has several (.glb, .gltf, .fbx).")
        private String clip;

        @Option(
                names = "--up",
                paramLabel = "y|z",
                description = "The axis that points up in the file (y). What is z-up gets turned, as glTF is y-up.")
        private String up = "y";

        @Option(
                names = "--scale",
                paramLabel = "S",
                description = "Multiplies every coordinate (1): 0.01 for centimetres, as glTF is in metres.")
        private double scale = 1;
    }

    SequenceInput input(List<Path> paths) {
        return new SequenceInput(
                paths,
                Optional.ofNullable(group.frames),
                range(),
                framesPerSecond(),
                up(),
                scale(),
                new SequenceInput.Choice(group.objects, clip()));
    }

    /** The same for verbs that take a model, too: --clip is the model's, and the sequence's where that is a glTF. */
    SequenceInput inputBesideModel(List<Path> paths) {
        SequenceInput input = input(paths);
        boolean own = paths.stream().anyMatch(Inputs::namesModel);
        return own ? input : input.with(new SequenceInput.Choice(input.choice().objects(), Optional.empty()));
    }

    /** The animation that was asked for. */
    Optional<String> clip() {
        return Optional.ofNullable(group.clip);
    }

    /** For a sequence that finds its frames by itself. */
    SequenceInput inputWithoutFrames(List<Path> paths) {
        return new SequenceInput(paths, Optional.empty(), range(), framesPerSecond(), up(), scale());
    }

    private FrameRange range() {
        if (group.range == null) {
            return FrameRange.ALL;
        }
        try {
            return FrameRange.parse(group.range)
                    .orElseThrow(() -> new WrongUsageException(
                            "--range " + group.range + " must look like a:b or a:b:step, such as 10:99:2"));
        } catch (IllegalArgumentException backwards) {
            throw new WrongUsageException(
                    "--range " + group.range + " must not run backwards, and its step must be at least 1");
        }
    }

    private OptionalDouble framesPerSecond() {
        return group.framesPerSecond == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(WrongUsageException.requirePositive("--fps", group.framesPerSecond));
    }

    UpAxis up() {
        return switch (group.up) {
            case "y", "Y" -> UpAxis.Y;
            case "z", "Z" -> UpAxis.Z;
            default -> throw new WrongUsageException("--up " + group.up + " must be y or z");
        };
    }

    double scale() {
        return WrongUsageException.requirePositive("--scale", group.scale);
    }

    /** Refuses options that would do nothing, where the input is not a sequence. */
    void requireUnused(String input) {
        Map<String, Object> untouched = new SequenceOptions().described();
        described().forEach((option, value) -> {
            if (!option.equals("clip") && !Objects.equals(value, untouched.get(option))) {
                throw new WrongUsageException("--" + option + " is for sequences, the input is " + input);
            }
        });
    }

    /** Refuses options that choose frames, where there are none; coordinates are turned and scaled all the same. */
    void requireNoChoice(String reason) {
        Map<String, Object> untouched = new SequenceOptions().described();
        described().forEach((option, value) -> {
            boolean ofCoordinates = option.equals("up") || option.equals("scale");
            if (!ofCoordinates && !Objects.equals(value, untouched.get(option))) {
                throw new WrongUsageException("--" + option + " is for sequences, " + reason);
            }
        });
    }

    /** As the report names them. */
    Map<String, Object> described() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("frames", group.frames == null ? null : group.frames.toString());
        options.put("range", group.range);
        options.put("fps", group.framesPerSecond);
        options.put("object", group.objects);
        options.put("clip", group.clip);
        options.put("up", group.up);
        options.put("scale", group.scale);
        return options;
    }
}
