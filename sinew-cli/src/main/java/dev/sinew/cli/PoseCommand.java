package dev.sinew.cli;

import dev.sinew.handles.Poser;
import dev.sinew.io.HandleFiles;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.handles.Targets;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.HandleSet;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Outcome;
import dev.sinew.run.RefusedException;
import dev.sinew.show.view.ReportData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sinew pose}: moves handles and writes what becomes of the mesh. */
@Command(
        name = "pose",
        header = "Moves the handles of a model and writes the deformed mesh, or a sequence for keyframes.",
        customSynopsis = "sinew pose MODEL --targets FILE -o OUT [options]",
        description = {"", "Handles without a target follow so that the shape stays as rigid as can be."},
        footer = {
            "",
            "Examples:",
            "  sinew pose body.glb --targets wave.json -o wave.obj",
            "  sinew pose body.glb --targets walk.json -o walk.glb"
        })
final class PoseCommand extends Verb {
    private static final int MOST_FRAMES = 100_000;

    @Parameters(paramLabel = "MODEL", description = "A .glb or .gltf that 'sinew weights' wrote.")
    private Path file;

    @Option(
            names = {"-o", "--output"},
            required = true,
            order = 1,
            paramLabel = "OUT",
            description = "A mesh (.obj, .ply) for one pose; frames (.obj, .ply), a cache (.abc, .pc2, .mdd) or an"
                    + " animated .glb or .gltf for keyframes.")
    private Path output;

    @Option(
            names = "--targets",
            required = true,
            order = 2,
            paramLabel = "FILE.json",
            description = "Where handles go, in the model's coordinates: positions or transforms, once or as keyframes"
                    + " (docs/handles.md).")
    private Path targetsFile;

    @Option(
            names = "--report",
            order = 50,
            paramLabel = "FILE.html",
            description = "Write a page to look at, on which the handles can be dragged on from there with the mouse.")
    private Path report;

    PoseCommand(Environment environment) {
        super(environment);
    }

    @Override
    void run(Session session) {
        boolean toModel = Inputs.namesModel(output);
        if (toModel) {
            Outputs.requireModel(output);
        } else {
            Outputs.requireSequence(output);
        }
        Optional.ofNullable(report).ifPresent(AtomicFile::requireWritable);
        Targets targets = session.stage("read", "reading " + targetsFile, () -> HandleFiles.readTargets(targetsFile));
        ModelFile read = Inputs.modelFile(file, session);
        PosableModel posable = session.stage("read", "reading " + file, () -> PosableModel.of(file, read));
        Poser poser = posable.poser();
        Posed posed = session.stage("solve", "posing", () -> pose(session, posable, poser, targets));
        session.writing("write", "writing " + output, () -> write(posable, targets, posed));
        showPage(session, posable, targets, posed);
        Sheet sheet = new Sheet()
                .headline(file + " → " + output + ": " + Text.count(posed.frames().length, "frame") + ", "
                        + Text.count(posed.iterations(), "iteration"));
        session.summary(posed.notes().isEmpty() ? sheet : sheet.blank().notes(posed.notes()));
        session.report(() -> newReport()
                .input(RunReport.input(file.toString(), read.model().rest(), 1))
                .options(Map.of("targets", targetsFile.toString()))
                .outcome(posed.outcome(), posed.iterations())
                .result(result(posed))
                .seconds(session.seconds())
                .tree());
    }

    /**
     * The poses of all frames.
     *
     * @param matrices of the model's bones, frame by frame
     * @param unsettled seconds of the frames that still moved at the bound on solves
     */
    private record Posed(float[][] frames, double[] matrices, int iterations, List<Double> unsettled) {
        Outcome outcome() {
            return unsettled.isEmpty() ? Outcome.CONVERGED : Outcome.ITERATION_LIMIT;
        }

        List<String> notes() {
            if (unsettled.isEmpty()) {
                return List.of();
            }
            return List.of(
                    frames.length == 1
                            ? "the pose still moved after " + PosableModel.MOST_ROUNDS
                                    + " solves: it is not where it would come to rest"
                            : Text.count(unsettled.size(), "frame")
                                    + " still moved after " + PosableModel.MOST_ROUNDS + " solves, the first at "
                                    + Text.number(unsettled.get(0)) + " s: they are not where they would come to rest");
        }
    }

