package dev.sinew.fit;

import dev.sinew.fit.PartialOptions.Solve;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Puts a partial solve back into its rig. Rest pose, names and hierarchy stay, locked bones keep their matrices bit for bit, and each
 * helper bone becomes a child of the bone it helps most.
 */
final class PartialAssembly {
    private static final String HELPER_PREFIX = "helper_";

    private final PartialProblem problem;
    private final PartialOptions options;
    private final RigMotion motion;
    private final BitSet locked;
    private final int old;

    PartialAssembly(PartialProblem problem, PartialOptions options, RigMotion motion, BitSet locked) {
        this.problem = problem;
        this.options = options;
        this.motion = motion;
        this.locked = locked;
        this.old = problem.model().boneCount();
    }

    /** The model and notes for the user. */
    record Assembled(SkinnedModel model, List<String> notes) {}

    /** @param transforms 3F×4B in the solver's units, not modified */
    Assembled of(SkinWeights weights, int bones, double[] transforms) {
        int[] kept = useful(weights, bones);
        int[] parents = helperParents(weights, kept);
        List<Clip> clips = solvedClips(motion.toMotion(bones, transforms), kept);
        Set<String> solved = clips.stream().map(Clip::name).collect(Collectors.toSet());
        List<Clip> others = problem.model().clips().stream()
                .filter(clip -> !solved.contains(clip.name()))
                .toList();
        others.forEach(clip -> clips.add(withHelpers(clip, parents)));
        SkinnedModel model = new SkinnedModel(
                problem.model().rest(),
                renumbered(weights, kept),
                skeleton(weights, kept, parents),
                options.boneType(),
                clips);
        return new Assembled(model, notes(old + options.helperBones() - kept.length, others));
    }

    /** All old bones, and the helpers that move vertices. */
    private int[] useful(SkinWeights weights, int bones) {
        BitSet used = new BitSet(bones);
        used.set(0, old);
        for (int at = 0; at < weights.bones().length; at++) {
            if (weights.weights()[at] > 0) {
                used.set(weights.bones()[at]);
            }
        }
        return used.stream().toArray();
    }

    private static SkinWeights renumbered(SkinWeights weights, int[] kept) {
        if (kept[kept.length - 1] == kept.length - 1) {
            return weights;
        }
        int[] bones = Arrays.stream(weights.bones())
                .map(j -> Math.max(0, Arrays.binarySearch(kept, j)))
                .toArray();
        return SkinWeights.of(weights.influences(), bones, weights.weights());
    }

    /** The bone that moved most of what a helper moves now, Σ_i w⁰_ij·w_ih; one per helper. */
    private int[] helperParents(SkinWeights weights, int[] kept) {
        SkinWeights before = problem.model().weights();
        double[][] shared = new double[kept.length - old][old];
        for (int at = 0; at < weights.bones().length; at++) {
            int h = Arrays.binarySearch(kept, weights.bones()[at]) - old;
            int i = at / weights.influences();
            for (int b = 0; h >= 0 && b < before.influences(); b++) {
                int from = i * before.influences() + b;
                shared[h][before.bones()[from]] += weights.weights()[at] * before.weights()[from];
            }
        }
        return Arrays.stream(shared).mapToInt(PartialAssembly::largest).toArray();
    }

    private static int largest(double[] values) {
        return IntStream.range(0, values.length)
                .reduce((a, b) -> values[b] > values[a] ? b : a)
                .orElseThrow();
    }

    private List<Clip> solvedClips(BoneMotion all, int[] kept) {
        double[] matrices = new double[all.frameCount() * kept.length * BoneMotion.STRIDE];
        BoneMotion fewer = new BoneMotion(kept.length, all.frameCount(), matrices);
        for (int f = 0; f < all.frameCount(); f++) {
            for (int p = 0; p < kept.length; p++) {
                System.arraycopy(
                        all.matrices(), all.offset(f, kept[p]), matrices, fewer.offset(f, p), BoneMotion.STRIDE);
            }
        }
        List<Clip> clips = new ArrayList<>(problem.takes().split(fewer));
        for (int k = 0; k < clips.size() && !locked.isEmpty(); k++) {
            copyLocked(problem.clipOf(k).orElseThrow().motion(), clips.get(k).motion());
        }
        return clips;
    }

    private void copyLocked(BoneMotion from, BoneMotion to) {
        for (int f = 0; f < from.frameCount(); f++) {
            for (int j = locked.nextSetBit(0); j >= 0; j = locked.nextSetBit(j + 1)) {
                System.arraycopy(from.matrices(), from.offset(f, j), to.matrices(), to.offset(f, j), BoneMotion.STRIDE);
            }
        }
    }

    /** In clips that were not solved, helpers move with their parents. */
    private Clip withHelpers(Clip clip, int[] parents) {
        BoneMotion from = clip.motion();
        int count = old + parents.length;
        BoneMotion to =
                new BoneMotion(count, from.frameCount(), new double[from.frameCount() * count * BoneMotion.STRIDE]);
        for (int f = 0; f < from.frameCount(); f++) {
            System.arraycopy(
                    from.matrices(), from.offset(f, 0), to.matrices(), to.offset(f, 0), old * BoneMotion.STRIDE);
            for (int h = 0; h < parents.length; h++) {
                System.arraycopy(
                        from.matrices(),
                        from.offset(f, parents[h]),
                        to.matrices(),
                        to.offset(f, old + h),
                        BoneMotion.STRIDE);
            }
        }
        return new Clip(clip.name(), clip.framesPerSecond(), to);
    }

    private Skeleton skeleton(SkinWeights weights, int[] kept, int[] helperParents) {
        Skeleton before = problem.model().skeleton();
        List<String> names = new ArrayList<>(before.names());
        int number = 1;
        while (names.size() < kept.length) {
            String name = HELPER_PREFIX + number++;
            if (!names.contains(name)) {
                names.add(name);
            }
        }
        int[] parents = Arrays.copyOf(before.parents(), kept.length);
        System.arraycopy(helperParents, 0, parents, old, helperParents.length);
        double[] pivots = Arrays.copyOf(before.pivots(), 3 * kept.length);
        // Helpers without vertices are not kept, so their centroids are never used.
        double[] none = new double[3 * (kept[kept.length - 1] + 1)];
        double[] centroids = weights.centroids(problem.model().rest().positions(), none);
        for (int p = old; p < kept.length; p++) {
            System.arraycopy(centroids, 3 * kept[p], pivots, 3 * p, 3);
        }
        return new Skeleton(names, parents, pivots);
    }

    private List<String> notes(int dropped, List<Clip> others) {
        List<String> notes = new ArrayList<>();
        if (dropped > 0) {
            notes.add(dropped + " of " + options.helperBones() + " helper bones were not needed and have been removed");
        }
        String names = String.join(", ", others.stream().map(Clip::name).toList());
        if (!others.isEmpty() && options.solve() == Solve.BOTH) {
            notes.add("the motion of the other clips (" + names + ") was kept, but it now uses the new weights");
        } else if (!others.isEmpty() && options.helperBones() > 0) {
            notes.add("in the other clips (" + names + ") helper bones move with their parents");
        }
        return notes;
    }
}
