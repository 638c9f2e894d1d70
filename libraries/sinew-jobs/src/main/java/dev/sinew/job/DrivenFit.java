package dev.sinew.job;

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
 * A fit of an existing rig whose helper bones follow the pose. For honest errors on unseen motion, helpers and weights are solved again
 * without each clip, in fewer iterations and without normals.
 */
public final class DrivenFit {
    /** More clips are left out in groups. */
    private static final int MAX_FOLDS = 6;

    /** Steps of a solve that only measures; further steps change its errors on unseen motion by less than 0.02 % of the size. */
    private static final int FOLD_ITERATIONS = 4;

    private DrivenFit() {}

    public static Learnt fit(PartialProblem problem, PartialOptions options, DriveOptions drive, Progress progress) {
        FitResult helped = PartialFit.fit(problem, options, progress);
        SolveResult<SkinnedModel> fitted = helped.fitted();
        if (fitted.model().boneCount() == problem.model().boneCount()) {
            return Learnt.of(helped);
        }
        Solved all = solved(problem, options, fitted.model());
        DriveInput input = new DriveInput(all, problem.takes().sequences(), folds(problem, options, progress));
        DriveResult driven = DriverFit.fit(input, drive, progress);
        SolveResult<SkinnedModel> moved = new SolveResult<>(
                driven.model(), fitted.outcome(), fitted.iterations(), fitted.convergence(), driven.notes());
        return new Learnt(new FitResult(moved, helped.curve(), helped.reducedDimensions()), Optional.of(driven));
    }

    /** With the same rig solved without helper bones, for comparison. */
    private static Solved solved(PartialProblem problem, PartialOptions options, SkinnedModel helped) {
        int old = problem.model().boneCount();
        FitResult plain = PartialFit.fit(problem, options.withHelperBones(0), Progress.SILENT);
        return new Solved(
                helped,
                IntStream.range(old, helped.boneCount()).toArray(),
                Optional.of(plain.fitted().model()));
    }

    private static List<Fold> folds(PartialProblem problem, PartialOptions options, Progress progress) {
        List<MeshSequence> takes = problem.takes().sequences();
        int count = takes.size() == 1 ? 0 : Math.min(MAX_FOLDS, takes.size());
        PartialOptions quick =
                options.withShading(0).withMaxIterations(Math.min(FOLD_ITERATIONS, options.maxIterations()));
        List<Fold> folds = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            progress.update("solve without " + takes.get(k).name(), k, count);
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
            SkinnedModel helped =
                    PartialFit.fit(part, quick, Progress.SILENT).fitted().model();
            if (helped.boneCount() > problem.model().boneCount()) {
                folds.add(new Fold(solved(part, quick, helped), without));
            }
        }
        return folds;
    }
}
