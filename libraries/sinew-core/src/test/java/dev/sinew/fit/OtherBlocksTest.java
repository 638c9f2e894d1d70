package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Importance;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.sequence.RemoteVertices;
import dev.sinew.solve.sequence.SequencePart;
import dev.sinew.solve.sequence.SequenceParts;
import dev.sinew.solve.sequence.Trajectories;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Passes with other numbers of blocks than on one machine: the same model up to the rounding of sums. */
class OtherBlocksTest extends FitCases {
    /** Simulates a cluster, block after block in this thread, the last first; parts are serialized as they would be. */
    private static final class Blocks implements RemoteVertices {
        private final int count;
        private final List<ReducedSequence.Part> kept = new ArrayList<>();
        private List<SequencePart> parts = List.of();
        private int size;

        Blocks(int count) {
            this.count = count;
        }

        @Override
        public void use(int vertexCount, IntFunction<SequenceParts> cutter) {
            size = chunkSize(vertexCount);
            SequenceParts cut = cutter.apply(size);
            parts = IntStream.range(0, cut.count())
                    .mapToObj(p -> sent(cut.part(p)))
                    .toList();
            assertThat(parts).allMatch(SequencePart::isSame);
        }

        @Override
        public int chunkSize(int vertices) {
            return Math.max(1, (vertices + count - 1) / count);
        }

        @Override
        public Lost project(double[] basisRows, int dimensions, int vertices) {
            kept.clear();
            double positions = 0;
            double normals = 0;
            for (SequencePart part : parts) {
                ReducedSequence.Part projected = ReducedSequence.project(part, basisRows, dimensions);
                kept.add(projected);
                positions += projected.lost().positions();
                normals += projected.lost().normals();
            }
            return new Lost(positions, normals);
        }

        @Override
        public double[] rows(int[] vertices, boolean normals) {
            double[] all = new double[0];
            for (int k = 0; k < vertices.length; k++) {
                ReducedSequence.Part part = kept.get(vertices[k] / size);
                Trajectories rows = normals ? part.normals().orElseThrow() : part.positions();
                double[] row = rows.some(new int[] {vertices[k] % size});
                all = k == 0 ? new double[vertices.length * row.length] : all;
                System.arraycopy(row, 0, all, k * row.length, row.length);
            }
            return all;
        }

        @Override
        public <S extends Serializable, R extends Serializable> void run(
                boolean reduced, S shared, List<? extends Task<S, R>> tasks, Listener<R> listener) {
            for (int k = tasks.size() - 1; k >= 0; k--) {
                Task<S, R> task = sent(tasks.get(k));
                R result = reduced
                        ? task.run(kept.get(k).positions(), kept.get(k).normals(), shared)
                        : task.run(parts.get(k).positions(), parts.get(k).normals(), shared);
                listener.accept(k, sent(result));
            }
        }
    }

    private static FitResult fitOver(RemoteVertices machines, MeshSequence sequence, FitOptions options) {
        return new LinearFitSolver(sequence, options, Progress.SILENT, Optional.of(machines)).solve();
    }

    @SuppressWarnings("unchecked")
    private static <T> T sent(T object) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            new ObjectOutputStream(bytes).writeObject(object);
            return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 24, 61})
    void agreesToABillionthOfTheSize(int blocks) {
        MeshSequence sequence = ripples(40, 9);
        FitOptions options = bones(5);
        SkinnedModel here = modelOf(fit(sequence, options));
        SkinnedModel there = modelOf(fitOver(new Blocks(blocks), sequence, options));
        assertThat(there.weights().bones()).containsExactly(here.weights().bones());
        assertNear(there.weights().weights(), here.weights().weights());
        // The grid goes from −1 to 1, so 1e-9 here is less than 1e-9 of its size.
        assertNear(
                there.clips().get(0).motion().matrices(),
                here.clips().get(0).motion().matrices());
    }

    /** With as many blocks as on one machine the result is equal bit for bit, whatever vertices share positions and normals. */
    @ParameterizedTest
    @MethodSource("meshes")
    void agreesBitForBit(MeshSequence sequence, FitOptions options) {
        SkinnedModel here = modelOf(fit(sequence, options));
        SkinnedModel there = modelOf(fitOver(new Blocks(16), sequence, options));
        assertThat(there.weights().bones()).containsExactly(here.weights().bones());
        assertThat(there.weights().weights()).containsExactly(here.weights().weights());
        assertThat(there.rest().positions()).containsExactly(here.rest().positions());
        assertThat(there.clips().get(0).motion().matrices())
                .containsExactly(here.clips().get(0).motion().matrices());
    }

    static Stream<Arguments> meshes() {
        // More than 16 · 128 vertices; below, one machine uses fewer chunks.
        MeshSequence smooth = ripples(47, 7);
        double[] importance =
                new Random(3).doubles(smooth.vertexCount(), 0.1, 2).toArray();
        return Stream.of(
                Arguments.of(smooth, bones(5)),
                Arguments.of(smooth, bones(5).withShading(0)),
                Arguments.of(smooth, bones(5).withImportance(Optional.of(Importance.of(importance)))),
                Arguments.of(StreamedFitTest.streamed(smooth), bones(5)),
                Arguments.of(StreamedFitTest.soup(smooth), bones(4)),
                Arguments.of(StreamedFitTest.streamed(StreamedFitTest.soup(smooth)), bones(4)),
                Arguments.of(StreamedFitTest.flat(smooth), bones(4)),
                Arguments.of(withShades(StreamedFitTest.flat(smooth)), bones(4)));
    }

    /** With its own normals in every frame. */
    private static MeshSequence withShades(MeshSequence flat) {
        CornerAttribute shades = flat.rest().surface().normals().orElseThrow();
        FrameSource frames = flat.frames();
        FrameSource shaded = new FrameSource() {
            @Override
            public int frameCount() {
                return frames.frameCount();
            }

            @Override
            public float[] frame(int f) {
                return frames.frame(f);
            }

            @Override
            public Optional<CornerAttribute> normals(int f) {
                float[] turned = shades.values().clone();
                for (int k = 0; k < turned.length; k += 3) {
                    turned[k] = (float) Math.sin(0.01 * f * k);
                    turned[k + 2] = (float) Math.cos(0.01 * f * k);
                }
                return Optional.of(new CornerAttribute(3, turned, shades.rows()));
            }
        };
        return new MeshSequence("shaded", flat.rest(), shaded, 30);
    }

    private static void assertNear(double[] some, double[] others) {
        assertThat(some).hasSameSizeAs(others);
        double most = 0;
        for (int k = 0; k < some.length; k++) {
            most = Math.max(most, Math.abs(some[k] - others[k]));
        }
        assertThat(most).isLessThan(1e-9);
    }
}
