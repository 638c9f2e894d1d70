package dev.sinew.assimp;

import dev.sinew.math.Affine3;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The bones that a scene's meshes use: a node each, with the map from the rest pose to the node's space. */
final class SceneBones {
    /** Separately written meshes of one skin have offsets that differ by rounding. */
    private static final double ROUNDING = 1e-5;

    /** A node that moves vertices, with its offset matrix. */
    private record Bone(int node, double[] offset) {
        boolean isNear(double[] other) {
            double largest = 1;
            double apart = 0;
            for (int k = 0; k < offset.length; k++) {
                largest = Math.max(largest, Math.abs(offset[k]));
                apart = Math.max(apart, Math.abs(offset[k] - other[k]));
            }
            return apart <= ROUNDING * largest;
        }
    }

    private final List<Bone> bones = new ArrayList<>();
    private final Map<Integer, List<Integer>> ofNode = new HashMap<>();

    /** The index of a bone; adds it if it is new. */
    int number(int node, double[] offset) {
        List<Integer> known = ofNode.computeIfAbsent(node, n -> new ArrayList<>());
        for (int number : known) {
            if (bones.get(number).isNear(offset)) {
                return number;
            }
        }
        bones.add(new Bone(node, offset));
        known.add(bones.size() - 1);
        return bones.size() - 1;
    }

    int count() {
        return bones.size();
    }

    /** Bones ordered so that parents come before their children: the order of their nodes. */
    int[] order() {
        Integer[] order = new Integer[bones.size()];
        Arrays.setAll(order, k -> k);
        Arrays.sort(order, (a, b) -> bones.get(a).node - bones.get(b).node);
        return Arrays.stream(order).mapToInt(k -> k).toArray();
    }

    /** @param metres factor for positions */
    Skeleton skeleton(Scene scene, double[] restGlobals, int[] order, double metres) {
        Map<Integer, Integer> boneOfNode = new HashMap<>();
        for (int j = 0; j < order.length; j++) {
            boneOfNode.putIfAbsent(bones.get(order[j]).node, j);
        }
        List<String> names = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        Map<String, Integer> counts = new HashMap<>();
        int[] parents = new int[order.length];
        double[] pivots = new double[3 * order.length];
        for (int j = 0; j < order.length; j++) {
            Bone bone = bones.get(order[j]);
            names.add(unused(scene.nodes().get(bone.node).name(), taken, counts));
            int above = scene.nodes().get(bone.node).parent();
            while (above != Scene.NONE && !boneOfNode.containsKey(above)) {
                above = scene.nodes().get(above).parent();
            }
            parents[j] = above == Scene.NONE ? Skeleton.NONE : boneOfNode.get(above);
            double[] global = Affines.inverse(bone.offset, 0).orElse(node(restGlobals, bone.node));
            for (int x = 0; x < 3; x++) {
                pivots[3 * j + x] = metres * global[4 * x + 3];
            }
        }
        return new Skeleton(names, parents, pivots);
    }

    private static double[] node(double[] globals, int node) {
        return Arrays.copyOfRange(globals, Affine3.STRIDE * node, Affine3.STRIDE * (node + 1));
    }

    /** @param counts how often each name was requested so far, which keeps many equal names from taking quadratic time */
    private static String unused(String wanted, Set<String> taken, Map<String, Integer> counts) {
        String start = wanted.isBlank() ? "bone" : wanted;
        String name = start;
        while (!taken.add(name)) {
            name = start + "_" + counts.merge(start, 2, (count, more) -> count + 1);
        }
        return name;
    }

    /**
     * Skinning matrices of all bones.
     *
     * @param out modified from {@code to} on
     */
    void matrices(double[] globals, int[] order, double metres, double[] out, int to) {
        for (int j = 0; j < order.length; j++) {
            Bone bone = bones.get(order[j]);
            int at = to + Affine3.STRIDE * j;
            Affine3.multiply(globals, Affine3.STRIDE * bone.node, bone.offset, 0, out, at);
            for (int r = 0; r < 3; r++) {
                out[at + 4 * r + 3] *= metres;
            }
        }
    }
}
