package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.fit.Takes;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.text.Text;
import dev.sinew.job.text.Warnings;
import dev.sinew.mesh.MeshSequence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

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
                details = TakeChoice.ADDED)
        List<String> addClip) {
    /** Details of an option that adds clips. */
    public static final String ADDED =
            "NAME=FILE#CLIP takes one clip of a file with several. All sequences share one set of weights and are solved together. The options for the input apply to all of them, except {frames} and {clip}.";

    public Optional<String> clip() {
        return Optional.ofNullable(clipName);
    }

    /** @param clip of a file with several */
    private record Added(String name, Path path, Optional<String> clip) {
        /** @param source a path, or a file, # and the name of a clip */
        static Added of(String name, String source) {
            int hash = source.lastIndexOf('#');
            boolean whole = hash < 1 || Files.exists(Path.of(source));
            return whole
                    ? new Added(name, Path.of(source), Optional.empty())
                    : new Added(name, Path.of(source.substring(0, hash)), Optional.of(source.substring(hash + 1)));
        }

        /** Where the clip comes from; a file with several needs a choice. */
        SequenceInput input(SequenceChoice choice) {
            List<String> clips = clip.isPresent() ? List.of() : MeshSequences.clips(path);
            if (clips.size() > 1) {
                throw new InvalidRequestException(field("addClip") + " " + name + "=" + path + ": this file has "
                        + clips.size() + " clips; add # and the name of one, such as " + name + "=" + path + "#"
                        + clips.get(0) + ": " + Text.names(clips));
            }
            return choice.inputWithoutFrames(List.of(path)).with(new SequenceInput.Choice(choice.object(), clip));
        }
    }

    private List<Added> parsed() {
        List<Added> all = new ArrayList<>();
        for (String argument : addClip) {
            int at = argument.indexOf('=');
            if (at < 1 || at == argument.length() - 1) {
                throw new InvalidRequestException(field("addClip") + " " + argument + " must look like NAME=SEQ");
            }
            all.add(Added.of(argument.substring(0, at), argument.substring(at + 1)));
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
     * @param own the sequences of SEQ itself
     * @param naming what the clip of a sequence is called
     */
    public Read read(
            List<Inputs.NamedSequence> own, Function<MeshSequence, String> naming, SequenceChoice choice, JobRun run) {
        Inputs.NamedSequence first = own.get(0);
        if (own.size() > 1 && clipName != null) {
            throw new InvalidRequestException(field("clipName") + " names one clip, but " + own.size() + " clips of "
                    + first.file() + " are used; select one with " + field("clip"));
        }
        List<MeshSequence> sequences = new ArrayList<>();
        Set<String> notes = new LinkedHashSet<>(first.notes());
        Warnings.size(first.file(), first.sequence().rest().positions())
                .map(run::said)
                .ifPresent(notes::add);
        for (Inputs.NamedSequence one : own) {
            sequences.add(named(one.sequence(), naming.apply(one.sequence())));
            notes.addAll(one.notes());
        }
        for (Added one : parsed()) {
            Inputs.NamedSequence read = Inputs.sequence(one.input(choice), run);
            sequences.add(named(read.sequence(), one.name));
            notes.addAll(read.notes());
        }
        return new Read(first.file(), new Takes(sequences), List.copyOf(notes));
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
