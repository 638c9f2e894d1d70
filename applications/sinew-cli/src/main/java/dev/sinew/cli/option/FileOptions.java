package dev.sinew.cli.option;

import dev.sinew.cli.console.JsonTarget;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.source.Outputs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** No verb writes over what it reads, nor two outputs into one file. */
public final class FileOptions {
    /** The options of all verbs that name a file to write; other arguments that are paths are read. */
    private static final List<String> WRITING = List.of("-o", "--bvh", "--report", "--picture", "--arrays", "--json");

    /** The options whose text may be a file that is read: {@code --rest FILE}, {@code --add-clip NAME=FILE}. */
    private static final List<String> READING = List.of("--rest", "--add-clip", "--importance");

    private FileOptions() {}

    /** Refuses files written that are read, and two outputs in one file: of all verbs alike. */
    public static void requireDistinct(CommandSpec spec) {
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
                .forEach(output -> Outputs.requireOther(output, inputs));
    }

    private static void requireNoOther(Path file, String option, Map<Path, String> others) {
        others.forEach((other, name) -> {
            Path plain = file.toAbsolutePath().normalize();
            if (Outputs.isSame(file, other)
                    || plain.equals(other.toAbsolutePath().normalize())) {
                throw new WrongRequestException(
                        name + " and " + option + " both write " + file + ", they must be two files");
            }
        });
    }

    private static Optional<String> writingOption(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? WRITING.stream().filter(List.of(option.names())::contains).findFirst()
                : Optional.empty();
    }

    private static boolean isFileAmongWords(ArgSpec argument) {
        return argument instanceof OptionSpec option && READING.stream().anyMatch(List.of(option.names())::contains);
    }

    private static Stream<String> words(Object value) {
        Collection<?> values = value instanceof Collection<?> several ? several : List.of(value);
        return values.stream().map(String::valueOf);
    }

    private static List<Path> paths(ArgSpec argument, Optional<String> option) {
        Object value = argument.getValue();
        if (option.isPresent() && value instanceof String text) {
            return JsonTarget.parse(text).file().map(List::of).orElse(List.of());
        }
        if (value != null && isFileAmongWords(argument)) {
            return words(value)
                    .map(word -> Path.of(word.substring(word.indexOf('=') + 1)))
                    .toList();
        }
        Collection<?> values = value instanceof Collection<?> several ? several : Collections.singletonList(value);
        return values.stream()
                .filter(Path.class::isInstance)
                .map(Path.class::cast)
                .toList();
    }
}
