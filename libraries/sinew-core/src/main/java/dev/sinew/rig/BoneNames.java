package dev.sinew.rig;

import dev.sinew.model.SkinWeights;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Names for the bones of a tree. Where the shape is a body on two or four legs ({@link Anatomy}): {@code hips},
 * {@code spine_1 …}, {@code neck_1 …}, {@code head}, {@code tail_1 …}, {@code leg_left_1 …}, {@code arm_right_1 …}, on four
 * legs {@code hindleg_} and {@code foreleg_}. Elsewhere words that claim nothing: {@code root}; {@code trunk_1 …} for the longest
 * chain in the middle of a symmetric shape and {@code stem1_1 …} for others there; {@code limb1_left_1 …} and
 * {@code limb1_right_1 …} for chains that are each other's mirror image, the longest first; {@code branch1_1 …} for chains
 * without one. Without symmetry all are {@code chain1_1 …}, the longest first.
 *
 * @param names one unique name per bone
 * @param kind of body, as {@code humanoid} or {@code quadruped}; empty for none that is known
 * @param confidence part of the surface whose bones have a place in that body, 0 to 1
 * @param humanoid VRM's names of human bones to ours, in VRM's order; empty for other bodies
 */
public record BoneNames(List<String> names, Optional<String> kind, double confidence, Map<String, String> humanoid) {
    /** The node that carries the travel over the ground. */
    static final String MOTION = "motion";

    public BoneNames {
        names = List.copyOf(names);
    }

    /** Names that somebody gave. */
    static BoneNames given(List<String> names) {
        return new BoneNames(names, Optional.empty(), 0, Map.of());
    }

    /** The same names in another order of bones. */
    BoneNames with(List<String> ordered) {
        return new BoneNames(ordered, kind, confidence, humanoid);
    }

    /** How bones are to be called. */
    public enum Style {
        /** By what they are on a body where it is one, else by where they are. */
        AUTO,
        /** As VRM and Unity call the bones of a human. */
        HUMANOID,
        /** As {@link #AUTO}, for a body on four legs. */
        QUADRUPED,
        /** By where they are. */
        PLAIN
    }

    /**
     * @param rest 3N rest positions, not modified
     * @param weights says which part of the shape a bone is
     * @param parents a tree: bone 0 is the root, and parents stand before their children
     * @param pivots 3B, the joint each bone turns about
     * @return one unique name per bone
     */
    public static List<String> of(float[] rest, SkinWeights weights, int[] parents, double[] pivots) {
        return of(rest, weights, parents, pivots, Style.AUTO).names;
    }

    /** The same in a style. */
    public static BoneNames of(float[] rest, SkinWeights weights, int[] parents, double[] pivots, Style style) {
        if (parents.length == 0) {
            return new BoneNames(List.of(), Optional.empty(), 0, Map.of());
        }
        BoneChains chains = new BoneChains(rest, weights, parents, pivots);
        Optional<Anatomy> anatomy = style == Style.PLAIN ? Optional.empty() : Anatomy.of(chains);
        Writing writing = new Writing(chains);
        if (anatomy.isEmpty()) {
            return new BoneNames(writing.plain(), Optional.empty(), 0, Map.of());
        }
        Anatomy body = anatomy.get();
        boolean biped = body.kind() == Anatomy.Kind.BIPED;
        writing.body(body);
        List<String> names = writing.plain();
        Map<String, String> humanoid = biped ? HumanoidNames.of(chains, body, names) : Map.of();
        if (style == Style.HUMANOID && biped) {
            List<String> words = HumanoidNames.renamed(names, humanoid);
            Map<String, String> same = new LinkedHashMap<>();
            humanoid.keySet().forEach(word -> same.put(word, word));
            names = words;
            humanoid = same;
        }
        return new BoneNames(
                names,
                Optional.of(biped ? "humanoid" : "quadruped"),
                confidence(body, weights, parents.length),
                humanoid);
    }

    private static double confidence(Anatomy body, SkinWeights weights, int bones) {
        double[] totals = weights.totals(bones);
        double all = 0;
        for (double total : totals) {
            all += total;
        }
        double known = 0;
        for (int j : body.known()) {
            known += totals[j];
        }
        return all > 0 ? known / all : 0;
    }

    /** Puts names on chains. */
    private static final class Writing {
        private final BoneChains chains;
        private final String[] names;
        private boolean turned;

        Writing(BoneChains chains) {
            this.chains = chains;
            this.names = new String[chains.boneCount()];
        }

        void body(Anatomy body) {
            boolean biped = body.kind() == Anatomy.Kind.BIPED;
            turned = body.isTurnedAround();
            names[0] = "hips";
            number(body.trunk(), "spine");
            number(body.neck(), "neck");
            names[body.head()] = "head";
            number(body.chest(), "chest");
            number(body.tail(), "tail");
            pair(body.legs(), biped ? "leg" : "hindleg");
            pair(body.arms(), biped ? "arm" : "foreleg");
            List<Integer> ears = body.ears();
            for (int k = 0; k < ears.size(); k++) {
                pair(chains.from(ears.get(k)), k == 0 ? "ear" : "ear" + (k + 1));
            }
        }

        private void pair(List<Integer> chain, String word) {
            if (!chain.isEmpty()) {
                number(chain, word + side(chain.get(0)));
                int image = chains.image(chain.get(0));
                number(chains.from(image), word + side(image));
            }
        }

        /** Names for all that have none yet. */
        List<String> plain() {
            names[0] = names[0] == null ? "root" : names[0];
            int trunks = 0;
            int limbs = 0;
            int others = 0;
            for (List<Integer> chain : unnamed()) {
                int first = chain.get(0);
                if (chains.isCentral(first)) {
                    number(chain, trunks == 0 && names[0].equals("root") ? "trunk" : "stem" + Math.max(1, trunks));
                    trunks += trunks == 0 && !names[0].equals("root") ? 2 : 1;
                } else if (!chains.isPaired(first)) {
                    others++;
                    number(chain, (chains.isSymmetric() ? "branch" : "chain") + others);
                } else if (names[first] == null) {
                    // Both of a pair have the same number: the left one names both.
                    limbs++;
                    pair(chain, "limb" + limbs);
                }
            }
            return List.of(names);
        }

        private List<List<Integer>> unnamed() {
            List<List<Integer>> left = new ArrayList<>();
            for (List<Integer> chain : chains.all()) {
                if (names[chain.get(0)] == null) {
                    left.add(chain);
                }
            }
            return left;
        }

        private String side(int j) {
            return chains.isLeft(j) != turned ? "_left" : "_right";
        }

        private void number(List<Integer> chain, String word) {
            for (int k = 0; k < chain.size(); k++) {
                names[chain.get(k)] = word + "_" + (k + 1);
            }
        }
    }
}
