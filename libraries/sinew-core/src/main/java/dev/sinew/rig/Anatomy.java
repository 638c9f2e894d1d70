package dev.sinew.rig;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which chains of a symmetric shape are what on a body that stands along +y: from the hips a spine with a head at its end, legs
 * at the hips, arms or forelegs further up, a tail behind. A trunk that rises is that of someone on two legs, one that
 * lies that of someone on four.
 */
final class Anatomy {
    /** What a body stands on. */
    enum Kind {
        BIPED,
        QUADRUPED
    }

    /** A trunk that rises by more than this part of its length stands. */
    private static final double UPRIGHT = 0.6;

    /** What feet are made of begins at most this part of the height above the ground. */
    private static final double ON_THE_GROUND = 0.2;

    private final BoneChains chains;
    /** From above the hips to the head. */
    private final List<Integer> spine;
    /** What goes on where the spine turns up to the head: a breast bone with forelegs on it. */
    private final List<Integer> chest;

    private final Kind kind;
    /** First bones of left chains. */
    private final List<Integer> pairs;

    private final Optional<Integer> legs;
    private final Optional<Integer> arms;

    private Anatomy(BoneChains chains) {
        this.chains = chains;
        this.pairs = chains.all().stream()
                .map(c -> c.get(0))
                .filter(j -> chains.isPaired(j) && chains.isLeft(j))
                .toList();
        List<Integer> longest = findSpine();
        this.spine = upToTheHead(longest);
        this.chest = longest.stream().filter(j -> !spine.contains(j)).toList();
        this.kind = findKind();
        this.legs = findLegs();
        this.arms = findArms();
    }

    /** Nothing where the shape is not symmetric or has no legs. */
    static Optional<Anatomy> of(BoneChains chains) {
        return chains.isSymmetric() && chains.boneCount() > 1
                ? Optional.of(new Anatomy(chains)).filter(a -> a.legs.isPresent() && !a.spine.isEmpty())
                : Optional.empty();
    }

    /** The central chain with the most bones attached; if none has any, the one that reaches highest. */
    private List<Integer> findSpine() {
        return chains.all().stream()
                .filter(c -> chains.isCentral(c.get(0)) && chains.parent(c.get(0)) == 0)
                .max(Comparator.<List<Integer>>comparingInt(this::limbsOn)
                        .thenComparingDouble(c -> chains.middle(c.get(c.size() - 1))[1]))
                .orElse(List.of());
    }

    /** A head has no limbs: if the last bone has some, the head is at the end of the other bones that rise from the chain. */
    private List<Integer> upToTheHead(List<Integer> chain) {
        if (chain.isEmpty() || limbsOn(List.of(chain.get(chain.size() - 1))) == 0) {
            return chain;
        }
        return chains.all().stream()
                .filter(c -> chains.isCentral(c.get(0)) && chain.contains(chains.parent(c.get(0))))
                .filter(c -> limbsOn(c) == 0 && end(c) > end(chain))
                .max(Comparator.comparingDouble(this::end))
                .map(neck -> Stream.concat(
                                chain.subList(0, 1 + chain.indexOf(chains.parent(neck.get(0)))).stream(), neck.stream())
                        .toList())
                .orElse(chain);
    }

    /** How high the end of a chain is. */
    private double end(List<Integer> chain) {
        return chains.middle(chain.get(chain.size() - 1))[1];
    }

    private int limbsOn(List<Integer> chain) {
        return (int) pairs.stream()
                .filter(j -> chain.contains(chains.parent(j)) && isLimb(j))
                .count();
    }

    private Kind findKind() {
        if (spine.isEmpty()) {
            return Kind.BIPED;
        }
        double[] from = chains.pivot(0);
        // Necks rise on four legs too: what counts is where the front limbs are.
        int end = spine.stream()
                .filter(j -> pairs.stream().anyMatch(p -> chains.parent(p) == j && isLimb(p)))
                .reduce((a, b) -> b)
                .orElse(spine.get(spine.size() - 1));
        double[] to = chains.middle(end);
        double x = to[0] - from[0];
        double y = to[1] - from[1];
        double z = to[2] - from[2];
        return y > UPRIGHT * Math.sqrt(x * x + y * y + z * z) ? Kind.BIPED : Kind.QUADRUPED;
    }

    /** Whether a pair is long enough for a limb; ears are not. */
    private boolean isLimb(int first) {
        return reach(first) > 0.12 * chains.size();
    }

    /** How far the end of a chain is from its beginning. */
    private double reach(int first) {
        double[] from = chains.pivot(first);
        List<Integer> chain = chains.from(first);
        double[] to = chains.middle(chain.get(chain.size() - 1));
        return Math.sqrt(square(to[0] - from[0]) + square(to[1] - from[1]) + square(to[2] - from[2]));
    }

