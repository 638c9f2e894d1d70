package dev.sinew.retarget;

import dev.sinew.geometry.SpatialIndex;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.retarget.BodyFollow.OtherSkin;
import java.util.Optional;

/** The skin that another skeleton gives a model: by the other file's own mesh, or by distances to its bones. */
final class SkeletonSkin {
    /** Vertices that have a counterpart in the other mesh at most this far away, as a fraction of the size, are the same. */
    private static final double SAME_POSITION = 0.002;

    /** Part of the vertices that must have a counterpart. */
    private static final double SAME_MESH = 0.98;

    /**
     * A joint farther from the surface than this, as a fraction of the size, controls others and moves no surface: targets of
     * knees, handles on the ground.
     */
    private static final double OUTSIDE = 0.08;

    /** Weights fall with this power of the distance to the bone. Chosen on 11 characters with two clips each, none of them left out. */
    private static final double FALL_OFF = 8;

    /** Added to distances, as a fraction of the size, so that weights blend near joints. */
    private static final double SOFTNESS = 0.004;

    /** The last bone of a chain has no child to end at; it is taken to be this fraction of its parent's length. */
    private static final double LAST_BONE = 0.7;

    private static final int INFLUENCES = 4;

    /** Part of the bones that must lie in the body: a few may be handles. */
    private static final double INSIDE = 0.8;

    /** The farthest that the surface may be from the nearest bone, as a fraction of the size, on average. */
    private static final double NEAR_BODY = 0.2;

    private SkeletonSkin() {}

    /**
     * The other mesh's skin, if both are the same mesh.
     *
     * @param shown 3N, the other mesh in the pose in which both are compared
     */
    static Optional<OtherSkin> ofSameMesh(SkinnedModel model, SkinnedModel other, float[] shown) {
        float[] u = model.rest().positions();
        if (shown.length == 0) {
            return Optional.empty();
        }
        double within = SAME_POSITION * Box.around(u).diagonal();
        SpatialIndex index = SpatialIndex.ofPoints(shown);
        int k = other.weights().influences();
        int[] bones = new int[model.vertexCount() * k];
        double[] weights = new double[bones.length];
        float[] positions = new float[u.length];
        int near = 0;
        boolean sameOrder = u.length == shown.length;
        for (int i = 0; i < model.vertexCount(); i++) {
            // The vertex of the same number where it is as near: shells that touch stay apart.
            int found = sameOrder && Vec3.distance(u, 3 * i, shown, 3 * i) <= within
                    ? i
                    : index.nearest(u[3 * i], u[3 * i + 1], u[3 * i + 2]).orElseThrow();
            near += Vec3.distance(u, 3 * i, shown, 3 * found) <= within ? 1 : 0;
            System.arraycopy(other.rest().positions(), 3 * found, positions, 3 * i, 3);
            System.arraycopy(other.weights().bones(), found * k, bones, i * k, k);
            System.arraycopy(other.weights().weights(), found * k, weights, i * k, k);
        }
        return near < SAME_MESH * model.vertexCount()
                ? Optional.empty()
                : Optional.of(new OtherSkin(SkinWeights.of(k, bones, weights), positions, other.boneCount()));
    }

    /** Weights by distance to the bones of a skeleton in the same body and rest pose. */
    static OtherSkin byDistance(SkinnedModel model, Skeleton other) {
        float[] u = model.rest().positions();
        double size = Box.around(u).diagonal();
        Segments segments = new Segments(u, size, other);
        int count = Math.min(INFLUENCES, other.boneCount());
        int[] bones = new int[model.vertexCount() * count];
        double[] weights = new double[bones.length];
        double[] distances = new double[other.boneCount()];
        for (int i = 0; i < model.vertexCount(); i++) {
            segments.distances(Vec3.at(u, 3 * i), distances);
            double sum = 0;
            for (int k = i * count; k < (i + 1) * count; k++) {
                int best = 0;
                for (int s = 1; s < distances.length; s++) {
                    best = distances[s] < distances[best] ? s : best;
                }
                bones[k] = best;
                weights[k] = Math.pow(distances[best] / size + SOFTNESS, -FALL_OFF);
                sum += weights[k];
                distances[best] = Double.POSITIVE_INFINITY;
            }
            for (int k = i * count; k < (i + 1) * count; k++) {
                weights[k] /= sum;
            }
        }
        return new OtherSkin(SkinWeights.of(count, bones, weights), u, other.boneCount());
    }

