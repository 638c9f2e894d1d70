package dev.sinew.job;

import dev.sinew.correct.CorrectiveFit;
import dev.sinew.drive.DriveInput;
import dev.sinew.drive.DriveInput.Fold;
import dev.sinew.drive.DriveInput.Solved;
import dev.sinew.drive.DriveOptions;
import dev.sinew.drive.DriveResult;
import dev.sinew.drive.DriverFit;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.PartialFit;
import dev.sinew.fit.PartialOptions;
import dev.sinew.fit.PartialProblem;
import dev.sinew.fit.Takes;
import dev.sinew.job.FitTask.Learnt;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import dev.sinew.run.SolveResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A fit of an existing rig whose helper bones or corrective shapes follow the pose. For honest errors on unseen motion, all is solved again
 * without each clip, in fewer iterations and without normals.
 *
 * @param shapes how corrective shapes are solved, if there are to be any
 */
record DrivenFit(
        PartialProblem problem,
        PartialOptions options,
        Optional<CorrectiveFit.Options> shapes,
        DriveOptions drive,
        Progress progress) {
    /** More clips are left out in groups. */
    private static final int MAX_FOLDS = 6;

    /** Steps of a solve that only measures. */
    private static final int FOLD_ITERATIONS = 4;

    Learnt solve() {
        FitResult helped = PartialFit.fit(problem, options, progress);
        SolveResult<SkinnedModel> fitted = helped.fitted();
        if (fitted.model().boneCount() == problem.model().boneCount() && shapes.isEmpty()) {
            return Learnt.of(helped);
        }
        Solved all = solved(fitted.model(), progress);
        DriveInput input = new DriveInput(all, problem.takes().sequences(), folds());
        DriveResult driven = DriverFit.fit(input, drive, progress);
        SolveResult<SkinnedModel> moved = new SolveResult<>(
                driven.model(), fitted.outcome(), fitted.iterations(), fitted.convergence(), driven.notes());
        return new Learnt(new FitResult(moved, helped.curve(), helped.reducedDimensions()), Optional.of(driven));
    }

    /** With corrective shapes, if requested, and the same rig solved without helper bones and shapes for comparison. */
    private Solved solved(SkinnedModel helped, Progress shown) {
        int old = problem.model().boneCount();
        SkinnedModel plain = helped.boneCount() == old
                ? helped
                : PartialFit.fit(problem, options.withHelperBones(0), shown)
                        .fitted()
                        .model();
        int[] helpers = IntStream.range(old, helped.boneCount()).toArray();
        return new Solved(
                shapes.map(how -> shaped(helped, problem.takes(), counted(how), shown))
                        .orElse(helped),
                helpers,
                Optional.of(plain));
    }

    private CorrectiveFit.Options counted(CorrectiveFit.Options how) {
        return new CorrectiveFit.Options(
                how.shapes(), how.bones(), options.shading(), options.importance(), how.seed(), drive.threads());
    }

    /** Shapes are solved for the clips with sequences, which come first; the other clips do not use them yet. */
    private static SkinnedModel shaped(SkinnedModel model, Takes takes, CorrectiveFit.Options how, Progress shown) {
        List<Clip> with =
                takes.sequences().stream().map(take -> clip(model, take.name())).toList();
        SkinnedModel shaped = takes.split(CorrectiveFit.fit(
                model.withClips(List.of(takes.join(with))), takes.joined().withRest(model.rest()), how, shown));
        List<Clip> clips = new ArrayList<>(shaped.clips());
        for (Clip other : model.clips()) {
            if (!with.contains(other)) {
                int numbers = other.motion().frameCount() * shaped.correctives().count();
                clips.add(other.withShapes(new double[numbers]));
            }
        }
        return shaped.withClips(clips);
    }

    private static Clip clip(SkinnedModel model, String name) {
        return model.clips().stream()
                .filter(clip -> clip.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Adds driven corrective shapes to a model whose clips play the sequences. */
    static DriveResult shapes(
            SkinnedModel model, Takes takes, CorrectiveFit.Options how, DriveOptions drive, Progress progress) {
        int[] none = {};
        SkinnedModel all = shaped(model, takes, how, progress);
        List<Fold> folds = new ArrayList<>();
        for (Fold.Without part : Fold.parts(takes.sequences(), MAX_FOLDS)) {
            SkinnedModel without = shaped(model, new Takes(part.kept()), how, leaving(part, folds.size(), progress));
            folds.add(new Fold(new Solved(without, none, Optional.of(model)), part.names()));
        }
        DriveInput input = new DriveInput(new Solved(all, none, Optional.of(model)), takes.sequences(), folds);
        return DriverFit.fit(input, drive, progress);
    }

    /** Reports a solve without some clips as one step, which may be cancelled inside. */
    private static Progress leaving(Fold.Without out, int done, Progress progress) {
        Progress.Step step = new Progress.Step("leave out " + out.first(), done, out.count(), OptionalDouble.empty());
        return inner -> progress.report(step);
    }

    private List<Fold> folds() {
        PartialOptions quick =
                options.withShading(0).withMaxIterations(Math.min(FOLD_ITERATIONS, options.maxIterations()));
        List<Fold> folds = new ArrayList<>();
        for (Fold.Without out : Fold.parts(problem.takes().sequences(), MAX_FOLDS)) {
            Progress shown = leaving(out, folds.size(), progress);
            PartialProblem part = new PartialProblem(
                    problem.model(), new Takes(out.kept()), problem.lockedBones(), problem.weightLocks());
            DrivenFit measured = new DrivenFit(part, quick, shapes, drive, shown);
            SkinnedModel helped = PartialFit.fit(part, quick, shown).fitted().model();
            if (helped.boneCount() > problem.model().boneCount() || shapes.isPresent()) {
                folds.add(new Fold(measured.solved(helped, shown), out.names()));
            }
        }
        return folds;
    }
}
