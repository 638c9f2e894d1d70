package dev.sinew.job;

import dev.sinew.handles.Poser;
import dev.sinew.io.HandleFiles;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.handles.Targets;
import dev.sinew.io.parts.ModelContent;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.Outputs;
import dev.sinew.job.source.PosableModel;
import dev.sinew.job.source.TargetMotion;
import dev.sinew.job.text.Text;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.HandleSet;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Outcome;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Moves handles and writes what becomes of the mesh. */
public record PoseRequest(
        @Ask(label = "MODEL", required = true, help = "A .glb or .gltf that 'sinew weights' wrote.")
        Path input,

        @Ask(
                label = "OUT",
                required = true,
                help =
                        "A mesh ({.writtenMeshes}) for one pose; frames of the same, {.writtenSequences}, {.writtenCaches} or an"
                                + " animated .glb or .gltf for keyframes.")
        Path output,

        @Ask(
                label = "FILE.json",
                required = true,
                help = "Where handles go, in the model's coordinates: positions or transforms, once or as keyframes"
                        + " (docs/handles.md).")
        Path targets)
        implements Job<PoseMade> {
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
    public PoseMade run(Desk desk) {
        Work work = begin(desk);
        if (Inputs.namesModel(output)) {
            Outputs.requireModel(work.place(output));
        } else {
            Outputs.requireSequence(work.place(output));
        }
        Targets goals = work.stage("read", "reading " + targets, () -> HandleFiles.readTargets(targets));
        ModelFile read = Inputs.modelFile(input, work);
        PosableModel posable = work.stage("read", "reading " + input, () -> PosableModel.of(input, read));
        PoseMade made = work.stage("solve", "posing", () -> pose(posable, goals, work));
        work.writing("write", "writing " + output, () -> write(made, work.place(output)));
        return made;
    }

    /** Told apart by the file and the time: the poser knows neither. */
    private void set(Poser poser, HandleSet handles, List<Targets.Target> goals, Optional<String> when) {
        try {
            TargetMotion.set(poser, handles, goals);
        } catch (RefusedException wrong) {
            throw wrong.within(targets + when.map(time -> ", " + time).orElse(""));
        }
    }

    /** Keys first, so that what is wrong with one is said of it and not of a frame on the way to it. */
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
            throw new RefusedException(
                    targets + " asks for " + Math.round(count) + " frames, at most " + MOST_FRAMES + " are made");
        }
        return (int) count;
    }

    private PoseMade pose(PosableModel posable, Targets goals, Work work) {
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
            work.stopIfAsked();
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
        return new PoseMade(this, posable, goals, frames, matrices, iterations, unsettled, work.seconds());
    }

    private void write(PoseMade made, Path file) {
        SkinnedModel model = made.posable().model();
        MeshSequence sequence = new MeshSequence(
                "pose",
                model.rest(),
                FrameSource.of(made.frames()),
                made.targets().framesPerSecond());
        if (Inputs.namesModel(output)) {
            SkinnedModel animated = model.withBoneType(BoneType.AFFINE).withClips(List.of(made.clip()));
            Models.write(ModelContent.of(animated).withHandles(made.posable().handles()), file);
        } else if (made.frames().length == 1 && Outputs.writesMesh(output)) {
            MeshSequences.writeMesh(MeshSequences.frame(sequence, 0), file);
        } else {
            MeshSequences.write(sequence, file);
        }
    }
}
