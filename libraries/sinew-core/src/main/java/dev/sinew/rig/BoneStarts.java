package dev.sinew.rig;

import dev.sinew.rig.FreeBones.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Free bones from several numbers of clusters. Sets of bones that err alike make skeletons that do not: which of them joints suit shows when a skeleton
 * is made of them (horse-gallop with 25 bones: free bones 0.144, 0.146 and 0.137 % from 36, 33 and 42 clusters, their skeletons 0.202, 0.245 and 0.184).
 */
final class BoneStarts {
    /** Clusters, as parts of the bones that are wanted; what takes longest comes first. */
    private static final double[] SPARES = {2.75, 1.6, 1.13, 1.1, 1.04};

    /** More clusters than this are only worth their time where as many bones are wanted. */
    private static final int MANY = 48;

    /** So many of the sets that err least are tried in a skeleton. */
    private static final int CANDIDATES = 4;

    /** Iterations that tell whether a skeleton will be a good one. */
    private static final int ESTIMATE_STEPS = 8;

    private final RigProblem few;
    private final List<FreeBones> all = new ArrayList<>();
    private final Map<Stage, Start> estimates = new IdentityHashMap<>();

    /**
     * A set of bones.
     *
     * @param promise a rough skeleton of the candidate over the frames it was found from, joints not yet inside the body
     */
    record Start(Articulation estimate) {
        double estimatedPercent() {
            return estimate.rmsePercent();
        }

        /** The same skeleton over all frames. */
        Articulation over(RigProblem problem, int most) {
            return estimate.over(problem, most);
        }
    }

    private BoneStarts(RigProblem few) {
        this.few = few;
    }

    /**
     * @param few the problem reduced to the frames that show where bones are
     * @param wanted approximate number of bones
     * @param least bones are removed until this many are left
     */
    static BoneStarts near(RigProblem few, int wanted, int least) {
        BoneStarts starts = new BoneStarts(few);
        int[] clusters = Arrays.stream(SPARES)
                .mapToInt(spare -> (int) Math.ceil(spare * wanted))
                .map(count -> Math.max(2, Math.min(Math.max(wanted, MANY), count)))
                .distinct()
                .toArray();
        // Two at a time, each on one thread: the passes over the sample are too short to be shared.
        RigProblem alone = few.onOneThread();
        FreeBones[] found = new FreeBones[clusters.length];
        few.workers().forChunks(clusters.length, 1, (k, from, to) -> {
            found[k] = FreeBones.find(alone, clusters[k], FreeBones.Order.BY_ERROR);
            found[k].pruneTo(least);
        });
        starts.all.addAll(List.of(found));
        return starts;
    }

    void add(FreeBones more) {
        all.add(more);
    }

    /** The fewest bones that there is a set of. */
    int fewest() {
        return all.stream()
                .flatMap(free -> free.stages().stream())
                .mapToInt(Stage::bones)
                .min()
                .orElseThrow();
    }

    /** The smallest error with at most this many free bones; infinite if no stage has so few. */
    double error(int bones) {
        return all.stream()
                .flatMap(free -> free.at(bones).stream())
                .mapToDouble(Stage::rmsePercent)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** Candidates with at most this many bones, best estimate first. */
    List<Start> best(int bones) {
        return all.stream()
                .filter(free -> free.at(bones).isPresent())
                .sorted(Comparator.comparingDouble(
                        free -> free.at(bones).orElseThrow().rmsePercent()))
                .limit(CANDIDATES)
                .map(free -> estimates.computeIfAbsent(free.at(bones).orElseThrow(), stage -> estimated(free, stage)))
                .sorted(Comparator.comparingDouble(Start::estimatedPercent))
                .toList();
    }

    private Start estimated(FreeBones free, Stage stage) {
        return new Start(Articulation.rough(few, free.weights(stage), stage.bones(), ESTIMATE_STEPS));
    }
}
