package dev.sinew.measure;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.mesh.TrueNormals;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Correctives;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.platform.Workers;
import dev.sinew.skin.ClipFrames;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.TwoLayerSkinning;
import java.util.Optional;
import java.util.function.IntFunction;

/** Compares a model's normals with the true ones, frame k of its clip with frame k of the sequence. */
final class ShadingMeasure {
    /** Maximum number of normals to compare; above it, only every Nth frame is used. */
    private static final long MAX_NORMALS = 20_000_000;

    /** Groups of frames, independent of the number of threads; each has separate counts. */
    private static final int GROUPS = 16;

    private static final int MATRIX = 0;
    private static final int COFACTOR = 1;
    private static final int SURFACE = 2;
    private static final int RULES = 3;

    private final TrueNormals truth;
    private final BlendedMatrices matrices;
    /** By frame, the positions that the matrices move, including correctives. */
    private final IntFunction<float[]> rest;
    /** By frame, the normals of the file, one per row of the true ones. */
    private final IntFunction<float[]> stored;

    private ShadingMeasure(
            TrueNormals truth, BlendedMatrices matrices, IntFunction<float[]> rest, IntFunction<float[]> stored) {
        this.truth = truth;
        this.matrices = matrices;
        this.rest = rest;
        this.stored = stored;
    }

    /** Empty if the mesh has no faces, and so no normals. */
    static Optional<NormalError> of(SkinnedModel model, Clip clip, MeshSequence truth, Workers workers) {
        return of(model, clip, BlendedMatrices.of(model, clip), truth, workers);
    }

