package dev.sinew.job;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.job.text.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a file holds. */
public record InfoRequest(
        @Ask(
                label = "FILE",
                required = true,
                help =
                        "A mesh ({.meshes}), a mesh with a point cache beside it, a folder of frames, an {.sequences}, or a"
                                + " {.models}.")
        Path input,

        SequenceChoice sequence)
        implements Job<InfoMade> {
    @Override
    public String command() {
        return "info";
    }

    @Override
    public List<Path> reads() {
        return sequence.reads(List.of(input));
    }

    @Override
    public List<Path> writes() {
        return List.of();
    }

    @Override
    public InfoMade run(Desk desk) {
        Work work = begin(desk);
        if (Models.isSkinned(input)) {
            ModelFile read = Inputs.modelFile(input, work);
            return made(input.toString(), List.of(), work).with(read);
        }
        List<String> clips = sequence.clipAsked().isEmpty() ? MeshSequences.clips(input) : List.of();
        if (clips.size() > 1) {
            return ofFirst(clips, work);
        }
        SequenceInput from = sequence.input(List.of(input));
        if (Inputs.isLoneMesh(from)) {
            return made(input.toString(), MeshSequences.readMeshWithNotes(input).notes(), work)
                    .with(Inputs.mesh(from, work));
        }
        Inputs.NamedSequence named = Inputs.sequence(from, work);
        return made(named.file(), named.notes(), work).with(named.sequence());
    }

    /** A file without a skin plays one clip at a time; all of them are named, the first is told of. */
    private InfoMade ofFirst(List<String> clips, Work work) {
        SequenceInput all = sequence.input(List.of(input));
        SequenceInput.Choice first = new SequenceInput.Choice(all.choice().objects(), Optional.of(clips.get(0)));
        Inputs.NamedSequence named = Inputs.sequence(all.with(first), work);
        List<String> notes = new ArrayList<>(named.notes());
        notes.add(input + " has " + clips.size() + " clips: " + Text.names(clips) + "; the frames above are those of '"
                + clips.get(0) + "'");
        return made(named.file(), notes, work).with(named.sequence());
    }

    private InfoMade made(String file, List<String> notes, Work work) {
        return new InfoMade(this, file, Optional.empty(), Optional.empty(), Optional.empty(), notes, work.seconds());
    }
}
