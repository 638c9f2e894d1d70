package dev.sinew.handles;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.InvalidInputException;
import java.util.List;
import java.util.Locale;

/** Determines the vertices of a surface that handles fix. */
final class SurfaceHandles {
    /** Directions around a bone in which the nearest vertex is fixed. */
    private static final int SECTORS = 6;
    /** Stations along a bone. */
    private static final int STATIONS = 7;

    private final Mesh mesh;
    private final double size;
    private final HandleSet handles;
    private final List<String> notes;
    private final Conditions conditions;

    private SurfaceHandles(Mesh mesh, double size, HandleSet handles, List<String> notes) {
        this.mesh = mesh;
        this.size = size;
        this.handles = handles;
        this.notes = notes;
        this.conditions = new Conditions(handles.count());
    }

    /** @param notes receives messages about handles that were moved */
    static Conditions conditions(Mesh mesh, double size, HandleSet handles, List<String> notes) {
        SurfaceHandles work = new SurfaceHandles(mesh, size, handles, notes);
        if (handles.hasCage()) {
            throw new InvalidInputException("a cage surrounds the surface; its weights need the volume domain");
        }
        int[] nearestBone = work.nearestBones();
        for (int j = 0; j < handles.count(); j++) {
            Handle handle = handles.handles().get(j);
            if (handle instanceof Handle.Point point) {
                work.conditions.claim(work.vertexFor(point), j);
            } else if (handle instanceof Handle.Bone bone) {
                work.claimBone(j, bone, nearestBone);
            } else if (handle instanceof Handle.Region region) {
                for (int i : region.vertices()) {
                    work.conditions.claim(i, j);
                }
            }
        }
        return work.conditions;
    }

    private int vertexFor(Handle.Point point) {
        int best = 0;
        double nearest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < mesh.vertexCount(); i++) {
            double d = Vec3.squaredDistance(mesh.positions(), 3 * i, point.position(), 0);
            if (d < nearest) {
                nearest = d;
                best = i;
            }
        }
        double off = Math.sqrt(nearest) / size;
        if (off > VolumeHandles.MAX_DISTANCE_FRACTION) {
            throw new InvalidInputException(String.format(
                    Locale.ROOT,
                    "handle '%s' is %.1f %% of the mesh's size away from its nearest vertex; at most %.0f %% is allowed",
                    point.name(),
                    100 * off,
                    100 * VolumeHandles.MAX_DISTANCE_FRACTION));
        }
        if (off > 1e-4) {
            notes.add(String.format(
                    Locale.ROOT, "handle '%s' was moved by %.2f %% to vertex %d", point.name(), 100 * off, best));
        }
        return best;
    }

    /** The bone nearest to each vertex, −1 without bones. */
    private int[] nearestBones() {
        int[] nearest = new int[mesh.vertexCount()];
        for (int i = 0; i < nearest.length; i++) {
            nearest[i] = -1;
            double least = Double.POSITIVE_INFINITY;
            for (int j = 0; j < handles.count(); j++) {
                if (handles.handles().get(j) instanceof Handle.Bone bone) {
                    double t = Math.max(0, Math.min(1, along(bone, i)));
                    double d = Vec3.squaredDistance(mesh.positions(), 3 * i, at(bone, t), 0);
                    if (d < least) {
                        least = d;
                        nearest[i] = j;
                    }
                }
            }
        }
        return nearest;
    }

    private double along(Handle.Bone bone, int i) {
        float[] p = mesh.positions();
        double dot = 0;
        double squares = 0;
        for (int d = 0; d < 3; d++) {
            double e = bone.to()[d] - bone.from()[d];
            dot += e * (p[3 * i + d] - bone.from()[d]);
            squares += e * e;
        }
        return squares > 0 ? dot / squares : 0;
    }

    private static double[] at(Handle.Bone bone, double t) {
        double[] point = new double[3];
        for (int d = 0; d < 3; d++) {
            point[d] = bone.from()[d] + t * (bone.to()[d] - bone.from()[d]);
        }
        return point;
    }

    /**
     * NOTE: a bone lies inside, not on the surface. It is represented by the vertices nearest to stations along it, in six directions
     * around it, among those that have no nearer bone.
     */
    private void claimBone(int j, Handle.Bone bone, int[] nearestBone) {
        double[][] frame = frame(bone);
        int[] best = new int[STATIONS * SECTORS];
        double[] least = new double[best.length];
        java.util.Arrays.fill(least, Double.POSITIVE_INFINITY);
        int any = -1;
        double anyLeast = Double.POSITIVE_INFINITY;
        for (int i = 0; i < mesh.vertexCount(); i++) {
            if (nearestBone[i] != j) {
                continue;
            }
            double t = along(bone, i);
            double d = Vec3.squaredDistance(mesh.positions(), 3 * i, at(bone, Math.max(0, Math.min(1, t))), 0);
            if (d < anyLeast) {
                anyLeast = d;
                any = i;
            }
            int station = (int) Math.floor(t * (STATIONS + 2)) - 1;
            if (station >= 0 && station < STATIONS) {
                int slot = station * SECTORS + sector(i, bone, frame);
                if (d < least[slot]) {
                    least[slot] = d;
                    best[slot] = i;
                }
            }
        }
        if (any < 0 || Math.sqrt(anyLeast) > VolumeHandles.MAX_DISTANCE_FRACTION * 2 * size) {
            throw new InvalidInputException("bone '" + bone.name() + "' is not the nearest bone of any vertex within "
                    + Math.round(200 * VolumeHandles.MAX_DISTANCE_FRACTION)
                    + " % of the mesh's size: it is too far away, or another bone is nearer");
        }
        conditions.claim(any, j);
        for (int slot = 0; slot < best.length; slot++) {
            // The far side of a wide body does not belong to the bone.
            if (least[slot] <= 9 * anyLeast) {
                conditions.claim(best[slot], j);
            }
        }
    }

    /** Two directions perpendicular to the bone. */
    private static double[][] frame(Handle.Bone bone) {
        double[] e = {bone.to()[0] - bone.from()[0], bone.to()[1] - bone.from()[1], bone.to()[2] - bone.from()[2]};
        int least = Math.abs(e[0]) <= Math.abs(e[1]) && Math.abs(e[0]) <= Math.abs(e[2])
                ? 0
                : Math.abs(e[1]) <= Math.abs(e[2]) ? 1 : 2;
        double[] axis = new double[3];
        axis[least] = 1;
        double[] a = unitOrNone(Vec3.cross(e, axis));
        return new double[][] {a, unitOrNone(Vec3.cross(e, a))};
    }

    private static double[] unitOrNone(double[] a) {
        return Vec3.length(a) > 0 ? Vec3.unit(a) : a;
    }

    private int sector(int i, Handle.Bone bone, double[][] frame) {
        double u = 0;
        double v = 0;
        float[] p = mesh.positions();
        for (int d = 0; d < 3; d++) {
            u += frame[0][d] * (p[3 * i + d] - bone.from()[d]);
            v += frame[1][d] * (p[3 * i + d] - bone.from()[d]);
        }
        double turn = Math.atan2(v, u) / (2 * Math.PI) + 0.5;
        return (int) Math.min(SECTORS - 1, turn * SECTORS);
    }
}
