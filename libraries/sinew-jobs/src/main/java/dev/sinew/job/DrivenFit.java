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
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import dev.sinew.run.SolveResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
                : PartialFit.fit(problem, options.withHelperBones(0), Progress.SILENT)
                        .fitted()
                        .model();
        int[] helpers = IntStream.range(old, helped.boneCount()).toArray();
        return new Solved(shapes.map(s -> shaped(helped, s, shown)).orElse(helped), helpers, Optional.of(plain));
    }

    /** Shapes are solved for the clips with sequences, which come first; the other clips do not use them yet. */
    private SkinnedModel shaped(SkinnedModel model, CorrectiveFit.Options how, Progress shown) {
        Takes takes = problem.takes();
        int count = takes.sequences().size();
        Clip joined = takes.join(model.clips().subList(0, count));
        CorrectiveFit.Options counted = new CorrectiveFit.Options(
                how.shapes(), how.bones(), options.shading(), options.importance(), how.seed(), drive.threads());
        SkinnedModel shaped = takes.split(CorrectiveFit.fit(
                model.withClips(List.of(joined)), takes.joined().withRest(model.rest()), counted, shown));
        List<Clip> clips = new ArrayList<>(shaped.clips());
        for (Clip other : model.clips().subList(count, model.clips().size())) {
            int numbers = other.motion().frameCount() * shaped.correctives().count();
            clips.add(other.withShapes(new double[numbers]));
        }
        return shaped.withClips(clips);
    }

    private List<Fold> folds() {
        List<MeshSequence> takes = problem.takes().sequences();
        int count = takes.size() == 1 ? 0 : Math.min(MAX_FOLDS, takes.size());
        PartialOptions quick =
                options.withShading(0).withMaxIterations(Math.min(FOLD_ITERATIONS, options.maxIterations()));
        List<Fold> folds = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            progress.update("leave out " + takes.get(k).name(), k, count);
            int fold = k;
            List<MeshSequence> kept = IntStream.range(0, takes.size())
                    .filter(t -> t % count != fold)
                    .mapToObj(takes::get)
                    .toList();
            Set<String> without = takes.stream()
                    .filter(take -> !kept.contains(take))
                    .map(MeshSequence::name)
                    .collect(Collectors.toSet());
            PartialProblem part =
                    new PartialProblem(problem.model(), new Takes(kept), problem.lockedBones(), problem.weightLocks());
            DrivenFit measured = new DrivenFit(part, quick, shapes, drive, Progress.SILENT);
            SkinnedModel helped =
                    PartialFit.fit(part, quick, Progress.SILENT).fitted().model();
            if (helped.boneCount() > problem.model().boneCount() || shapes.isPresent()) {
                folds.add(new Fold(measured.solved(helped, Progress.SILENT), without));
            }
        }
        return folds;
    }
}
