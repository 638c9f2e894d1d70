package dev.sinew.rig;

import dev.sinew.solve.AlternatingPass;
import dev.sinew.solve.AlternatingPass.Mode;
import dev.sinew.solve.Alternation;
import dev.sinew.solve.Refinement;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.Territories;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Free bones on their way into a skeleton. Where the rest pose is its own mirror image every bone gets an image: of those
 * without one half are given theirs, the half that would be missed more; the others go. So there are as many bones as before.
 */
final class PairedBones {
    private static final int FREE_STEPS = 6;
    private static final int ROUNDS = 3;

    /** A vertex is the image of a bone's when at least so much of that one is the bone's. */
    private static final double MOSTLY = 0.4;

    private final RigProblem problem;
    private final SkinState state;
    private final AlternatingPass pass;
    private Alternation free;

    /**
     * @param state weights of the bones, modified
     * @param borders keep bones connected: a patch of a bone on another limb would hang that limb on it
     */
    PairedBones(RigProblem problem, SkinState state, Optional<Territories> borders, int bones) {
        this.problem = problem;
        this.state = state;
        this.pass = problem.pass(problem.reduced().coordinates(), state, borders);
        this.free = new Alternation(pass, problem.freeStep(), bones);
    }

    /** Lets the bones settle; returns the image of each, nothing where the shape is not symmetric. */
    int[] settle() {
        step();
        if (problem.mirror().isEmpty()) {
            return new int[0];
        }
        int[] images = images();
        for (int round = 0; round < ROUNDS && isAnyAlone(images); round++) {
            System.err.println("PAIR round " + round + " bones " + free.boneCount() + " err " + problem.rmsePercent(free.squaredError()) + " alone " + java.util.Arrays.toString(aloneOf(images)));
            pair(images);
            step();
            images = images();
        }
        System.err.println("PAIRED bones " + free.boneCount() + " err " + problem.rmsePercent(free.squaredError())+ " alone " + java.util.Arrays.stream(images).filter(j -> j < 0).count());
        return images;
    }
    private static int[] aloneOf(int[] images) { return IntStream.range(0, images.length).filter(j -> images[j] < 0).toArray(); }

    private static boolean isAnyAlone(int[] images) {
        return IntStream.of(images).anyMatch(image -> image == BoneTree.NONE);
    }

    private void step() {
        for (int s = 0; s < FREE_STEPS; s++) {
            free.step(Refinement.mode(s, Mode.REFIT), problem.options().influences());
        }
    }

    private int[] images() {
        return MirroredParts.images(problem.mirroredVertices(), state, free.boneCount());
    }

    /** Gives the more useful half of the bones without an image one, and takes out the others. */
    private void pair(int[] images) {
        double[] missed = free.removalCosts();
        int[] alone = IntStream.range(0, images.length)
                .filter(j -> images[j] == BoneTree.NONE)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> -missed[j]))
                .mapToInt(Integer::intValue)
                .toArray();
        int stay = alone.length / 2;
        int[] mirrored = problem.mirroredVertices();
        int[] owner = new int[state.vertexCount()];
        for (int m = 0; m < owner.length; m++) {
            owner[m] = BoneTree.NONE;
            for (int k = 0; k < stay; k++) {
                owner[m] = weight(mirrored[m], alone[k]) >= MOSTLY ? k : owner[m];
            }
        }
        double[] costs = new double[images.length];
        for (int j = 0; j < costs.length; j++) {
            costs[j] = 1;
        }
        for (int k = stay; k < alone.length; k++) {
            costs[alone[k]] = 0;
        }
        int left = images.length - (alone.length - stay);
        if (left < images.length) {
            free.remove(costs, left);
        }
        for (int m = 0; m < owner.length; m++) {
            if (owner[m] != BoneTree.NONE) {
                state.attach(m, left + owner[m]);
            }
        }
        free = new Alternation(pass, problem.freeStep(), left + stay);
    }

    private double weight(int vertex, int bone) {
        double weight = 0;
        for (int at = vertex * state.influences(); at < (vertex + 1) * state.influences(); at++) {
            weight += state.bones()[at] == bone ? state.weights()[at] : 0;
        }
        return weight;
    }

    int boneCount() {
        return free.boneCount();
    }

    /** 3F×4B. */
    double[] transforms() {
        return free.bones().transforms();
    }
}
