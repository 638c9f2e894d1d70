package dev.sinew.measure;

import dev.sinew.math.Vec3;
import dev.sinew.math.Workers;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.TrueNormals;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.skin.ClipFrames;
import java.util.Optional;
import java.util.function.IntFunction;

/** Compares the normals a model shades with to the true ones, frame k of its clip against frame k of the sequence. */
final class ShadingMeasure {
    /** So many normals are compared at most; beyond, every so many frames are left out. */
    private static final long MOST_NORMALS = 20_000_000;

    /** Groups of frames, whatever the number of threads: each keeps counts of its own. */
    private static final int GROUPS = 16;

    private static final int MATRIX = 0;
    private static final int COFACTOR = 1;
    private static final int SURFACE = 2;
    private static final int RULES = 3;

    private final TrueNormals truth;
    private final BlendedMatrices matrices;
    /** By frame, what the matrices move: with correctives it changes. */
    private final IntFunction<float[]> rest;
    /** By frame, normals of the file, three per row of the truth. */
    private final IntFunction<float[]> stored;

    private ShadingMeasure(
            TrueNormals truth, BlendedMatrices matrices, IntFunction<float[]> rest, IntFunction<float[]> stored) {
        this.truth = truth;
        this.matrices = matrices;
        this.rest = rest;
        this.stored = stored;
    }

    /** Empty where the mesh has no faces, and so no normals. */
    static Optional<NormalError> of(SkinnedModel model, Clip clip, MeshSequence truth, Workers workers) {
        return of(model, clip, BlendedMatrices.of(model, clip), truth, workers);
    }

    /** The same of a model that is played in two layers. */
    static Optional<NormalError> of(TwoLayerModel model, Clip clip, MeshSequence truth, Workers workers) {
        return of(model.fallback(), clip, BlendedMatrices.of(model, clip), truth, workers);
    }

    private static Optional<NormalError> of(
            SkinnedModel model, Clip clip, BlendedMatrices matrices, MeshSequence sequence, Workers workers) {
        TrueNormals truth = TrueNormals.of(sequence);
        if (truth.count() == 0) {
            return Optional.empty();
        }
        StoredNormals stored = StoredNormals.of(model.rest(), truth, sequence.rest());
        long normals = (long) truth.count() * sequence.frameCount();
        int stride = (int) Math.max(1, (normals + MOST_NORMALS - 1) / MOST_NORMALS);
        return new ShadingMeasure(
                        truth,
                        matrices,
                        f -> ClipFrames.shapedRest(model, clip, f),
                        f -> stored.with(model.correctives(), clip, f))
                .compare(sequence.frameCount(), stride, workers);
    }

    private Optional<NormalError> compare(int frameCount, int stride, Workers workers) {
        int frames = (frameCount + stride - 1) / stride;
        FrameAngles[] each = new FrameAngles[frames];
        int size = Workers.chunks(frames, GROUPS);
        AngleTally[][] tallies = new AngleTally[Workers.chunks(frames, size)][];
        workers.forChunks(frames, size, (group, from, to) -> {
            Pass pass = new Pass();
            for (int k = from; k < to; k++) {
                each[k] = pass.frame(k * stride);
            }
            tallies[group] = pass.tallies;
        });
        return summed(each, tallies, stride);
    }

    private Optional<NormalError> summed(FrameAngles[] each, AngleTally[][] tallies, int stride) {
        AngleTally[] all = {new AngleTally(), new AngleTally(), new AngleTally()};
        for (AngleTally[] group : tallies) {
            for (int rule = 0; rule < RULES; rule++) {
                all[rule].addAll(group[rule]);
            }
        }
        double[] sums = new double[RULES];
        double[] perFrame = new double[each.length];
        long count = 0;
        NormalError.Located worst = each[0].worst;
        for (int k = 0; k < each.length; k++) {
            count += each[k].count;
            perFrame[k] = each[k].sums[MATRIX] / each[k].count;
            worst = each[k].worst.value() > worst.value() ? each[k].worst : worst;
            for (int rule = 0; rule < RULES; rule++) {
                sums[rule] += each[k].sums[rule];
            }
        }
        if (count == 0) {
            return Optional.empty();
        }
        return Optional.of(new NormalError(
                all[MATRIX].angles(sums[MATRIX], count),
                all[COFACTOR].angles(sums[COFACTOR], count),
                all[SURFACE].angles(sums[SURFACE], count),
                worst,
                perFrame,
                stride));
    }