    private static double square(double x) {
        return x * x;
    }

    private double foot(int first) {
        List<Integer> chain = chains.from(first);
        return chains.middle(chain.get(chain.size() - 1))[1];
    }

    /**
     * Pairs that reach the ground, the one nearest to the hips along the trunk first. NOTE: the ground is what the shape stands on; with the lowest
     * foot instead the arms of somebody whose legs never move were legs.
     */
    private Optional<Integer> findLegs() {
        return pairs.stream()
                .filter(this::isLimb)
                .filter(j -> chains.aboveGround(chains.from(j)) <= ON_THE_GROUND)
                .min(Comparator.<Integer>comparingInt(this::level).thenComparingDouble(this::foot));
    }

    /** Number of spine bones between the hips and the bone that a pair is attached to. */
    private int level(int first) {
        int at = chains.parent(first);
        while (at > 0 && !spine.contains(at)) {
            at = chains.parent(at);
        }
        return at <= 0 ? 0 : 1 + spine.indexOf(at);
    }

    private Optional<Integer> findArms() {
        return pairs.stream()
                .filter(j -> !legs.orElse(-1).equals(j) && isLimb(j))
                .max(Comparator.comparingDouble(this::reach));
    }

    Kind kind() {
        return kind;
    }

    List<Integer> legs() {
        return chains.from(legs.orElseThrow());
    }

    /** Arms or forelegs; empty if the body has neither. */
    List<Integer> arms() {
        return arms.map(chains::from).orElse(List.of());
    }

    /** The trunk bones above the hips: up to the one with the arms, else all but head and neck. */
    List<Integer> trunk() {
        return spine.subList(0, Math.min(shoulders(), spine.size() - 1));
    }

    List<Integer> neck() {
        return spine.subList(trunk().size(), spine.size() - 1);
    }

    List<Integer> chest() {
        return chest;
    }

    int head() {
        return spine.get(spine.size() - 1);
    }

    private int shoulders() {
        return arms.map(this::level).orElse(Math.max(0, spine.size() - 2));
    }

    /** The longest central chain behind the hips. */
    List<Integer> tail() {
        return chains.all().stream()
                .filter(c -> chains.isCentral(c.get(0)) && chains.parent(c.get(0)) == 0)
                .filter(c -> !spine.contains(c.get(0)))
                .filter(c -> isAwayFromHead(c.get(c.size() - 1)))
                .findFirst()
                .orElse(List.of());
    }

    private boolean isAwayFromHead(int j) {
        double[] hips = chains.pivot(0);
        double[] end = chains.middle(j);
        double[] head = chains.middle(head());
        double dot = 0;
        for (int x = 0; x < 3; x++) {
            dot += (end[x] - hips[x]) * (head[x] - hips[x]);
        }
        return dot < 0;
    }

    /** Pairs at the head: first bones of left chains. */
    List<Integer> ears() {
        return pairs.stream()
                .filter(j -> chains.parent(j) == head() && !isLimb(j))
                .toList();
    }

    /**
     * Whether what is called left really is: with the way the head or the feet point as front, left is up × front. Shapes
     * that do not tell are believed to look along the axes as glTF's figures do.
     */
    boolean isTurnedAround() {
        double[] front = kind == Kind.QUADRUPED ? way(chains.pivot(0), chains.middle(head())) : feet();
        double[] left = chains.left();
        double cross = front[2] * left[0] - front[0] * left[2];
        return cross < -0.02 * chains.size();
    }

    private double[] feet() {
        double[] sum = new double[3];
        List<Integer> leg = legs();
        for (int first : new int[] {leg.get(0), chains.image(leg.get(0))}) {
            List<Integer> chain = chains.from(first);
            int foot = chain.get(chain.size() - 1);
            double[] way = way(chains.pivot(foot), chains.middle(foot));
            for (int x = 0; x < 3 && chain.size() > 2; x++) {
                sum[x] += way[x] / 2;
            }
        }
        return sum;
    }

    private static double[] way(double[] from, double[] to) {
        return new double[] {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    }

    /** Bones that have a part in the body, for how sure this is. */
    List<Integer> known() {
        List<Integer> all = new ArrayList<>(spine);
        all.addAll(chest);
        all.add(0);
        all.addAll(tail());
        for (List<Integer> half : List.of(legs(), arms())) {
            for (int j : half) {
                all.add(j);
                if (chains.isPaired(j)) {
                    all.add(chains.image(j));
                }
            }
        }
        return all;
    }
}
