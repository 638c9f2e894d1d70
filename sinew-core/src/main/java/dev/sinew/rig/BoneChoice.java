package dev.sinew.rig;

import dev.sinew.rig.FreeBones.Stage;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The fewest bones whose skeleton, joints enforced, stays within the tolerance. Free bones tell where to look: their error
 * against that of the skeleton made of them changes slowly with their number.
 */
final class BoneChoice {
    private static final int TRIES = 4;

    /** How many bones there may be. */
    record Range(int least, int most) {}

    private final RigProblem problem;
    private final FreeBones free;
    private final List<Stage> stages;
    private final Range range;
    private final AllowedError allowed;
    /** Skeletons by place in {@link #stages}. */
    private final TreeMap<Integer, Articulation> made = new TreeMap<>();

    /** Those whose joints are not where they must be yet. */
    private final Set<Integer> unplaced = new HashSet<>();

    /**
     * @param range of the bones
     * @param allowed how much skeletons may err
     */
    BoneChoice(RigProblem problem, FreeBones free, Range range, AllowedError allowed) {
        this.problem = problem;
        this.free = free;
        this.stages = free.stages();
        this.range = range;
        this.allowed = allowed;
    }

    /**
     * @param known a stage whose skeleton was begun, and the rest of it
     */
    Articulation choose(Stage known, Supplier<Articulation> begun) {
        int next = guess(BoneCount.USUAL_COST_OF_JOINTS);
        for (int k = 0; k < TRIES && !made.containsKey(next); k++) {
            Stage stage = stages.get(next);
            Articulation rough = stage == known
                    ? begun.get()
                    : Articulation.rough(problem, free.weights(stage), stage.bones());
            // Joints that are brought inside cost error: what errs too much before is not worth it.
            boolean hopeless = !allowed.mayAllow(rough);
            Articulation tried = hopeless ? rough : rough.placed(problem);
            made.put(next, tried);
            if (hopeless) {
                unplaced.add(next);
            }
            next = proposal(next, tried);
        }
        int best = best();
        return unplaced.contains(best) ? made.get(best).placed(problem) : made.get(best);
    }

    /** The last stage whose error times {@code cost} is within the tolerance, but none with too many bones. */
    private int guess(double cost) {
        int at = firstAllowed();
        for (int s = at; s < stages.size(); s++) {
            if (stages.get(s).bones() >= range.least
                    && cost * stages.get(s).rmsePercent()
                            <= allowed.with(stages.get(s).bones())) {
                at = s;
            }
        }
        return at;
    }

    private int firstAllowed() {
        int at = 0;
        while (at < stages.size() - 1 && stages.get(at).bones() > range.most) {
            at++;
        }
        return at;
    }

    private int lastAllowed() {
        int at = firstAllowed();
        while (at < stages.size() - 1 && stages.get(at + 1).bones() >= range.least) {
            at++;
        }
        return at;
    }

    /** Where to look after a try: beside what is known, at most as far as the ratio of errors says. */
    private int proposal(int tried, Articulation skeleton) {
        int guess = guess(skeleton.rmsePercent() / Math.max(stages.get(tried).rmsePercent(), Double.MIN_NORMAL));
        Integer enough = fewestEnough();
        int low = enough == null ? firstAllowed() : enough + 1;
        int high = made.keySet().stream()
                        .filter(s -> enough == null || s > enough)
                        .filter(s -> !allowed.allows(made.get(s)))
                        .min(Integer::compare)
                        .orElse(1 + lastAllowed())
                - 1;
        return low > high ? tried : Math.max(low, Math.min(high, guess));
    }

    /** The stage of fewest bones that is good enough, or null. */
    private Integer fewestEnough() {
        Integer last = null;
        for (int s : made.keySet()) {
            last = allowed.allows(made.get(s)) ? Integer.valueOf(s) : last;
        }
        return last;
    }

    private int best() {
        Integer enough = fewestEnough();
        return enough != null ? enough : made.firstKey();
    }
}
