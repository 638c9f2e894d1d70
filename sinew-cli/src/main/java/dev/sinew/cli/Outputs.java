package dev.sinew.cli;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Refuses outputs that cannot be, before any work is done for them. */
final class Outputs {
    /** The options of all verbs that name a file to write; other arguments that are paths are read. */
    private static final List<String> WRITING = List.of("-o", "--bvh", "--report", "--picture", "--json");

    private Outputs() {}

    /** A model file in a place that can be written. */
    static void requireModel(Path file) {
        // First the place: a folder gets the sentence about folders, which is the better one.
        AtomicFile.requireWritable(file);
        if (!Inputs.namesModel(file)) {
            throw new WrongUsageException("-o " + file + " must end in .glb or .gltf");
        }
    }

    /** A point cache, or one file a frame. */
    static void requireSequence(Path file) {
        if (Files.isDirectory(file)) {
            throw new RefusedException("cannot write " + file + ": it is a directory; name the frames in it, such as "
                    + file.resolve("frame.obj"));
        }
        if (!endsIn(file, ".abc", ".pc2", ".mdd", ".obj", ".ply")) {
            throw new WrongUsageException("-o " + file + " must end in .abc, .pc2, .mdd, .obj or .ply");
        }
        if (endsIn(file, ".abc", ".pc2", ".mdd")) {
            AtomicFile.requireWritable(file);
        }
    }

    /** Refuses to write over what is being read. */
    private static void requireOther(Path output, List<Path> inputs) {
        Path folder = output.toAbsolutePath().getParent();
        for (Path input : inputs) {
            if (isSame(input, output)) {
                throw new RefusedException("cannot write " + output + ": it is the input");
            }
            if (endsIn(output, ".pc2", ".mdd") && isSame(input, meshBeside(output))) {
                throw new RefusedException("cannot write " + output + ": its mesh goes beside it as "
                        + meshBeside(output).getFileName() + ", which is the input; choose another name");
            }
            if (endsIn(output, ".obj", ".ply") && Files.isDirectory(input) && isSame(input, folder)) {
                throw new RefusedException(
                        "cannot write " + output + ": its frames would mix with the input's; choose another folder");
            }
        }
    }

    /** Refuses files written that are read, and two outputs in one file: of all verbs alike. */
    static void requireDistinct(CommandSpec spec) {
        List<Path> inputs = new ArrayList<>();
        Map<Path, String> outputs = new LinkedHashMap<>();
        for (ArgSpec argument : spec.args()) {
            Optional<String> option = writingOption(argument);
            for (Path file : paths(argument, option)) {
                if (option.isEmpty()) {
                    inputs.add(file);
                } else {
                    requireNoOther(file, option.get(), outputs);
                    outputs.put(file, option.get());
                }
            }
        }
        // Folders get a better sentence from the verb.
        outputs.keySet().stream()
                .filter(output -> !Files.isDirectory(output))
                .forEach(output -> requireOther(output, inputs));
    }

    private static void requireNoOther(Path file, String option, Map<Path, String> others) {
        others.forEach((other, name) -> {
            Path plain = file.toAbsolutePath().normalize();
            if (isSame(file, other) || plain.equals(other.toAbsolutePath().normalize())) {
                throw new WrongUsageException(
                        name + " and " + option + " both write " + file + ", they must be two files");
            }
        });
    }

    private static Optional<String> writingOption(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? WRITING.stream().filter(List.of(option.names())::contains).findFirst()
                : Optional.empty();
    }

    private static List<Path> paths(ArgSpec argument, Optional<String> option) {
        Object value = argument.getValue();
        if (option.isPresent() && value instanceof String text) {
            return Json.Target.parse(text).file().map(List::of).orElse(List.of());
        }
        Collection<?> values = value instanceof Collection<?> several ? several : Collections.singletonList(value);
        return values.stream()
                .filter(Path.class::isInstance)
                .map(Path.class::cast)
                .toList();
    }

    /** Where the mesh of a point cache goes. */
    static Path meshBeside(Path cache) {
        String name = cache.getFileName().toString();
        return cache.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".obj");
    }

    static boolean endsIn(Path file, String... endings) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return List.of(endings).stream().anyMatch(name::endsWith);
    }

    static boolean isSame(Path a, Path b) {
        try {
            return Files.exists(a) && Files.exists(b) && Files.isSameFile(a, b);
        } catch (IOException e) {
            return false;
        }
    }
}
