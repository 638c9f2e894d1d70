package dev.sinew.rig;

import dev.sinew.model.Skeleton;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.pass.Alternation;
import dev.sinew.solve.transform.TransformStep;
import dev.sinew.symmetry.BoneSymmetry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Bones of a shape that is its own mirror image, each with its image: those that come without one are given one or go.
 *
 * @param images the bone that is the image of each, itself across the plane, {@link Skeleton#NONE} for those without
 */
record BonePairs(int[] images) {
    /** A vertex is a bone's where it has at least this part of what the bone has of any. */
    private static final double MOSTLY = 0.5;

    /** A part of the body without an image has at least this part of the vertices. */
    private static final double SMALL = 0.02;

    /** No bone has an image. */
    static BonePairs none(int bones) {
        return new BonePairs(BoneSymmetry.none(bones));
    }

    /** @param mirrored the vertex nearest to the image of each */
    static BonePairs of(int[] mirrored, SkinState state, int bones) {
        return new BonePairs(
                BoneSymmetry.byRegion(mirrored, state.influences(), state.bones(), state.weights(), bones));
    }

    /** What comes and goes together: pairs, and bones that are their own image or have none. */
    List<int[]> units() {
        List<int[]> units = new ArrayList<>();
        for (int j = 0; j < images.length; j++) {
            if (images[j] > j) {
                units.add(new int[] {j, images[j]});
            } else if (images[j] == j || images[j] == Skeleton.NONE) {
                units.add(new int[] {j});
            }
        }
        return units;
    }

    boolean areAll() {
        return Arrays.stream(images).allMatch(image -> image != Skeleton.NONE);
    }

    /** The others, renumbered. */
    BonePairs without(boolean[] out) {
        int[] names = new int[images.length];
        int left = 0;
        for (int j = 0; j < images.length; j++) {
            names[j] = out[j] ? Skeleton.NONE : left++;
        }
        return new BonePairs(IntStream.range(0, images.length)
                .filter(j -> !out[j])
                .map(j -> images[j] == Skeleton.NONE ? Skeleton.NONE : names[images[j]])
                .toArray());
    }

    /**
     * About as many bones as before: of those without an image the half that would be missed more are given theirs, the others go.
     *
     * @param state of the bones, modified
     * @param mirrored the vertex nearest to the image of each
     * @param pass over the state
     * @param odd whether an odd one goes, too, where it is small, or stays as it is
     */
    Alternation complete(
            Alternation bones, SkinState state, int[] mirrored, AlternatingPass pass, TransformStep step, boolean odd) {
        double[] missed = bones.removalCosts();
        int[] alone = IntStream.range(0, images.length)
                .filter(j -> images[j] == Skeleton.NONE)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> -missed[j]))
                .mapToInt(Integer::intValue)
                .toArray();
        int pairs = alone.length / 2;
        int[] owners = owners(Arrays.copyOf(alone, pairs), state, mirrored);
        boolean[] out = new boolean[images.length];
        boolean goes = odd && alone.length % 2 == 1 && mass(state, alone[pairs]) < SMALL * state.vertexCount();
        int stay = goes ? pairs : alone.length - pairs;
        for (int k = stay; k < alone.length; k++) {
            out[alone[k]] = true;
        }
        remove(bones, out);
        int left = images.length - (alone.length - stay);
        for (int i = 0; i < owners.length; i++) {
            if (owners[i] != Skeleton.NONE) {
                state.attach(i, left + owners[i]);
            }
        }
        return new Alternation(pass, step, left + pairs);
    }

    /** Takes bones out. */
    static void remove(Alternation bones, boolean[] out) {
        double[] costs = new double[out.length];
        int left = 0;
        for (int j = 0; j < out.length; j++) {
            costs[j] = out[j] ? 0 : 1;
            left += out[j] ? 0 : 1;
        }
        if (left < out.length) {
            bones.remove(costs, left);
        }
    }

    /** Of each vertex the place in a list of the bone whose image it belongs to. */
    private static int[] owners(int[] list, SkinState state, int[] mirrored) {
        double[] most = new double[list.length];
        int[] owners = new int[state.vertexCount()];
        Arrays.fill(owners, Skeleton.NONE);
        for (int k = 0; k < list.length; k++) {
            for (int i = 0; i < owners.length; i++) {
                most[k] = Math.max(most[k], weight(state, i, list[k]));
            }
            for (int i = 0; i < owners.length; i++) {
                owners[i] = weight(state, mirrored[i], list[k]) > MOSTLY * most[k] ? k : owners[i];
            }
        }
        return owners;
    }

    private static double mass(SkinState state, int bone) {
        double mass = 0;
        for (int i = 0; i < state.vertexCount(); i++) {
            mass += weight(state, i, bone);
        }
        return mass;
    }

    private static double weight(SkinState state, int vertex, int bone) {
        double weight = 0;
        for (int at = vertex * state.influences(); at < (vertex + 1) * state.influences(); at++) {
            weight += state.bones()[at] == bone ? state.weights()[at] : 0;
        }
        return weight;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BonePairs pairs && Arrays.equals(images, pairs.images);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(images);
    }
}