    /** Told apart by the file and the time: the poser knows neither. */
    private void set(Poser poser, HandleSet handles, List<Targets.Target> targets, Optional<String> when) {
        try {
            TargetMotion.set(poser, handles, targets);
        } catch (RefusedException wrong) {
            throw new RefusedException(
                    targetsFile + when.map(time -> ", " + time).orElse("") + ": " + wrong.getMessage(), wrong);
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

    private Posed pose(Session session, PosableModel posable, Poser poser, Targets targets) {
        int[] boneOf = posable.boneOf();
        List<Targets.Key> keys = targets.keys();
        double last = keys.get(keys.size() - 1).seconds();
        double count = keys.size() == 1 ? 1 : Math.floor(last * targets.framesPerSecond() + 1e-6) + 1;
        if (count > MOST_FRAMES) {
            throw new RefusedException(
                    targetsFile + " asks for " + Math.round(count) + " frames, at most " + MOST_FRAMES + " are made");
        }
        float[][] frames = new float[(int) count][];
        int stride = BoneMotion.STRIDE * boneOf.length;
        double[] matrices = new double[frames.length * stride];
        int iterations = 0;
        List<Double> unsettled = new ArrayList<>();
        checkKeys(poser, posable.handles(), keys);
        for (int f = 0; f < frames.length; f++) {
            session.stopIfAsked();
            double seconds = f / targets.framesPerSecond();
            set(
                    poser,
                    posable.handles(),
                    TargetMotion.at(keys, seconds),
                    when(keys, "frame " + f + " at " + Text.number(seconds) + " s"));
            PosableModel.Settled settled = PosableModel.settle(poser);
            iterations += settled.steps();
            if (settled.outcome() != Outcome.CONVERGED) {
                unsettled.add(seconds);
            }
            frames[f] = poser.positions();
            double[] ofHandles = poser.matrices();
            for (int j = 0; j < boneOf.length; j++) {
                System.arraycopy(ofHandles, 12 * j, matrices, f * stride + 12 * boneOf[j], 12);
            }
        }
        return new Posed(frames, matrices, iterations, unsettled);
    }

    private Path write(PosableModel posable, Targets targets, Posed posed) {
        SkinnedModel model = posable.model();
        MeshSequence sequence =
                new MeshSequence("pose", model.rest(), FrameSource.of(posed.frames()), targets.framesPerSecond());
        if (Inputs.namesModel(output)) {
            List<Clip> clips = List.of(clip(posable, targets, posed));
            SkinnedModel animated =
                    new SkinnedModel(model.rest(), model.weights(), model.skeleton(), BoneType.AFFINE, clips);
            Models.write(animated, posable.handles(), output);
        } else if (posed.frames().length == 1 && Outputs.endsIn(output, ".obj", ".ply")) {
            MeshSequences.writeMesh(MeshSequences.frame(sequence, 0), output);
        } else {
            MeshSequences.write(sequence, output);
        }
        return output;
    }

    /** Starts from the last pose. */
    private void showPage(Session session, PosableModel posable, Targets targets, Posed posed) {
        if (report == null) {
            return;
        }
        List<Targets.Key> keys = targets.keys();
        List<Targets.Target> last =
                TargetMotion.at(keys, keys.get(keys.size() - 1).seconds());
        String subtitle = Text.count(posable.handles().count(), "handle") + ", posed by " + targetsFile;
        session.writing("show", "writing " + report, () -> {
            ReportData page = HandlePage.of(file.toString(), subtitle, posable, clip(posable, targets, posed), last)
                    .withFacts("Result", Showcase.facts(result(posed)))
                    .withCommand(commandLine())
                    .withNotes(posed.notes());
            Showcase.writePage(page, report);
            return report;
        });
    }

    private static Clip clip(PosableModel posable, Targets targets, Posed posed) {
        BoneMotion motion = new BoneMotion(posable.model().boneCount(), posed.frames().length, posed.matrices());
        return new Clip("pose", targets.framesPerSecond(), motion);
    }

    private Map<String, Object> result(Posed posed) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", output.toString());
        tree.put("frames", posed.frames().length);
        tree.put("iterations", posed.iterations());
        tree.put("notes", posed.notes());
        return tree;
    }
}