    /** Sums of the angles of one frame by each rule, over so many normals. */
    private record FrameAngles(double[] sums, long count, NormalError.Located worst) {}

    /** What one group of frames is worked through with. */
    private final class Pass {
        private final AngleTally[] tallies = {new AngleTally(), new AngleTally(), new AngleTally()};
        private final double[] m = new double[12];
        private float[] normals;

        FrameAngles frame(int f) {
            BlendedMatrices.Frame blended = matrices.frame(f);
            normals = stored.apply(f);
            float[] wanted = truth.frame(f);
            float[] surface = truth.recomputed(placed(blended, rest.apply(f)));
            double[] sums = new double[RULES];
            long count = 0;
            double worst = -1;
            int worstVertex = 0;
            for (int row = 0; row < truth.count(); row++) {
                int at = 3 * row;
                double x = wanted[at];
                double y = wanted[at + 1];
                double z = wanted[at + 2];
                if (x == 0 && y == 0 && z == 0) {
                    continue;
                }
                int vertex = truth.vertices()[row];
                blended.of(vertex, m);
                double byMatrix = byMatrix(at, x, y, z);
                double byCofactor = byCofactor(at, x, y, z);
                double ofSurface = Vec3.degrees(surface[at], surface[at + 1], surface[at + 2], x, y, z);
                tallies[MATRIX].add(byMatrix);
                tallies[COFACTOR].add(byCofactor);
                tallies[SURFACE].add(ofSurface);
                sums[MATRIX] += byMatrix;
                sums[COFACTOR] += byCofactor;
                sums[SURFACE] += ofSurface;
                count++;
                if (byMatrix > worst) {
                    worst = byMatrix;
                    worstVertex = vertex;
                }
            }
            return new FrameAngles(sums, count, new NormalError.Located(worst, worstVertex, f));
        }

        private float[] placed(BlendedMatrices.Frame blended, float[] shaped) {
            float[] posed = new float[shaped.length];
            for (int i = 0; i < shaped.length / 3; i++) {
                blended.of(i, m);
                double x = shaped[3 * i];
                double y = shaped[3 * i + 1];
                double z = shaped[3 * i + 2];
                posed[3 * i] = (float) (m[0] * x + m[1] * y + m[2] * z + m[3]);
                posed[3 * i + 1] = (float) (m[4] * x + m[5] * y + m[6] * z + m[7]);
                posed[3 * i + 2] = (float) (m[8] * x + m[9] * y + m[10] * z + m[11]);
            }
            return posed;
        }

        /** L·n against (x, y, z). */
        private double byMatrix(int at, double x, double y, double z) {
            double nx = normals[at];
            double ny = normals[at + 1];
            double nz = normals[at + 2];
            return Vec3.degrees(
                    m[0] * nx + m[1] * ny + m[2] * nz,
                    m[4] * nx + m[5] * ny + m[6] * nz,
                    m[8] * nx + m[9] * ny + m[10] * nz,
                    x,
                    y,
                    z);
        }

        /** cof(L)·n against (x, y, z). */
        private double byCofactor(int at, double x, double y, double z) {
            double nx = normals[at];
            double ny = normals[at + 1];
            double nz = normals[at + 2];
            return Vec3.degrees(
                    (m[5] * m[10] - m[6] * m[9]) * nx
                            + (m[6] * m[8] - m[4] * m[10]) * ny
                            + (m[4] * m[9] - m[5] * m[8]) * nz,
                    (m[9] * m[2] - m[10] * m[1]) * nx
                            + (m[10] * m[0] - m[8] * m[2]) * ny
                            + (m[8] * m[1] - m[9] * m[0]) * nz,
                    (m[1] * m[6] - m[2] * m[5]) * nx
                            + (m[2] * m[4] - m[0] * m[6]) * ny
                            + (m[0] * m[5] - m[1] * m[4]) * nz,
                    x,
                    y,
                    z);
        }
    }
}
