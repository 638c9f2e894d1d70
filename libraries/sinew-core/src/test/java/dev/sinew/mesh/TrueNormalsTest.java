package dev.sinew.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.QuietTest;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Welded vertices and true normals: small sequences with exact answers. */
class TrueNormalsTest extends QuietTest {
    /** Two triangles that fold about the edge they share; the file has that edge twice. */
    private static final float[] FLAT = {0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0};

    private static final int[] FACES = {0, 1, 2, 3, 5, 4};

    private static final float[] FOLDED = {0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, -0f, 0, 1, 0, 0, 0, 1};

    private static MeshSequence sequence(Mesh rest, float[]... frames) {
        return new MeshSequence("fold", rest, FrameSource.of(frames), 30);
    }

    @Test
    void verticesThatCoincideInEveryFrameAreOnePoint() {
        Weld weld = Weld.of(sequence(Mesh.ofTriangles(FLAT, FACES), FLAT, FOLDED));
        assertThat(weld.pointOf()).containsExactly(0, 1, 2, 0, 1, 3);
        assertThat(weld.first()).containsExactly(0, 1, 2, 5);
        assertThat(weld.open(weld.apply(FOLDED)))
                .containsExactly(0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1);
        Mesh welded = weld.apply(Mesh.ofTriangles(FLAT, FACES));
        assertThat(welded.corners()).containsExactly(0, 1, 2, 0, 3, 1);
        assertThat(Shells.of(welded).count()).isEqualTo(1);
    }

    @Test
    void verticesThatSeparateInOneFrameAreTwoPoints() {
        float[] parted = FOLDED.clone();
        parted[3 * 3] = 0.1f;
        Weld weld = Weld.of(sequence(Mesh.ofTriangles(FLAT, FACES), FLAT, parted));
        assertThat(weld.pointOf()).containsExactly(0, 1, 2, 3, 1, 4);
    }

    @Test
    void withoutNormalsEveryVertexHasItsOwn() {
        TrueNormals normals = TrueNormals.of(sequence(Mesh.ofTriangles(FLAT, FACES), FLAT, FOLDED));
        assertThat(normals.count()).isEqualTo(6);
        float[] folded = normals.frame(1);
        assertThat(at(folded, normals.rows()[0])).containsExactly(0, 0, 1);
        assertThat(at(folded, normals.rows()[3])).containsExactly(-1, 0, 0);
    }

    @Test
    void equalNormalsOnBothSidesOfASeamAreOne() {
        CornerAttribute up = new CornerAttribute(3, new float[] {0, 0, 1}, new int[6]);
        Mesh smooth =
                Mesh.ofTriangles(FLAT, FACES).withSurface(Mesh.Surface.bare().withNormals(Optional.of(up)));
        TrueNormals normals = TrueNormals.of(sequence(smooth, FLAT, FOLDED));
        assertThat(normals.count()).isEqualTo(4);
        float s = (float) Math.sqrt(0.5);
        assertThat(at(normals.frame(1), normals.rows()[3])).containsExactly(-s, 0, s);
        assertThat(normals.vertices()).containsExactly(0, 1, 2, 5);
    }

    @Test
    void prefersNormalsOfTheSource() {
        CornerAttribute given = new CornerAttribute(3, new float[] {0, 3, 0}, new int[6]);
        FrameSource frames = new FrameSource() {
            @Override
            public int frameCount() {
                return 1;
            }

            @Override
            public float[] frame(int f) {
                return FLAT;
            }

            @Override
            public Optional<CornerAttribute> normals(int f) {
                return Optional.of(given);
            }
        };
        MeshSequence own = new MeshSequence("own", Mesh.ofTriangles(FLAT, FACES), frames, 30);
        assertThat(at(TrueNormals.of(own).frame(0), 2)).containsExactly(0, 1, 0);
        assertThat(at(TrueNormals.of(Weld.of(own).apply(own)).frame(0), 2)).containsExactly(0, 1, 0);
    }

    @Test
    void facesWithoutAreaHaveNoDirection() {
        TrueNormals normals =
                TrueNormals.of(sequence(Mesh.ofTriangles(new float[9], new int[] {0, 1, 2}), new float[9]));
        assertThat(normals.frame(0)).containsOnly(0);
    }

    private static float[] at(float[] normals, int row) {
        return new float[] {normals[3 * row] + 0f, normals[3 * row + 1] + 0f, normals[3 * row + 2] + 0f};
    }
}
