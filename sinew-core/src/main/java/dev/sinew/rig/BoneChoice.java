package dev.sinew.rig;

import dev.sinew.rig.FreeBones.Stage;
import dev.sinew.solve.SkinState;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

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
    private final TreeMap<Integer, Tried> made = new TreeMap<>();

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

    Tried choose() {
        int next = guess(BoneCount.USUAL_COST_OF_JOINTS);
        for (int k = 0; k < TRIES && !made.containsKey(next); k++) {
            Stage stage = stages.get(next);
            Tried tried = Tried.of(problem, free.weights(stage), stage.bones(), allowed);
            made.put(next, tried);
            next = proposal(next, tried.skeleton());
        }
        return made.get(best()).placed(problem);
    }

    /**
     * A skeleton before and after its joints were placed.
     *
     * @param placed nothing where it was sure to err by too much
     */
    record Tried(Articulation rough, Optional<Articulation> placed) {
        static Tried of(RigProblem problem, SkinState weights, int bones, AllowedError allowed) {
            long t0 = System.nanoTime();
            Articulation rough = Articulation.rough(problem, weights, bones);
            long t1 = System.nanoTime();
            Tried done = allowed.mayAllow(rough)
                    ? new Tried(rough, Optional.empty()).placed(problem)
                    : new Tried(rough, Optional.empty());
            System.err.printf("TRIED %d rough %.4f %.2fs placed %.4f %.2fs%n", bones, rough.rmsePercent(), (t1 - t0) / 1e9, done.skeleton().rmsePercent(), (System.nanoTime() - t1) / 1e9);
            return done;
        }

        /** With its joints placed. */
        Tried placed(RigProblem problem) {
            return placed.isPresent()
                    ? this
                    : new Tried(rough, Optional.of(rough.copy().placed(problem, Articulation.Care.USUAL)));
        }

        boolean isWithin(AllowedError allowed) {
            return placed.isPresent() && allowed.allows(placed.get());
        }

        /** As far as it was made. */
        Articulation skeleton() {
            return placed.orElse(rough);
        }
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
                        .filter(s -> !made.get(s).isWithin(allowed))
                        .min(Integer::compare)
                        .orElse(1 + lastAllowed())
                - 1;
        return low > high ? tried : Math.max(low, Math.min(high, guess));
    }

    /** The stage of fewest bones that is good enough, or null. */
    private Integer fewestEnough() {
        Integer last = null;
        for (int s : made.keySet()) {
            last = made.get(s).isWithin(allowed) ? Integer.valueOf(s) : last;
        }
        return last;
    }

    private int best() {
        Integer enough = fewestEnough();
        return enough != null ? enough : made.firstKey();
    }
}