    /**
     * The mean distance from the surface to the nearest bone, as a fraction of the size; infinite for a skeleton that does not lie in the
     * body of the model in its rest pose, or does not reach all of it.
     */
    static double distance(SkinnedModel model, Skeleton other) {
        float[] u = model.rest().positions();
        double size = Box.around(u).diagonal();
        Segments segments = new Segments(u, size, other);
        if (segments.bones() < Math.min(3, other.boneCount()) || segments.bones() < INSIDE * other.boneCount()) {
            return Double.POSITIVE_INFINITY;
        }
        double[] distances = new double[other.boneCount()];
        double sum = 0;
        for (int i = 0; i < model.vertexCount(); i++) {
            segments.distances(Vec3.at(u, 3 * i), distances);
            double least = Double.POSITIVE_INFINITY;
            for (double d : distances) {
                least = Math.min(least, d);
            }
            sum += least;
        }
        double mean = sum / size / model.vertexCount();
        return mean < NEAR_BODY ? mean : Double.POSITIVE_INFINITY;
    }

    /** The bones of a skeleton as line segments, without those that lie outside of the body. */
    private static final class Segments {
        private final Skeleton skeleton;
        private final boolean[] outside;
        private final boolean[] last;

        Segments(float[] surface, double size, Skeleton skeleton) {
            this.skeleton = skeleton;
            SpatialIndex index = SpatialIndex.ofPoints(surface);
            int b = skeleton.boneCount();
            outside = new boolean[b];
            last = new boolean[b];
            for (int s = 0; s < b; s++) {
                double[] c = skeleton.pivot(s);
                int nearest = index.nearest(c[0], c[1], c[2]).orElseThrow();
                outside[s] = Vec3.distance(c, Vec3.at(surface, 3 * nearest)) > OUTSIDE * size;
                last[s] = true;
            }
            for (int s = 0; s < b; s++) {
                int p = skeleton.parents()[s];
                if (p != Skeleton.NONE && !outside[s]) {
                    last[p] = false;
                }
            }
        }

        int bones() {
            int count = 0;
            for (boolean out : outside) {
                count += out ? 0 : 1;
            }
            return count;
        }

        /** @param out distance to each bone, infinite for those outside, modified */
        void distances(double[] at, double[] out) {
            double[] c = skeleton.pivots();
            int[] parents = skeleton.parents();
            for (int s = 0; s < out.length; s++) {
                // A root only carries: its children may be anywhere. So it counts as a point.
                boolean point = last[s] || parents[s] == Skeleton.NONE;
                out[s] = outside[s] ? Double.POSITIVE_INFINITY : point ? tip(at, s) : Double.POSITIVE_INFINITY;
            }
            for (int s = 0; s < out.length; s++) {
                int p = parents[s];
                if (p != Skeleton.NONE && parents[p] != Skeleton.NONE && !outside[s] && !outside[p]) {
                    out[p] = Math.min(out[p], toSegment(at, c, 3 * p, Vec3.at(c, 3 * s)));
                }
            }
        }

        private double tip(double[] at, int s) {
            double[] c = skeleton.pivots();
            int p = skeleton.parents()[s];
            if (p == Skeleton.NONE || outside[p]) {
                return Vec3.distance(at, Vec3.at(c, 3 * s));
            }
            double[] own = Vec3.at(c, 3 * s);
            double[] end = Vec3.along(own, Vec3.fromTo(Vec3.at(c, 3 * p), own), LAST_BONE);
            return toSegment(at, c, 3 * s, end);
        }

        private static double toSegment(double[] at, double[] c, int from, double[] end) {
            double[] a = Vec3.at(c, from);
            double[] d = Vec3.fromTo(a, end);
            double length = Vec3.dot(d, d);
            double t = length > 0 ? Math.max(0, Math.min(1, Vec3.dot(Vec3.fromTo(a, at), d) / length)) : 0;
            return Vec3.distance(at, Vec3.along(a, d, t));
        }
    }
}
