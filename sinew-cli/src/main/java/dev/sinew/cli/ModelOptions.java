package dev.sinew.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a model and the poses it should follow are to be taken from files. */
final class ModelOptions {
    @Option(
            names = "--examples",
            order = 30,
            arity = "1..*",
            paramLabel = "SEQ",
            description =
                    "Poses to follow: frame k belongs to key k of the clip. A model without a clip gets the motion that"
                            + " follows them best.")
    private List<Path> examples;

    @Option(
            names = "--weights",
            order = 31,
            paramLabel = "FILE",
            description = "The weights of a mesh without a skin: a .dmat or .csv, one row a vertex, one column a bone.")
    private Path weights;

    @Mixin
    private SequenceOptions sequenceOptions;

    Optional<List<Path>> examples() {
        return Optional.ofNullable(examples);
    }

    Optional<Path> weights() {
        return Optional.ofNullable(weights);
    }

    Optional<String> clip() {
        return sequenceOptions.clip();
    }

    SequenceOptions sequence() {
        return sequenceOptions;
    }

    /** As the report names them. */
    Map<String, Object> described() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("examples", examples == null ? null : Text.paths(examples));
        options.put("weights", weights == null ? null : weights.toString());
        options.putAll(sequenceOptions.described());
        return options;
    }
}
