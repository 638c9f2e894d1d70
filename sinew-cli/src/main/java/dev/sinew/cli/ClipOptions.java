package dev.sinew.cli;

import dev.sinew.fit.Takes;
import dev.sinew.io.SequenceInput;
import dev.sinew.mesh.MeshSequence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Several sequences of one mesh, a clip each. */
final class ClipOptions {
    @Option(
            names = "--clip-name",
            order = 8,
            paramLabel = "NAME",
            description = "What the clip of SEQ is called; with --from, which clip of the model it is.")
    private String clip;

    @Option(
            names = "--add-clip",
            order = 9,
            paramLabel = "NAME=SEQ",
            description = "Another sequence of the same mesh, solved for together with SEQ: one set of weights, one"
                    + " animation each. May be repeated; the options about the sequence hold for all but --frames.")
    private List<String> added = new ArrayList<>();

    Optional<String> clip() {
        return Optional.ofNullable(clip);
    }

    private record Added(String name, Path path) {}

    private List<Added> parsed() {
        List<Added> all = new ArrayList<>();
        for (String argument : added) {
            int at = argument.indexOf('=');
            if (at < 1 || at == argument.length() - 1) {
                throw new WrongUsageException("--add-clip " + argument + " must look like NAME=SEQ");
            }
            all.add(new Added(argument.substring(0, at), Path.of(argument.substring(at + 1))));
        }
        return all;
    }

    /** Refuses what can be seen to be wrong before anything is read. */
    void check() {
        List<String> names = new ArrayList<>();
        clip().ifPresent(names::add);
        for (Added one : parsed()) {
            if (names.contains(one.name)) {
                throw new WrongUsageException("--add-clip: two clips are called " + one.name);
            }
            names.add(one.name);
        }
    }

    /**
     * Reads the added sequences.
     *
     * @param first SEQ itself
     * @param name what its clip is called
     */
    Read read(Inputs.NamedSequence first, String name, SequenceOptions options, Session session) {
        List<MeshSequence> sequences = new ArrayList<>();
        List<String> notes = new ArrayList<>(first.notes());
        sequences.add(named(first.sequence(), name));
        for (Added one : parsed()) {
            SequenceInput input = options.inputWithoutFrames(List.of(one.path));
            Inputs.NamedSequence read = Inputs.sequence(input, session);
            sequences.add(named(read.sequence(), one.name));
            notes.addAll(read.notes());
        }
        return new Read(first.file(), new Takes(sequences), notes);
    }

    /** All sequences of a run and where the first came from. */
    record Read(String file, Takes takes, List<String> notes) {}

    private static MeshSequence named(MeshSequence sequence, String name) {
        return new MeshSequence(name, sequence.rest(), sequence.frames(), sequence.framesPerSecond());
    }

    /** As the report names them. */
    Map<String, Object> described() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("clipName", clip);
        options.put("addClip", added);
        return options;
    }
}
