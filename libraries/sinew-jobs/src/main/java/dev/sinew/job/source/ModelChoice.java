package dev.sinew.job.source;

import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.text.Text;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a model and its example motion are read. */
public record ModelChoice(
        @OptionInfo(
                label = "SEQ",
                listed = true,
                group = OptionGroup.INPUT,
                help = "Example motion to follow: frame k belongs to key k of the clip.",
                details = "A model without a clip gets the motion that follows the examples best.")
        List<Path> examples,

        @OptionInfo(
                label = "FILE",
                group = OptionGroup.INPUT,
                help = "Weights of a mesh without a skin: .dmat or .csv, one row per vertex, one column per bone.")
        Path weights,

        SequenceChoice sequence) {
    public Optional<List<Path>> examplesAsked() {
        return examples.isEmpty() ? Optional.empty() : Optional.of(examples);
    }

    /** The files of the model and its example motion. */
    public List<Path> reads(Path model) {
        List<Path> files = sequence.reads(examples);
        files.add(0, model);
        Optional.ofNullable(weights).ifPresent(files::add);
        return files;
    }

    public Optional<String> clip() {
        return sequence.clipAsked();
    }

    /** The options, by their JSON names. */
    public Map<String, Object> described() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("examples", examples.isEmpty() ? null : Text.paths(examples));
        options.put("weights", weights == null ? null : weights.toString());
        options.putAll(sequence.described());
        return options;
    }
}
