package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.fit.Takes;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.text.Warnings;
import dev.sinew.mesh.MeshSequence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Several sequences of one mesh, one clip each. */
public record TakeChoice(
        @OptionInfo(
                label = "NAME",
                group = OptionGroup.CLIPS,
                help = "Name of the clip that SEQ becomes; with {from}, the clip of the model that SEQ replaces.")
        String clipName,

        @OptionInfo(
                label = "NAME=SEQ",
                group = OptionGroup.CLIPS,
                help = "Add a clip from another sequence of the same mesh. Repeatable.",
                details =
                        "All sequences share one set of weights and are solved together. The options for the input apply to all of them, except {frames}.")
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
                throw new InvalidRequestException(field("addClip") + " " + argument + " must look like NAME=SEQ");
            }
            all.add(new Added(argument.substring(0, at), Path.of(argument.substring(at + 1))));
        }
        return all;
    }

    /** The sequences that are added. */
    public List<Path> files() {
        return parsed().stream().map(Added::path).toList();
    }

    /** Rejects invalid values before anything is read. */
    public void check() {
        List<String> names = new ArrayList<>();
        clip().ifPresent(names::add);
        for (Added one : parsed()) {
            if (names.contains(one.name)) {
                throw new InvalidRequestException(field("addClip") + ": two clips have the name " + one.name);
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
    public Read read(Inputs.NamedSequence first, String name, SequenceChoice choice, JobRun run) {
        List<MeshSequence> sequences = new ArrayList<>();
        List<String> notes = new ArrayList<>(first.notes());
        Warnings.size(first.file(), first.sequence().rest().positions())
                .map(run::said)
                .ifPresent(notes::add);
        sequences.add(named(first.sequence(), name));
        for (Added one : parsed()) {
            Inputs.NamedSequence read = Inputs.sequence(choice.inputWithoutFrames(List.of(one.path)), run);
            sequences.add(named(read.sequence(), one.name));
            notes.addAll(read.notes());
        }
        return new Read(first.file(), new Takes(sequences), notes);
    }

    /** All sequences of a run, and the file of the first. */
    public record Read(String file, Takes takes, List<String> notes) {
        /** The same in the chosen rest pose, which percentages and the bind pose refer to. */
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

        /** The same with one more note, if any. */
        public Read withNote(Optional<String> note) {
            List<String> all = new ArrayList<>(notes);
            note.ifPresent(all::add);
            return new Read(file, takes, all);
        }
    }

    private static MeshSequence named(MeshSequence sequence, String name) {
        return new MeshSequence(name, sequence.rest(), sequence.frames(), sequence.framesPerSecond());
    }

    /** The options, by their JSON names. */
    public Map<String, Object> described() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("clipName", clipName);
        options.put("addClip", addClip);
        return options;
    }
}
