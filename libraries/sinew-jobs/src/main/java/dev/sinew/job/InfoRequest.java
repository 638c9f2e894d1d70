package dev.sinew.job;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.job.text.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Describes the content of a file. */
public record InfoRequest(
        @OptionInfo(
                label = "FILE",
                required = true,
                help = "Mesh, sequence, folder of frames, or model.",
                details =
                        "Meshes: {.meshes}. Sequences: {.sequences}, or a mesh with a point cache beside it. Models: {.models}.")
        Path input,

        SequenceChoice sequence)
        implements Job<InfoJobResult> {
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
    public InfoJobResult run(JobContext context) {
        JobRun run = begin(context);
        if (Models.isSkinned(input) && !Models.isOnlyMotion(input)) {
            ModelFile read = Inputs.modelFile(input, run);
            return made(input.toString(), read.document().notes(), run).with(read);
        }
        if (Models.isOnlyMotion(input)) {
            return made(input.toString(), List.of(), run).with(Models.readMotion(input));
        }
        List<String> clips = sequence.clipAsked().isEmpty() ? MeshSequences.clips(input) : List.of();
        if (clips.size() > 1) {
            return ofFirst(clips, run);
        }
        SequenceInput from = sequence.input(List.of(input));
        if (Inputs.isLoneMesh(from)) {
            return made(input.toString(), MeshSequences.readMeshWithNotes(input).notes(), run)
                    .with(Inputs.mesh(from, run));
        }
        Inputs.NamedSequence named = Inputs.sequence(from, run);
        return made(named.file(), named.notes(), run).with(named.sequence());
    }

    /** A file without a skin is read one clip at a time: all clips are listed, the first one is described. */
    private InfoJobResult ofFirst(List<String> clips, JobRun run) {
        SequenceInput all = sequence.input(List.of(input));
        SequenceInput.Choice first = new SequenceInput.Choice(all.choice().objects(), Optional.of(clips.get(0)));
        Inputs.NamedSequence named = Inputs.sequence(all.with(first), run);
        List<String> notes = new ArrayList<>(named.notes());
        notes.add(input + " has " + clips.size() + " clips: " + Text.names(clips) + "; the frames above are those of '"
                + clips.get(0) + "'");
        return made(named.file(), notes, run).with(named.sequence());
    }

    private InfoJobResult made(String file, List<String> notes, JobRun run) {
        return new InfoJobResult(
                this,
                file,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                notes,
                run.seconds());
    }
}
