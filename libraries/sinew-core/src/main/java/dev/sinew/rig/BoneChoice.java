package dev.sinew.rig;

import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fewest bones whose skeleton, joints enforced, stays within the tolerance. Free bones show where to look: their error
 * against that of the skeleton made of them changes slowly with their number.
 */
final class BoneChoice {
    /** What joints cost, before the first skeleton was made: between 1.3 for animals and 1.7 for elastic bodies. */
    static final double USUAL_COST_OF_JOINTS = 1.4;

    private static final int TRIES = 4;

    /** Number of best candidates that are solved to the end if the number of bones is given. */
    private static final int FINISHED = 2;

    /** A bone or pair that leaves less than this part of the error is no muscle: without it a part of the body would be missing. */
    private static final double PART = 0.9;

    /** Half of that, by the estimate, justifies a trial. */
    private static final double ESTIMATE_FRACTION = 0.95;

    /** This part of what is allowed is nearly all of it. */
    private static final double NEARLY = 0.9;

    /** A second candidate whose estimate is within this factor of the best one is solved as well. */
    private static final double AS_GOOD = 1.05;

    /** Iterations before joints are placed, when it goes on. */
    private static final int ITERATIONS = 21;

    /** How many bones there may be. */
    record Range(int least, int most) {}

    private final RigProblem problem;
    private final BoneStarts starts;
    private final Range range;
    private final AllowedError allowed;
    /** Skeletons by the bones that they were to have at most. */
    private final TreeMap<Integer, Tried> made = new TreeMap<>();
    /** The same by what they were made of: fewer bones than asked for are found more than once. */
    private final Map<BoneStarts.Start, Tried> known = new IdentityHashMap<>();

    /**
     * @param range of the bones
     * @param allowed how much skeletons may err
     */
    BoneChoice(RigProblem problem, BoneStarts starts, Range range, AllowedError allowed) {
        this.problem = problem;
        this.starts = starts;
        this.range = new Range(Math.max(range.least, starts.fewest()), range.most);
        this.allowed = allowed;
    }

    Tried choose() {
        int next = guess(USUAL_COST_OF_JOINTS);
        for (int k = 0; k < TRIES && !made.containsKey(next); k++) {
            Tried tried = tried(next);
            made.put(next, tried);
            next = proposal(next, tried);
        }
        int fewest = made.entrySet().stream()
                .filter(entry -> entry.getValue().isWithin(allowed))
                .mapToInt(Map.Entry::getKey)
                .min()
                .orElse(made.lastKey());
        return withPart(fewest);
    }

    /**
     * The skeleton with this many bones, or with one part more (a pair on a symmetric shape) if its error is close to the limit
     * and that is a part of the body.
     */
    private Tried withPart(int bones) {
        Tried fewest = better(bones);
        if (fewest.transformed.rmsePercent() <= NEARLY * allowed.with(bones)) {
            return fewest;
        }
        int most = Math.min(range.most, bones + (problem.mirror().isPresent() ? 2 : 1));
        for (int more = bones + 1; more <= most; more++) {
            if (estimated(more) <= ESTIMATE_FRACTION * estimated(bones)) {
                Tried tried = made.containsKey(more) ? made.get(more) : tried(more);
                if (tried.isWithin(AllowedError.of(PART * fewest.transformed.rmsePercent()))) {
                    return tried;
                }
            }
        }
        return fewest;
    }

    /** The skeleton with this many bones, or that of a second candidate with a similar estimate if its error is lower. */
    private Tried better(int bones) {
        Tried first = made.get(bones).transformed(problem);
        List<BoneStarts.Start> best = starts.best(bones);
        if (best.size() < 2 || best.get(1).estimatedPercent() > AS_GOOD * estimated(bones)) {
            return first;
        }
        AllowedError sofar = AllowedError.of(first.transformed.rmsePercent());
        Tried second = known.computeIfAbsent(best.get(1), from -> Tried.of(problem, from, sofar));
        Tried transformed = sofar.allows(second.rough) ? second.transformed(problem) : second;
        return transformed.isWithin(sofar) ? transformed : first;
    }

    /** The estimate of the best candidate with at most this many bones. */
    private Tried tried(int bones) {
        return known.computeIfAbsent(starts.best(bones).get(0), from -> Tried.of(problem, from, allowed));
    }

    private double estimated(int bones) {
        return starts.best(bones).get(0).estimatedPercent();
    }

    /** The best skeleton with at most this many bones, whatever its error, with joints placed carefully. */
    static Articulation best(RigProblem problem, BoneStarts starts, int bones) {
        return starts.best(bones).stream()
                .limit(FINISHED)
                .map(start -> Tried.of(problem, start, AllowedError.of(0))
                        .last(problem, Double.POSITIVE_INFINITY)
                        .transformed)
                .min(Comparator.comparingDouble(Articulation::rmsePercent))
                .orElseThrow();
    }

    /**
     * A skeleton before and after its joints were placed.
     *
     * @param transformed the rough one where that was sure to err by too much
     */
    record Tried(Articulation rough, Articulation transformed) {
        private static Tried of(RigProblem problem, BoneStarts.Start start, AllowedError allowed) {
            Articulation rough =
                    start.over(problem, Math.min(ITERATIONS, problem.options().maxIterations()));
            Tried tried = new Tried(rough, rough);
            return allowed.allows(rough) ? tried.transformed(problem) : tried;
        }

        private boolean isPlaced() {
            return transformed != rough;
        }

        /** The error with its joints placed. */
        private double expectedPercent() {
            return isPlaced() ? transformed.rmsePercent() : rough.rmsePercent();
        }

        /** With its joints placed. */
        private Tried transformed(RigProblem problem) {
            return isPlaced() ? this : new Tried(rough, rough.copy().transformed(problem, Articulation.Care.USUAL));
        }

        /**
         * Placed with more care.
         *
         * @param most what it may err by, or as much as it did
         */
        Tried last(RigProblem problem, double most) {
            Articulation careful = rough.copy().transformed(problem, Articulation.Care.LAST);
            boolean better = careful.rmsePercent() <= Math.max(most, transformed.rmsePercent());
            return better ? new Tried(rough, careful) : this;
        }

        boolean isWithin(AllowedError allowed) {
            return isPlaced() && allowed.allows(transformed);
        }
    }

    /** The fewest bones whose error times {@code cost} is within the tolerance, but none of too many or too few. */
    private int guess(double cost) {
        int fewest = range.most;
        for (int bones = range.most; bones >= range.least; bones--) {
            fewest = cost * starts.error(bones) <= allowed.with(bones) ? bones : fewest;
        }
        return fewest;
    }

    /** Where to look after a try: beside what is known, at most as far as the ratio of errors says. */
    private int proposal(int bones, Tried tried) {
        int guess = guess(tried.expectedPercent() / Math.max(starts.error(bones), Double.MIN_NORMAL));
        int enough = made.entrySet().stream()
                .filter(entry -> entry.getValue().isWithin(allowed))
                .mapToInt(entry -> entry.getKey())
                .min()
                .orElse(range.most + 1);
        int tooFew = made.headMap(enough).isEmpty()
                ? range.least - 1
                : made.headMap(enough).lastKey();
        return tooFew + 1 > enough - 1 ? bones : Math.max(tooFew + 1, Math.min(enough - 1, guess));
    }
}