    /** The same for a two-layer model. */
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
        int stride = (int) Math.max(1, (normals + MAX_NORMALS - 1) / MAX_NORMALS);
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
        return sum(each, tallies, stride);
    }

    private Optional<NormalError> sum(FrameAngles[] each, AngleTally[][] tallies, int stride) {
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

    /** Sums of the angles of one frame by each rule, over {@code count} normals. */
    private record FrameAngles(double[] sums, long count, NormalError.Located worst) {}

    /** Working memory of one group of frames. */
    private final class Pass {
        private final AngleTally[] tallies = {new AngleTally(), new AngleTally(), new AngleTally()};
        private final double[] m = new double[12];
        private float[] normals;

        FrameAngles frame(int f) {
            BlendedMatrices.Frame blended = matrices.frame(f);
            normals = stored.apply(f);
            float[] wanted = truth.frame(f);
            float[] surface = truth.recompute(transformed(blended, rest.apply(f)));
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

        private float[] transformed(BlendedMatrices.Frame blended, float[] shaped) {
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

        /** Angle between L·n and (x, y, z). */
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

        /** Angle between cof(L)·n and (x, y, z). */
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

    /** Histogram of angles in hundredths of a degree, so that percentiles need no sorting. Not thread-safe. */
    private static final class AngleTally {
        private static final int BINS_PER_DEGREE = 100;
        private static final int BINS = 180 * BINS_PER_DEGREE + 1;

        private final int[] counts = new int[BINS];
        private long over30;

        void add(double degrees) {
            counts[Math.min(BINS - 1, (int) (degrees * BINS_PER_DEGREE))]++;
            if (degrees > 30) {
                over30++;
            }
        }

        void addAll(AngleTally other) {
            for (int b = 0; b < BINS; b++) {
                counts[b] += other.counts[b];
            }
            over30 += other.over30;
        }

        /** @param sum of all angles, kept by the caller, whose summation order does not depend on threads */
        NormalError.Angles angles(double sum, long count) {
            return new NormalError.Angles(sum / count, percentile(0.95, count), 100.0 * over30 / count);
        }

        /** Interpolated between the two values nearest to the rank, as in numpy; accurate to half a bin. */
        private double percentile(double share, long count) {
            double rank = share * (count - 1);
            long low = (long) rank;
            double a = valueAt(low);
            return a + (rank - low) * (valueAt(Math.min(count - 1, low + 1)) - a);
        }

        private double valueAt(long rank) {
            long seen = 0;
            for (int b = 0; b < BINS; b++) {
                seen += counts[b];
                if (seen > rank) {
                    return b == 0 ? 0 : (b + 0.5) / BINS_PER_DEGREE;
                }
            }
            return 180;
        }
    }

    /** The blended matrix of every vertex in a frame, which also transforms its normal. Thread-safe. */
    @FunctionalInterface
    private interface BlendedMatrices {
        /** One frame. Not thread-safe. */
        @FunctionalInterface
        interface Frame {
            /** @param m 12 numbers, modified */
            void of(int i, double[] m);
        }

        Frame frame(int f);

        static BlendedMatrices of(SkinnedModel model, Clip clip) {
            LinearSkinning skinning = new LinearSkinning(model);
            BoneMotion motion = clip.motion();
            return f -> (i, m) -> skinning.blend(motion.matrices(), motion.offset(f, 0), i, m);
        }

        static BlendedMatrices of(TwoLayerModel model, Clip clip) {
            TwoLayerSkinning skinning = new TwoLayerSkinning(model);
            BoneMotion motion = clip.motion();
            return f -> {
                double[] virtual = skinning.virtualBones(motion.matrices(), motion.offset(f, 0));
                return (i, m) -> skinning.blend(virtual, i, m);
            };
        }
    }

    /** The rest normals of a file, mapped to the rows of the true ones. */
    private static final class StoredNormals {
        private static final int NONE = -1;

        private final CornerAttribute normals;
        /** Three numbers per row of the true normals, and the file's row they come from. */
        private float[] values;

        private int[] fileRows;
        /** Corners of vertex i: {@code cornersOf[starts[i]]} to {@code cornersOf[starts[i + 1] − 1]} */
        private final int[] starts;

        private final int[] cornersOf;

        private StoredNormals(Mesh mesh, CornerAttribute normals) {
            this.normals = normals;
            int[] corners = mesh.corners();
            this.starts = new int[mesh.vertexCount() + 1];
            for (int corner : corners) {
                starts[corner + 1]++;
            }
            for (int i = 0; i < mesh.vertexCount(); i++) {
                starts[i + 1] += starts[i];
            }
            int[] ends = starts.clone();
            this.cornersOf = new int[corners.length];
            for (int c = 0; c < corners.length; c++) {
                cornersOf[ends[corners[c]]++] = c;
            }
        }

        /**
         * Files consist of triangles with their own corner order, so rows are matched by vertex and, at hard edges, by direction. A file
         * without normals gets those of the faces around each vertex.
         *
         * @param rest of the file
         * @param given the original mesh, same vertices
         */
        static StoredNormals of(Mesh rest, TrueNormals truth, Mesh given) {
            CornerAttribute normals =
                    rest.surface().normals().orElseGet(() -> Normals.ofCorners(rest, rest.positions()));
            StoredNormals stored = new StoredNormals(rest, normals);
            float[] towards = truth.recompute(given.positions());
            stored.values = new float[3 * truth.count()];
            stored.fileRows = new int[truth.count()];
            for (int row = 0; row < truth.count(); row++) {
                stored.nearest(truth.vertices()[row], towards, row);
            }
            return stored;
        }

        /** Three numbers per row of the true normals, including the clip's correctives in a frame. Do not modify. */
        float[] with(Correctives correctives, Clip clip, int f) {
            if (correctives.normals().length == 0 || clip.shapes().length == 0) {
                return values;
            }
            float[] turned = correctives.addToNormals(normals.values(), clip.shapes(), f);
            float[] out = values.clone();
            for (int row = 0; row < fileRows.length; row++) {
                if (fileRows[row] != NONE) {
                    System.arraycopy(turned, 3 * fileRows[row], out, 3 * row, 3);
                }
            }
            return out;
        }

        /** The normal of vertex i nearest to a direction; the direction itself if no face of the file uses the vertex. */
        private void nearest(int i, float[] towards, int row) {
            int at = 3 * row;
            System.arraycopy(towards, at, values, at, 3);
            fileRows[row] = NONE;
            double best = Double.NEGATIVE_INFINITY;
            for (int k = starts[i]; k < starts[i + 1]; k++) {
                int from = 3 * normals.rows()[cornersOf[k]];
                float[] n = normals.values();
                double along = (double) n[from] * towards[at]
                        + (double) n[from + 1] * towards[at + 1]
                        + (double) n[from + 2] * towards[at + 2];
                if (along > best) {
                    best = along;
                    System.arraycopy(n, from, values, at, 3);
                    fileRows[row] = from / 3;
                }
            }
        }
    }
}
