package dev.sinew.job;

import dev.sinew.handles.Poser;
import dev.sinew.io.HandleFiles;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.handles.Targets;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.PosableModel;
import dev.sinew.job.source.StorageChoice;
import dev.sinew.job.source.TargetMotion;
import dev.sinew.job.text.Text;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.HandleSet;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Moves handles and writes the deformed mesh. */
public record PoseRequest(
        @OptionInfo(label = "MODEL", required = true, help = "Model written by 'sinew weights' (.glb or .gltf).")
        Path input,

        @OptionInfo(
                label = "OUT",
                required = true,
                help = "Mesh for one pose; frames, a cache or an animated .glb for keyframes.",
                details = "Meshes: {.writtenMeshes}. Sequences: {.writtenSequences}, {.writtenCaches}, .glb or .gltf.")
        Path output,

        @OptionInfo(
                label = "FILE.json",
                required = true,
                group = OptionGroup.GOAL,
                help = "Target positions or transforms of handles, once or as keyframes.",
                details = "In the coordinates of the model. docs/reference/handles.md describes the format.")
        Path targets,

        StorageChoice storage)
        implements Job<PoseJobResult> {
    private static final int MOST_FRAMES = 100_000;

    @Override
    public String command() {
        return "pose";
    }

    @Override
    public List<Path> reads() {
        return List.of(input, targets);
    }

    @Override
    public List<Path> writes() {
        return List.of(output);
    }

    @Override
    public PoseJobResult run(JobContext context) {
        JobRun run = begin(context);
        storage.check(output);
        if (Inputs.namesModel(output)) {
            Outputs.requireModel(run.place(output));
        } else {
            Outputs.requireSequence(run.place(output));
        }
        Targets goals = run.stage("read", "reading " + targets, () -> HandleFiles.readTargets(targets));
        ModelFile read = Inputs.modelFile(input, run);
        PosableModel posable = run.stage("read", "reading " + input, () -> PosableModel.of(input, read));
        PoseJobResult made = run.stage("solve", "posing", () -> pose(posable, goals, run));
        run.writing("write", "writing " + output, () -> write(made, run.place(output)));
        return made;
    }

    /** Adds file and time to messages: the poser knows neither. */
    private void set(Poser poser, HandleSet handles, List<Targets.Target> goals, Optional<String> when) {
        try {
            TargetMotion.set(poser, handles, goals);
        } catch (InvalidInputException wrong) {
            throw wrong.within(targets + when.map(time -> ", " + time).orElse(""));
        }
    }

    /** Checks the keys first, so that a message names the wrong key and not a frame on the way to it. */
    private void checkKeys(Poser poser, HandleSet handles, List<Targets.Key> keys) {
        for (Targets.Key key : keys) {
            set(poser, handles, key.targets(), when(keys, "key at " + key.seconds() + " s"));
        }
    }

    private static Optional<String> when(List<Targets.Key> keys, String moment) {
        return keys.size() == 1 ? Optional.empty() : Optional.of(moment);
    }

    private int frameCount(Targets goals) {
        List<Targets.Key> keys = goals.keys();
        double last = keys.get(keys.size() - 1).seconds();
        double count = keys.size() == 1 ? 1 : Math.floor(last * goals.framesPerSecond() + 1e-6) + 1;
        if (count > MOST_FRAMES) {
            throw new InvalidInputException(targets + " has keys for " + Math.round(count) + " frames; at most "
                    + MOST_FRAMES + " are supported");
        }
        return (int) count;
    }

    private PoseJobResult pose(PosableModel posable, Targets goals, JobRun run) {
        Poser poser = posable.poser();
        int[] boneOf = posable.boneOf();
        List<Targets.Key> keys = goals.keys();
        float[][] frames = new float[frameCount(goals)][];
        int stride = BoneMotion.STRIDE * boneOf.length;
        double[] matrices = new double[frames.length * stride];
        int iterations = 0;
        List<Double> unsettled = new ArrayList<>();
        checkKeys(poser, posable.handles(), keys);
        for (int f = 0; f < frames.length; f++) {
            run.stopIfAsked();
            double seconds = f / goals.framesPerSecond();
            Optional<String> moment = when(keys, "frame " + f + " at " + Text.number(seconds) + " s");
            set(poser, posable.handles(), TargetMotion.at(keys, seconds), moment);
            PosableModel.Settled settled = PosableModel.settle(poser);
            iterations += settled.steps();
            if (settled.outcome() != Outcome.CONVERGED) {
                unsettled.add(seconds);
            }
            frames[f] = poser.positions();
            double[] ofHandles = poser.matrices();
            for (int j = 0; j < boneOf.length; j++) {
                System.arraycopy(
                        ofHandles,
                        BoneMotion.STRIDE * j,
                        matrices,
                        f * stride + BoneMotion.STRIDE * boneOf[j],
                        BoneMotion.STRIDE);
            }
        }
        return new PoseJobResult(this, posable, goals, frames, matrices, iterations, unsettled, run.seconds());
    }

    private void write(PoseJobResult made, Path file) {
        SkinnedModel model = made.posable().model();
        MeshSequence sequence = new MeshSequence(
                "pose",
                model.rest(),
                FrameSource.of(made.frames()),
                made.targets().framesPerSecond());
        if (Inputs.namesModel(output)) {
            SkinnedModel animated = model.withBoneType(BoneType.AFFINE).withClips(List.of(made.clip()));
            ModelDocument document = ModelDocument.of(animated)
                    .withParts(made.posable().parts())
                    .withHandles(made.posable().handles());
            Models.write(document, file, storage.storage());
        } else if (made.frames().length == 1 && Outputs.writesMesh(output)) {
            MeshSequences.writeMesh(MeshSequences.frame(sequence, 0), file);
        } else {
            MeshSequences.write(sequence, file);
        }
    }
}
