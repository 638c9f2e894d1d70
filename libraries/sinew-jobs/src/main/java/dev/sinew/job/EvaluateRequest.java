package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.ModelFile;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.SequenceChoice;
import dev.sinew.job.tree.PlayedErrors;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Measures how far a model is from a sequence. */
public record EvaluateRequest(
        // The model, and frame files if a shell expanded a glob after the sequence.
        @OptionInfo(label = "MODEL", required = true, help = "Skinned model (.glb, .gltf, .usda or .usdz).")
        List<Path> input,

        @OptionInfo(
                label = "SEQ",
                required = true,
                group = OptionGroup.INPUT,
                help = "Sequence to compare with: a file, a mesh with a point cache, or frames.",
                details = "Files: {.sequences} or {.models}. Frames: a folder or a glob.")
        List<Path> against,

        SequenceChoice sequence)
        implements Job<EvaluateJobResult> {
    @Override
    public String command() {
        return "evaluate";
    }

    @Override
    public List<Path> reads() {
        List<Path> files = sequence.reads(against);
        files.addAll(input);
        return files;
    }

    @Override
    public List<Path> writes() {
        return List.of();
    }

    @Override
    public EvaluateJobResult run(JobContext context) {
        JobRun run = begin(context);
        Path file = modelFile();
        ModelFile read = Inputs.modelFile(file, run);
        Clip clip = Inputs.clip(file, read.model(), sequence.clipAsked());
        Inputs.NamedSequence truth = Inputs.sequence(sequence.inputBesideModel(sequenceFiles(file)), run)
                .onVerticesOf(file, read.model(), Optional.of(clip));
        requireComparable(file, clip, truth);
        PlayedErrors errors =
                run.stage("measure", "measuring", () -> PlayedErrors.of(read, clip, truth.sequence(), run.workers()));
        return new EvaluateJobResult(this, file, read, clip, truth, errors, run.seconds());
    }

    /** Rejects what names no model or several. */
    public Path modelFile() {
        List<Path> models = input.stream().filter(Inputs::isMeasurable).toList();
        if (models.size() == 1) {
            return models.get(0);
        }
        throw new InvalidRequestException(
                models.isEmpty()
                        ? "evaluate needs a model (.glb, .gltf, .usda or .usdz), not " + input.get(0)
                        : "evaluate takes one model, not " + models.size());
    }

    private List<Path> sequenceFiles(Path model) {
        List<Path> files = new ArrayList<>(against);
        input.stream().filter(path -> !path.equals(model)).forEach(files::add);
        return files;
    }

    private static void requireComparable(Path file, Clip clip, Inputs.NamedSequence truth) {
        MeshSequence sequence = truth.sequence();
        int keys = clip.motion().frameCount();
        if (keys != sequence.frameCount()) {
            throw new InvalidInputException("clip '" + clip.name() + "' of " + file + " has " + keys + " frames and "
                    + truth.file() + " has " + sequence.frameCount() + "; both need the same number ("
                    + field("range") + " selects frames)");
        }
    }
}
