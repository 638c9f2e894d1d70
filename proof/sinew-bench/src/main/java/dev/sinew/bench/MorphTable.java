package dev.sinew.bench;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.LinearFit;
import dev.sinew.io.Models;
import dev.sinew.io.gltf.GltfMorphs;
import dev.sinew.io.parts.Sliders;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import dev.sinew.run.RestMode;
import dev.sinew.sample.Sample;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.skin.runtime.LinearRuntime;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Compares morph targets with the bones that replace them: size, time per frame, and largest error. */
final class MorphTable {
    private static final int ROUNDS = 15;
    private static final long NANOS_PER_ROUND = 100_000_000;
    /** Four joints and four weights of one byte each, as in engines. */
    private static final int SKIN_BYTES = 8;

    private MorphTable() {}

    static void print(Path root, PrintStream out) {
        Markdown.describeMachine(out);
        out.println("Positions and normals of a frame, one thread, best of " + ROUNDS
                + " rounds; every slider moves. Sparse: only the vertices that a target moves, with their indices.\n");
        Markdown table = new Markdown(
                out,
                List.of(
                        "asset",
                        "vertices",
                        "sliders",
                        "bones",
                        "worst, % of size",
                        "targets kB",
                        "sparse kB",
                        "bones kB",
                        "targets ms",
                        "sparse ms",
                        "bones ms"));
        Sample.Morphed face = (Sample.Morphed) Samples.named("face").orElseThrow();
        for (int vertices : new int[] {10_000, 40_000}) {
            GltfMorphs morphs = written(face.shapes(vertices, 30));
            row(table, "face", morphs.examples(), morphs.names(), vertices > 20_000 ? 100 : 60);
        }
        Path sphere = root.resolve("../shared/data/characters/AnimatedMorphSphere.glb");
        if (Files.exists(sphere)) {
            GltfMorphs morphs = GltfMorphs.open(sphere, List.of());
            row(table, "AnimatedMorphSphere", morphs.examples(), morphs.names(), 14);
        }
    }

