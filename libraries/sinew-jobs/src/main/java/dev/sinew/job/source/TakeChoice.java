package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.fit.Takes;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.mesh.MeshSequence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Several sequences of one mesh, a clip each. */
public record TakeChoice(
        @Ask(label = "NAME", help = "What the clip of SEQ is called; with {from}, which clip of the model it is.")
        String clipName,

        @Ask(
                label = "NAME=SEQ",
                help = "Another sequence of the same mesh, solved for together with SEQ: one set of weights, one"
                        + " animation each. May be repeated; the options about the sequence hold for all but {frames}.")
        List<String> addClip) {
    public Optional<String> clip() {
        return Optional.ofNullable(clipName);
    }

    private record Added(String name, Path path) {}

    private List<Added> parsed() {
        List<Added> all = new ArrayList<>();
        for (String argument : addClip) {
            int at = argument.indexOf('=');
            if (at < 1 || at == argument.length() - 1) {
                throw new WrongRequestException(field("addClip") + " " + argument + " must look like NAME=SEQ");
            }
            all.add(new Added(argument.substring(0, at), Path.of(argument.substring(at + 1))));
        }
        return all;
    }

    /** The sequences that are added. */
    public List<Path> files() {
        return parsed().stream().map(Added::path).toList();
    }

    /** Refuses what can be seen to be wrong before anything is read. */
    public void check() {
        List<String> names = new ArrayList<>();
        clip().ifPresent(names::add);
        for (Added one : parsed()) {
            if (names.contains(one.name)) {
                throw new WrongRequestException(field("addClip") + ": two clips are called " + one.name);
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
    public Read read(Inputs.NamedSequence first, String name, SequenceChoice choice, Work work) {
        List<MeshSequence> sequences = new ArrayList<>();
        List<String> notes = new ArrayList<>(first.notes());
        sequences.add(named(first.sequence(), name));
        for (Added one : parsed()) {
            Inputs.NamedSequence read = Inputs.sequence(choice.inputWithoutFrames(List.of(one.path)), work);
            sequences.add(named(read.sequence(), one.name));
            notes.addAll(read.notes());
        }
        return new Read(first.file(), new Takes(sequences), notes);
    }

    /** All sequences of a run and where the first came from. */
    public record Read(String file, Takes takes, List<String> notes) {
        /** The same in the rest pose that was chosen: what percentages are of, and what a bind pose is measured against. */
        public Read resting(RestChoice rest, SequenceChoice choice) {
            MeshSequence posed = rest.apply(takes.first(), choice);
            if (posed.rest() == takes.first().rest()) {
                return this;
            }
            List<MeshSequence> all = takes.sequences().stream()
                    .map(take -> take.withRest(posed.rest()))
                    .toList();
            return new Read(file, new Takes(all), notes);
        }

        /** The same with one more thing to say, or nothing. */
        public Read telling(Optional<String> note) {
            List<String> all = new ArrayList<>(notes);
            note.ifPresent(all::add);
            return new Read(file, takes, all);
        }
    }

    private static MeshSequence named(MeshSequence sequence, String name) {
        return new MeshSequence(name, sequence.rest(), sequence.frames(), sequence.framesPerSecond());
    }

    /** As the tree of what was made names them. */
    public Map<String, Object> described() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("clipName", clipName);
        options.put("addClip", addClip);
        return options;
    }
}
