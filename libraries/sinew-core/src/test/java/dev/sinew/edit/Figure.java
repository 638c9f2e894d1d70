package dev.sinew.edit;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.LinearSkinning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A figure of small cubes, at least one per bone. In its second frame bone j moves up by j + 1, a joint without weights with its parent.
 */
final class Figure {
    private static final float HALF = 0.05f;

    private final List<String> names = new ArrayList<>();
    private final List<Integer> parents = new ArrayList<>();
    private final List<double[]> joints = new ArrayList<>();
    private final List<Float> positions = new ArrayList<>();
    private final List<Integer> triangles = new ArrayList<>();
    private final List<Integer> bones = new ArrayList<>();

    /** A bone without weights. */
    Figure joint(String name, String parent, double x, double y) {
        names.add(name);
        parents.add(parent == null ? Skeleton.NONE : names.indexOf(parent));
        joints.add(new double[] {x, y, 0});
        return this;
    }

    /** A bone whose cube begins at its joint, away from the plane. */
    Figure bone(String name, String parent, double x, double y) {
        return joint(name, parent, x, y).cube(x + Math.signum(x) * HALF, y);
    }

    /** Another cube for the last bone. */
    Figure cube(double x, double y) {
        int first = positions.size() / 3;
        for (int corner = 0; corner < 8; corner++) {
            positions.add((float) x + ((corner & 1) == 0 ? -HALF : HALF));
            positions.add((float) y + ((corner & 2) == 0 ? -HALF : HALF));
            positions.add((corner & 4) == 0 ? -HALF : HALF);
            bones.add(names.size() - 1);
        }
        int[] faces = {
            0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5
        };
        for (int corner : faces) {
            triangles.add(first + corner);
        }
        return this;
    }

    SkinnedModel model() {
        float[] places = new float[positions.size()];
        for (int k = 0; k < places.length; k++) {
            places[k] = positions.get(k);
        }
        int[] faces = triangles.stream().mapToInt(Integer::intValue).toArray();
        double[] pivots = joints.stream().flatMapToDouble(Arrays::stream).toArray();
        int[] places4 = new int[4 * bones.size()];
        double[] weights = new double[places4.length];
        for (int i = 0; i < bones.size(); i++) {
            places4[4 * i] = bones.get(i);
            weights[4 * i] = 1;
        }
        int[] above = parents.stream().mapToInt(Integer::intValue).toArray();
        return new SkinnedModel(
                Mesh.ofTriangles(places, faces),
                SkinWeights.of(4, places4, weights),
                new Skeleton(names, above, pivots),
                BoneType.RIGID,
                List.of(new Clip("rise", 30, rising())));
    }

    private BoneMotion rising() {
        int b = names.size();
        double[] matrices = new double[2 * b * BoneMotion.STRIDE];
        for (int k = 0; k < 2 * b; k++) {
            for (int r = 0; r < 3; r++) {
                matrices[k * BoneMotion.STRIDE + 5 * r] = 1;
            }
            matrices[k * BoneMotion.STRIDE + 7] = k < b ? 0 : 1 + (bones.contains(k - b) ? k - b : parents.get(k - b));
        }
        return new BoneMotion(b, 2, matrices);
    }

    /** Height of a bone in the second frame. */
    static double height(SkinnedModel model, String bone) {
        BoneMotion motion = model.clips().get(0).motion();
        return motion.matrices()[motion.offset(1, model.skeleton().names().indexOf(bone)) + 7];
    }

    static String parent(SkinnedModel model, String bone) {
        Skeleton s = model.skeleton();
        int p = s.parents()[s.names().indexOf(bone)];
        return p == Skeleton.NONE ? null : s.names().get(p);
    }

    static double[] joint(SkinnedModel model, String bone) {
        return model.skeleton().pivot(model.skeleton().names().indexOf(bone));
    }

    static SkinnedModel edited(SkinnedModel model, Edit... edits) {
        return EditState.of(model).with(List.of(edits)).model();
    }

    /** The largest displacement of a vertex as a fraction of the size. */
    static double moved(SkinnedModel before, SkinnedModel after) {
        double[] p = new double[3 * before.vertexCount()];
        double[] q = new double[p.length];
        new LinearSkinning(before).positions(before.clips().get(0).motion(), 1, p);
        new LinearSkinning(after).positions(after.clips().get(0).motion(), 1, q);
        double most = 0;
        for (int k = 0; k < p.length; k++) {
            most = Math.max(most, Math.abs(p[k] - q[k]));
        }
        return most / Box.around(before.rest().positions()).diagonal();
    }
}
