package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.Synthetic;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.TrueNormals;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Streamed frames give the same model as frames in memory, bit for bit. */
class StreamedFitTest extends FitCases {
    /** A source that returns copies, like a mapped file. */
    private record InFile(FrameSource frames) implements FrameSource {
        @Override
        public int frameCount() {
            return frames.frameCount();
        }

        @Override
        public boolean isStreamed() {
            return true;
        }

        @Override
        public float[] frame(int f) {
            return frames.frame(f).clone();
        }
    }

    static MeshSequence streamed(MeshSequence held) {
        return new MeshSequence(held.name(), held.rest(), new InFile(held.frames()), held.framesPerSecond());
    }

    private static void checkSame(MeshSequence sequence, FitOptions options) {
        SkinnedModel held = modelOf(fit(sequence, options));
        SkinnedModel model = modelOf(fit(streamed(sequence), options));
        assertThat(model.rest().positions()).containsExactly(held.rest().positions());
        assertThat(model.weights().bones()).containsExactly(held.weights().bones());
        assertThat(model.weights().weights()).containsExactly(held.weights().weights());
        assertThat(model.clips().get(0).motion().matrices())
                .containsExactly(held.clips().get(0).motion().matrices());
        Optional<float[]> normals = held.rest().surface().normals().map(CornerAttribute::values);
        assertThat(model.rest().surface().normals().isPresent()).isEqualTo(normals.isPresent());
        normals.ifPresent(
                of -> assertThat(model.rest().surface().normals().orElseThrow().values())
                        .containsExactly(of));
    }

    @Test
    void positionsAlone() {
        checkSame(ripples(20, 9), bones(5).withShading(0));
    }

    @Test
    void withNormalsAndSolvedRestPose() {
        checkSame(ripples(20, 9), bones(5));
        checkSame(ripples(20, 9), bones(4).withBoneType(BoneType.RIGID));
    }

    /** Seams are welded, so that a range of welded vertices is not a range of the file's. */
    @Test
    void withSeams() {
        checkSame(soup(ripples(12, 7)), bones(4));
    }

    /** Flat shading: several normals per vertex. */
    @Test
    void withHardEdges() {
        checkSame(flat(ripples(12, 7)), bones(4));
    }

    static MeshSequence flat(MeshSequence smooth) {
        Mesh rest = smooth.rest();
        float[] normals = new float[3 * rest.faceCount()];
        int[] rows = new int[rest.corners().length];
        for (int k = 0; k < rest.faceCount(); k++) {
            normals[3 * k] = k * 1e-6f;
            normals[3 * k + 2] = 1;
            Arrays.fill(rows, rest.faceStarts()[k], rest.faceStarts()[k + 1], k);
        }
        Mesh flat = rest.withSurface(rest.surface().withNormals(Optional.of(new CornerAttribute(3, normals, rows))));
        return smooth.withRest(flat);
    }

    @Test
    void severalTakesWithOneStreamed() {
        MeshSequence first = ripples(14, 6);
        MeshSequence second =
                new MeshSequence("second", first.rest(), ripples(14, 8).frames(), 30);
        MeshSequence held = new Takes(List.of(first, second)).joined();
        MeshSequence mixed = new Takes(List.of(first, streamed(second))).joined();
        assertThat(mixed.frames().isStreamed()).isTrue();
        assertThat(modelOf(fit(mixed, bones(4))).weights().weights())
                .containsExactly(modelOf(fit(held, bones(4))).weights().weights());
    }

    @Test
    void normalsOfSomeRowsEqualThoseOfTheWholeFrame() {
        MeshSequence sequence = soup(ripples(15, 3));
        TrueNormals truth = TrueNormals.of(sequence);
        int[] some = new Random(5).ints(0, truth.count()).distinct().limit(40).toArray();
        float[] all = truth.frame(2);
        float[] part = truth.some(some).apply(2);
        IntStream.range(0, some.length)
                .forEach(k -> assertThat(Arrays.copyOfRange(part, 3 * k, 3 * k + 3))
                        .containsExactly(Arrays.copyOfRange(all, 3 * some[k], 3 * some[k] + 3)));
    }

    /** Every corner has its own vertex. */
    static MeshSequence soup(MeshSequence whole) {
        Mesh rest = whole.rest();
        int[] corners = rest.corners();
        float[][] frames = new float[whole.frameCount()][];
        Arrays.setAll(frames, f -> spread(whole.frame(f), corners));
        int[] own = new int[corners.length];
        Arrays.setAll(own, c -> c);
        return Synthetic.sequence(
                Mesh.of(spread(rest.positions(), corners), rest.faceStarts(), own, Mesh.Surface.bare()), frames);
    }

    private static float[] spread(float[] xyz, int[] corners) {
        float[] out = new float[3 * corners.length];
        for (int c = 0; c < corners.length; c++) {
            System.arraycopy(xyz, 3 * corners[c], out, 3 * c, 3);
        }
        return out;
    }
}
