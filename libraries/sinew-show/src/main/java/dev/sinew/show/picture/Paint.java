package dev.sinew.show.picture;

import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import java.util.Optional;

/**
 * The colours of a surface: linear RGB per vertex times linear RGB per face. Empty arrays mean white.
 *
 * @param vertices 3N or empty
 * @param faces 3F or empty
 * @param gloss per face, or one value for all: 0 is matt, 1 is glossy
 */
public record Paint(float[] vertices, float[] faces, float[] gloss) {
    private static final float[] CLAY = {0.62f, 0.60f, 0.57f};

    /** The default colour, for meshes without colours. */
    public static Paint clay() {
        return new Paint(new float[0], new float[0], new float[] {0.35f});
    }

    /** One colour per vertex, with little gloss so that colours stay readable. */
    public static Paint ofVertices(float[] colours) {
        return new Paint(colours, new float[0], new float[] {0.12f});
    }

    /** The materials and vertex colours of the mesh. */
    public static Paint of(Mesh mesh) {
        Mesh.Surface surface = mesh.surface();
        Optional<float[]> colours = surface.colours();
        if (surface.faceMaterials().length == 0 && colours.isEmpty()) {
            return clay();
        }
        float[] faces = new float[3 * surface.faceMaterials().length];
        float[] gloss = new float[surface.faceMaterials().length];
        for (int k = 0; k < gloss.length; k++) {
            Material m = surface.materials().get(surface.faceMaterials()[k]);
            faces[3 * k] = m.red();
            faces[3 * k + 1] = m.green();
            faces[3 * k + 2] = m.blue();
            gloss[k] = 1 - m.roughness();
        }
        return new Paint(colours.orElse(new float[0]), faces, gloss.length > 0 ? gloss : new float[] {0.3f});
    }

    double glossOf(int face) {
        return gloss.length == 1 ? gloss[0] : Math.max(0, Math.min(1, gloss[face]));
    }

    /**
     * The interpolated colour of face k.
     *
     * @param rgb modified
     */
    void at(int k, int a, int b, int c, double u, double v, double w, double[] rgb) {
        for (int x = 0; x < 3; x++) {
            double face = faces.length > 0 ? faces[3 * k + x] : vertices.length > 0 ? 1 : CLAY[x];
            double vertex = vertices.length > 0
                    ? u * vertices[3 * a + x] + v * vertices[3 * b + x] + w * vertices[3 * c + x]
                    : 1;
            rgb[x] = face * vertex;
        }
    }
}
