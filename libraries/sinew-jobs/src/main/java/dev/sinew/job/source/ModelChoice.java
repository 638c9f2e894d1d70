package dev.sinew.job.source;

import dev.sinew.job.form.Ask;
import dev.sinew.job.text.Text;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a model and the poses it should follow are to be taken from files. */
public record ModelChoice(
        @Ask(
                label = "SEQ",
                listed = true,
                help =
                        "Poses to follow: frame k belongs to key k of the clip. A model without a clip gets the motion that"
                                + " follows them best.")
        List<Path> examples,

        @Ask(
                label = "FILE",
                help =
                        "The weights of a mesh without a skin: a .dmat or .csv, one row per vertex, one column per bone.")
        Path weights,

        SequenceChoice sequence) {
    public Optional<List<Path>> examplesAsked() {
        return examples.isEmpty() ? Optional.empty() : Optional.of(examples);
    }

    /** The files that a model and its poses are read from. */
    public List<Path> reads(Path model) {
        List<Path> files = sequence.reads(examples);
        files.add(0, model);
        Optional.ofNullable(weights).ifPresent(files::add);
        return files;
    }

    public Optional<String> clip() {
        return sequence.clipAsked();
    }

    /** As the tree of what was made names them. */
    public Map<String, Object> described() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("examples", examples.isEmpty() ? null : Text.paths(examples));
        options.put("weights", weights == null ? null : weights.toString());
        options.putAll(sequence.described());
        return options;
    }
}
