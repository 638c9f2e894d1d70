package dev.sinew.rig;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Interior;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.solve.MirrorPlane;
import java.util.Arrays;

/**
 * What a symmetric shape could do as well: every pose also as its mirror image. An elbow that bends on one side only is then a
 * bone on both, and bones found from these poses are each other's images, for nothing in the data tells left from right.
 */
final class MirroredPoses {
    private final Mesh rest;
    private final MirrorPlane plane;
    /** Of every vertex, three vertices around the image of its place, and how much each counts. */
    private final int[] corners;

    private final double[] shares;

    private MirroredPoses(Mesh rest, MirrorPlane plane, Interior interior) {
        this.rest = rest;
        this.plane = plane;
        this.corners = new int[3 * rest.vertexCount()];
        this.shares = new double[corners.length];
        int[][] around = around(rest);
        float[] u = rest.positions();
        for (int i = 0; i < rest.vertexCount(); i++) {
            double[] image = plane.mirrored(u[3 * i], u[3 * i + 1], u[3 * i + 2]);
            nearest(around[interior.nearestVertex(image[0], image[1], image[2])], image, i);
        }
    }

    /** The poses, then their mirror images; the poses alone where the rest pose has no plane to mirror them in. */
    static MeshSequence with(MeshSequence poses) {
        return MirrorPlane.of(poses.rest().positions())
                .map(plane -> with(poses, plane))
                .orElse(poses);
    }

    private static MeshSequence with(MeshSequence poses, MirrorPlane plane) {
        MirroredPoses images = new MirroredPoses(poses.rest(), plane, new Interior(poses.rest()));
        int frames = poses.frameCount();
        float[][] both = new float[2 * frames][];
        for (int f = 0; f < frames; f++) {
            both[f] = poses.frame(f);
            both[frames + f] = images.of(both[f]);
        }
        return new MeshSequence(poses.name(), poses.rest(), FrameSource.of(both), poses.framesPerSecond());
    }

    /** A model whose clips end with the poses that were given. */
    static SkinnedModel without(SkinnedModel model, int frames) {
        return model.withClips(
                model.clips().stream().map(clip -> cut(clip, frames)).toList());
    }

    private static Clip cut(Clip clip, int frames) {
        BoneMotion motion = clip.motion();
        double[] kept = Arrays.copyOf(motion.matrices(), frames * motion.boneCount() * BoneMotion.STRIDE);
        return motion.frameCount() == frames
                ? clip
                : new Clip(clip.name(), clip.framesPerSecond(), new BoneMotion(motion.boneCount(), frames, kept));
    }

    private float[] of(float[] pose) {
        float[] image = new float[pose.length];
        for (int i = 0; i < rest.vertexCount(); i++) {
            double[] p = new double[3];
            for (int k = 3 * i; k < 3 * i + 3; k++) {
                for (int x = 0; x < 3; x++) {
                    p[x] += shares[k] * pose[3 * corners[k] + x];
                }
            }
            double[] q = plane.mirrored(p[0], p[1], p[2]);
            for (int x = 0; x < 3; x++) {
                image[3 * i + x] = (float) q[x];
            }
        }
        return image;
    }

    /** The triangles around every vertex; a vertex without has one of itself. */
    private static int[][] around(Mesh mesh) {
        int[] t = mesh.triangles();
        int[] counts = new int[mesh.vertexCount()];
        for (int v : t) {
            counts[v]++;
        }
        int[][] around = new int[counts.length][];
        for (int v = 0; v < counts.length; v++) {
            around[v] = counts[v] == 0 ? new int[] {v, v, v} : new int[3 * counts[v]];
            counts[v] = 0;
        }
        for (int k = 0; k < t.length; k++) {
            System.arraycopy(t, k - k % 3, around[t[k]], 3 * counts[t[k]]++, 3);
        }
        return around;
    }

    private void nearest(int[] triangles, double[] p, int i) {
        double least = Double.POSITIVE_INFINITY;
        double[] share = new double[3];
        for (int k = 0; k < triangles.length; k += 3) {
            double distance = inside(triangles, k, p, share);
            if (distance < least) {
                least = distance;
                System.arraycopy(triangles, k, corners, 3 * i, 3);
                System.arraycopy(share, 0, shares, 3 * i, 3);
            }
        }
    }

    /** The point of a triangle that is near to p, its shares clamped at the borders; how far it is, squared. */
    private double inside(int[] triangles, int k, double[] p, double[] share) {
        double[] a = corner(triangles[k]);
        double[] e = minus(corner(triangles[k + 1]), a);
        double[] g = minus(corner(triangles[k + 2]), a);
        double[] d = minus(p, a);
        double ee = dot(e, e);
        double eg = dot(e, g);
        double gg = dot(g, g);
        double area = ee * gg - eg * eg;
        double s = area > 0 ? (gg * dot(d, e) - eg * dot(d, g)) / area : 0;
        double r = area > 0 ? (ee * dot(d, g) - eg * dot(d, e)) / area : 0;
        double[] raw = {Math.max(0, 1 - s - r), Math.max(0, s), Math.max(0, r)};
        double sum = raw[0] + raw[1] + raw[2];
        double distance = 0;
        for (int x = 0; x < 3; x++) {
            share[x] = raw[x] / sum;
        }
        for (int x = 0; x < 3; x++) {
            double off = d[x] - share[1] * e[x] - share[2] * g[x];
            distance += off * off;
        }
        return distance;
    }

    private double[] corner(int v) {
        float[] u = rest.positions();
        return new double[] {u[3 * v], u[3 * v + 1], u[3 * v + 2]};
    }

    private static double[] minus(double[] a, double[] b) {
        return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
}
