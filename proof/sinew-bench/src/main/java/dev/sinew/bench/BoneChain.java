package dev.sinew.bench;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.surface.Tube;
import java.util.List;
import java.util.stream.IntStream;

/** A long tube on a chain of bones, each vertex on the two to four nearest: a character's size without its shape. */
final class BoneChain {
    private BoneChain() {}

    static SkinnedModel of(int vertices, int bones) {
        Tube tube = Tube.near(vertices, 10);
        float[] xyz = new float[3 * tube.vertexCount()];
        int[] named = new int[4 * tube.vertexCount()];
        double[] weights = new double[named.length];
        for (int i = 0; i < tube.vertexCount(); i++) {
            int ring = Math.min(tube.rings() - 1, Math.max(0, (i - 1) / tube.sides()));
            double angle = 2 * Math.PI * ((i + tube.sides() - 1) % tube.sides()) / tube.sides();
            double along = (double) ring / (tube.rings() - 1) * bones;
            boolean cap = i == 0 || i == tube.vertexCount() - 1;
            xyz[3 * i] = (float) (cap ? 0 : 0.4 * Math.sin(angle));
            xyz[3 * i + 1] = (float) along;
            xyz[3 * i + 2] = (float) (cap ? 0 : 0.4 * Math.cos(angle));
            fill(along, bones, i, named, weights);
        }
        double[] pivots = new double[3 * bones];
        IntStream.range(0, bones).forEach(j -> pivots[3 * j + 1] = j);
        Skeleton skeleton = new Skeleton(
                IntStream.range(0, bones).mapToObj(j -> "link_" + j).toList(),
                IntStream.range(0, bones).map(j -> j - 1).toArray(),
                pivots);
        Mesh mesh = Mesh.of(xyz, tube.faceStarts(), tube.corners(), Mesh.Surface.bare());
        return new SkinnedModel(mesh, SkinWeights.of(4, named, weights), skeleton, BoneType.RIGID, List.of());
    }

    private static void fill(double along, int bones, int i, int[] named, double[] weights) {
        double sum = 0;
        int first = (int) Math.floor(along - 0.5) - 1;
        for (int k = 0; k < 4; k++) {
            int bone = Math.min(bones - 1, Math.max(0, first + k));
            double off = Math.abs(along - (first + k) - 0.5);
            double w = bone == first + k ? Math.max(0, 1.1 - off) : 0;
            named[4 * i + k] = bone;
            weights[4 * i + k] = w;
            sum += w;
        }
        for (int k = 4 * i; k < 4 * i + 4; k++) {
            weights[k] /= sum;
        }
    }
}
