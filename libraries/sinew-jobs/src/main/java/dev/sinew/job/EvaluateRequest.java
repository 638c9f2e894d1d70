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
import dev.sinew.measure.Measure;
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

        @OptionInfo(
                label = "PART",
                defaultValue = "nothing",
                words = {"nothing", "motion"},
                group = OptionGroup.QUALITY,
                help = "What is solved before measuring: nothing or motion.",
                details =
                        "motion: rotations and the position of the root are solved for each frame of the sequence, weights and joints stay. Measures how well the model reproduces motion that it was not made from. The clips of the model are not measured; they define the ranges of the joints.")
        String solve,

        SequenceChoice sequence)
        implements Job<EvaluateJobResult> {
    private static final String MOTION = "motion";

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
        if (solve.equalsIgnoreCase(MOTION)) {
            return withMotion(file, read, run);
        }
        Clip clip = Inputs.clip(file, read.model(), sequence.clipAsked());
        Inputs.NamedSequence truth = Inputs.sequence(sequence.inputBesideModel(sequenceFiles(file)), run)
                .onVerticesOf(file, read.model(), Optional.of(clip));
        requireComparable(file, clip, truth);
        PlayedErrors errors =
                run.stage("measure", "measuring", () -> PlayedErrors.of(read, clip, truth.sequence(), run.workers()));
        return new EvaluateJobResult(this, file, read, clip, truth, errors, Optional.empty(), run.seconds());
    }

    private EvaluateJobResult withMotion(Path file, ModelFile read, JobRun run) {
        if (read.layers().isPresent() || read.linearized().isPresent()) {
            throw new InvalidInputException(file + " has "
                    + (read.layers().isPresent() ? "its weights in two layers" : "blend bones")
                    + "; motion is solved for the model that it was made from");
        }
        Inputs.NamedSequence truth = Inputs.sequence(sequence.inputBesideModel(sequenceFiles(file)), run)
                .onVerticesOf(file, read.model(), Optional.empty());
        Unseen unseen = run.stage(
                "solve", "solving rotations", () -> Unseen.measure(read.model(), truth.sequence(), truth.file(), run));
        Clip clip = unseen.motion().clip();
        PlayedErrors errors = run.stage(
                "measure",
                "measuring",
                () -> new PlayedErrors(
                        Measure.withVisualErrors(
                                read.model(),
                                clip,
                                truth.sequence().withRest(read.model().rest()),
                                run.workers()),
                        Optional.empty()));
        return new EvaluateJobResult(this, file, read, clip, truth, errors, Optional.of(unseen), run.seconds());
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
