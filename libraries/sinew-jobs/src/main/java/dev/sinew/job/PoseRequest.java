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
import dev.sinew.model.Clip;
import dev.sinew.model.HandleSet;
import dev.sinew.model.SkinnedModel;
import dev.sinew.retarget.SkeletonPoser;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Outcome;
import dev.sinew.skin.ClipFrames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Moves the handles or the skeleton of a model and writes the deformed mesh, or a clip. */
public record PoseRequest(
        @OptionInfo(
                label = "MODEL",
                required = true,
                help = "Model with handles, from 'sinew weights', or with a skeleton.")
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
                help = "Targets of handles, joints or vertices, once or as keyframes.",
                details = "In the coordinates of the model. docs/reference/handles.md describes the format.")
        Path targets,

        @OptionInfo(
                label = "NAME",
                defaultValue = "pose",
                group = OptionGroup.CLIPS,
                help = "Name of the clip that is written.",
                details = "The clips of a model with a skeleton are kept.")
        String clipName,

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
        PoseJobResult made;
        if (read.handles().isPresent()) {
            PosableModel posable = run.stage("read", "reading " + input, () -> PosableModel.of(input, read));
            made = run.stage("solve", "posing", () -> pose(posable, goals, run));
        } else {
            made = run.stage("solve", "posing", () -> poseSkeleton(read, goals, run));
        }
        run.writing("write", "writing " + output, () -> write(read, made, run.place(output)));
        return made;
    }

    private PoseJobResult poseSkeleton(ModelFile read, Targets goals, JobRun run) {
        if (read.layers().isPresent() || read.linearized().isPresent()) {
            throw new InvalidInputException(input + " has "
                    + (read.layers().isPresent() ? "its weights in two layers" : "blend bones")
                    + "; pose the model that it was made from");
        }
        SkinnedModel model = read.model();
        SkeletonPoser poser;
        try {
            poser = new SkeletonPoser(model);
        } catch (InvalidInputException flat) {
            throw flat.within(input.toString());
        }
        List<Targets.Key> keys = goals.keys();
        int frames = frameCount(goals);
        int stride = BoneMotion.STRIDE * model.boneCount();
        double[] matrices = new double[frames * stride];
        Optional<PoseJobResult.Missed> missed = Optional.empty();
        for (int f = 0; f < frames; f++) {
            run.stopIfAsked();
            double seconds = f / goals.framesPerSecond();
            Optional<String> moment = when(keys, "frame " + f + " at " + Text.number(seconds) + " s");
            List<SkeletonPoser.Target> targets;
            try {
                targets = TargetMotion.ofSkeleton(TargetMotion.at(keys, seconds));
                System.arraycopy(poser.solve(targets), 0, matrices, f * stride, stride);
            } catch (InvalidInputException wrong) {
                throw wrong.within(
                        this.targets + moment.map(time -> ", " + time).orElse(""));
            }
            for (SkeletonPoser.Target target : targets) {
                double miss = 100 * poser.miss(target);
                if (miss > missed.map(PoseJobResult.Missed::percent).orElse(0.0)) {
                    String name = target.bone().isEmpty() ? "vertex " + target.vertex() : target.bone();
                    missed = Optional.of(new PoseJobResult.Missed(
                            name + moment.map(time -> " in " + time).orElse(""), miss));
                }
            }
        }
        Clip solved = new Clip(clipName, goals.framesPerSecond(), new BoneMotion(model.boneCount(), frames, matrices));
        List<Clip> added = RetargetRequest.driven(read, List.of(solved));
        SkinnedModel all = model.withClips(
                Stream.concat(model.clips().stream(), added.stream()).toList());
        MeshSequence played = ClipFrames.sequence(all, added.get(0));
        float[][] positions = new float[frames][];
        Arrays.setAll(positions, played::frame);
        return new PoseJobResult(
                this, all, Optional.empty(), goals, positions, added.get(0), frames, List.of(), missed, run.seconds());
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
        Clip clip = new Clip(clipName, goals.framesPerSecond(), new BoneMotion(boneOf.length, frames.length, matrices));
        return new PoseJobResult(
                this,
                posable.model(),
                Optional.of(posable),
                goals,
                frames,
                clip,
                iterations,
                unsettled,
                Optional.empty(),
                run.seconds());
    }

    private void write(ModelFile read, PoseJobResult made, Path file) {
        SkinnedModel model = made.model();
        MeshSequence sequence = new MeshSequence(
                "pose",
                model.rest(),
                FrameSource.of(made.frames()),
                made.targets().framesPerSecond());
        if (Inputs.namesModel(output)) {
            ModelDocument document = made.posable()
                    .map(posable -> ModelDocument.of(
                                    model.withBoneType(BoneType.AFFINE).withClips(List.of(made.clip())))
                            .withParts(posable.parts())
                            .withHandles(posable.handles()))
                    .orElseGet(() -> read.document().withModel(model));
            Models.write(document, file, storage.storage());
        } else if (made.frames().length == 1 && Outputs.writesMesh(output)) {
            MeshSequences.writeMesh(MeshSequences.frame(sequence, 0), file);
        } else {
            MeshSequences.write(sequence, file);
        }
    }
}
