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

/** The bones that a scene's meshes use: a node each, with the map from the rest pose into the node's space. */
final class SceneBones {
    /** A node that moves something, and from where. */
    private record Bone(int node, List<Double> offset) {}

    private final List<Bone> bones = new ArrayList<>();
    private final Map<Bone, Integer> numbers = new HashMap<>();

    /** Number of a bone, a new one where it is not known yet. */
    int number(int node, double[] offset) {
        List<Double> key = Arrays.stream(offset).map(x -> x + 0.0).boxed().toList();
        return numbers.computeIfAbsent(new Bone(node, key), b -> {
            bones.add(b);
            return bones.size() - 1;
        });
    }

    int count() {
        return bones.size();
    }

    /** Bones in an order where parents come before their children: that of their nodes. */
    int[] order() {
        Integer[] order = new Integer[bones.size()];
        Arrays.setAll(order, k -> k);
        Arrays.sort(order, (a, b) -> bones.get(a).node - bones.get(b).node);
        return Arrays.stream(order).mapToInt(k -> k).toArray();
    }

    /** @param metres by which positions are multiplied */
    Skeleton skeleton(Scene scene, double[] still, int[] order, double metres) {
        Map<Integer, Integer> boneOfNode = new HashMap<>();
        for (int j = 0; j < order.length; j++) {
            boneOfNode.putIfAbsent(bones.get(order[j]).node, j);
        }
        List<String> names = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        int[] parents = new int[order.length];
        double[] pivots = new double[3 * order.length];
        for (int j = 0; j < order.length; j++) {
            Bone bone = bones.get(order[j]);
            names.add(unused(scene.nodes().get(bone.node).name(), taken));
            int above = scene.nodes().get(bone.node).parent();
            while (above != Scene.NONE && !boneOfNode.containsKey(above)) {
                above = scene.nodes().get(above).parent();
            }
            parents[j] = above == Scene.NONE ? Skeleton.ROOT : boneOfNode.get(above);
            double[] place = Affines.inverse(offset(bone), 0).orElse(node(still, bone.node));
            for (int x = 0; x < 3; x++) {
                pivots[3 * j + x] = metres * place[4 * x + 3];
            }
        }
        return new Skeleton(names, parents, pivots);
    }

    private static double[] offset(Bone bone) {
        return bone.offset.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double[] node(double[] globals, int node) {
        return Arrays.copyOfRange(globals, Affine3.STRIDE * node, Affine3.STRIDE * (node + 1));
    }

    private static String unused(String wanted, Set<String> taken) {
        String name = wanted.isBlank() ? "bone" : wanted;
        for (int k = 2; !taken.add(name); k++) {
            name = wanted + "_" + k;
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
            Affine3.multiply(globals, Affine3.STRIDE * bone.node, offset(bone), 0, out, at);
            for (int r = 0; r < 3; r++) {
                out[at + 4 * r + 3] *= metres;
            }
        }
    }
}