    /** As `sinew sample face -o face.glb` writes it, so that the figures match `sinew fit face.glb --morphs`. */
    private static GltfMorphs written(Sample.Shapes shapes) {
        try {
            Path file = Files.createTempFile("face", ".glb");
            Sliders.Curve curve = new Sliders.Curve("face", shapes.framesPerSecond(), shapes.weights());
            Models.writeMorphs(shapes.examples(), shapes.names(), curve, file);
            GltfMorphs morphs = GltfMorphs.open(file, List.of());
            Files.delete(file);
            return morphs;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void row(Markdown table, String asset, MeshSequence examples, List<String> names, int bones) {
        FitOptions options = FitOptions.defaults(new FitOptions.Bones(bones))
                .withRest(RestMode.KEEP)
                .withThreads(2);
        SkinnedModel model =
                LinearFit.fit(examples, options, Progress.SILENT).fitted().model();
        Sliders sliders = Sliders.of(names, model.clips().get(0).motion(), List.of());
        Targets targets = new Targets(examples);
        double[] weights = new double[names.size()];
        Arrays.fill(weights, 0.3);
        float[] xyz = new float[3 * examples.vertexCount()];
        float[] normals = new float[xyz.length];
        LinearRuntime runtime = new LinearRuntime(model, Workers.CALLER);
        double[] palette = new double[12 * bones];
        double dense = best(() -> targets.dense(weights, xyz, normals));
        double sparse = best(() -> targets.sparse(weights, xyz, normals));
        double skin = best(() -> {
            sliders.matrices(weights, 0, palette, 0);
            runtime.pose(palette, 0);
            runtime.surface(xyz, normals);
        });
        int n = examples.vertexCount();
        table.row(List.of(
                asset,
                String.valueOf(n),
                String.valueOf(names.size()),
                String.valueOf(bones),
                number("%.2f", 100 * worst(examples, sliders, runtime)),
                number("%.0f", targets.denseBytes() / 1000.0),
                number("%.0f", targets.sparseBytes() / 1000.0),
                number("%.0f", (SKIN_BYTES * n + 4.0 * sliders.deltas().length) / 1000),
                number("%.3f", dense),
                number("%.3f", sparse),
                number("%.3f", skin)));
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    /** The largest distance over all sliders, as a fraction of the diagonal. */
    private static double worst(MeshSequence examples, Sliders sliders, LinearRuntime runtime) {
        double worst = 0;
        double[] palette = new double[12 * sliders.bones()];
        float[] xyz = new float[3 * examples.vertexCount()];
        for (int k = 0; k < sliders.count(); k++) {
            double[] weights = new double[sliders.count()];
            weights[k] = 1;
            sliders.matrices(weights, 0, palette, 0);
            runtime.pose(palette, 0);
            runtime.positions(xyz);
            float[] truth = examples.frame(k + 1);
            for (int i = 0; i < truth.length; i += 3) {
                worst = Math.max(
                        worst,
                        Math.hypot(
                                Math.hypot(xyz[i] - truth[i], xyz[i + 1] - truth[i + 1]), xyz[i + 2] - truth[i + 2]));
            }
        }
        return worst / Box.around(examples.frame(0)).diagonal();
    }

    /** Milliseconds of the best round. */
    private static double best(Runnable frame) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            long frames = 0;
            while (System.nanoTime() - start < NANOS_PER_ROUND) {
                frame.run();
                frames++;
            }
            best = Math.min(best, (System.nanoTime() - start) / 1e6 / frames);
        }
        return best;
    }

    /** Targets as plain loops, which the compiler vectorises. */
    private static final class Targets {
        private final float[] rest;
        private final float[] restNormals;
        private final float[][] offsets;
        private final float[][] orientations;
        private final int[][] moved;
        private final float[][] movedOffsets;

        Targets(MeshSequence examples) {
            int count = examples.frameCount() - 1;
            rest = examples.frame(0);
            restNormals = Normals.ofVertices(examples.rest(), rest);
            offsets = new float[count][];
            orientations = new float[count][];
            moved = new int[count][];
            movedOffsets = new float[count][];
            for (int k = 0; k < count; k++) {
                float[] full = examples.frame(k + 1);
                offsets[k] = less(full, rest);
                orientations[k] = less(Normals.ofVertices(examples.rest(), full), restNormals);
                keepMoved(k);
            }
        }

        private static float[] less(float[] a, float[] b) {
            float[] out = a.clone();
            for (int i = 0; i < out.length; i++) {
                out[i] -= b[i];
            }
            return out;
        }

        /** Keeps six numbers for every vertex that moves. */
        private void keepMoved(int k) {
            float[] d = offsets[k];
            moved[k] = IntStream.range(0, d.length / 3)
                    .filter(i -> Math.abs(d[3 * i]) + Math.abs(d[3 * i + 1]) + Math.abs(d[3 * i + 2]) > 1e-6)
                    .toArray();
            movedOffsets[k] = new float[6 * moved[k].length];
            for (int m = 0; m < moved[k].length; m++) {
                System.arraycopy(d, 3 * moved[k][m], movedOffsets[k], 6 * m, 3);
                System.arraycopy(orientations[k], 3 * moved[k][m], movedOffsets[k], 6 * m + 3, 3);
            }
        }

        long denseBytes() {
            return 8L * rest.length * offsets.length;
        }

        long sparseBytes() {
            return Arrays.stream(moved).mapToLong(m -> 28L * m.length).sum();
        }

        void dense(double[] weights, float[] xyz, float[] normals) {
            System.arraycopy(rest, 0, xyz, 0, rest.length);
            System.arraycopy(restNormals, 0, normals, 0, rest.length);
            for (int k = 0; k < weights.length; k++) {
                add((float) weights[k], offsets[k], xyz);
                add((float) weights[k], orientations[k], normals);
            }
            unit(normals);
        }

        private static void add(float s, float[] from, float[] to) {
            for (int i = 0; i < to.length; i++) {
                to[i] += s * from[i];
            }
        }

        void sparse(double[] weights, float[] xyz, float[] normals) {
            System.arraycopy(rest, 0, xyz, 0, rest.length);
            System.arraycopy(restNormals, 0, normals, 0, rest.length);
            for (int k = 0; k < weights.length; k++) {
                float s = (float) weights[k];
                float[] d = movedOffsets[k];
                for (int m = 0; m < moved[k].length; m++) {
                    int i = 3 * moved[k][m];
                    xyz[i] += s * d[6 * m];
                    xyz[i + 1] += s * d[6 * m + 1];
                    xyz[i + 2] += s * d[6 * m + 2];
                    normals[i] += s * d[6 * m + 3];
                    normals[i + 1] += s * d[6 * m + 4];
                    normals[i + 2] += s * d[6 * m + 5];
                }
            }
            unit(normals);
        }

        private static void unit(float[] normals) {
            for (int i = 0; i < normals.length; i += 3) {
                float square =
                        normals[i] * normals[i] + normals[i + 1] * normals[i + 1] + normals[i + 2] * normals[i + 2];
                float scale = 1 / (float) Math.sqrt(square);
                normals[i] *= scale;
                normals[i + 1] *= scale;
                normals[i + 2] *= scale;
            }
        }
    }
}
