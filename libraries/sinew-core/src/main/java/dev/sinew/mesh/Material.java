package dev.sinew.mesh;

import java.util.Objects;
import java.util.Optional;

/**
 * The appearance of a surface, in the terms that OBJ materials and glTF share.
 *
 * @param name name in the file
 * @param red linear base colour, 0–1
 * @param green linear base colour, 0–1
 * @param blue linear base colour, 0–1
 * @param alpha 1 is opaque
 * @param roughness 0 (mirror) to 1 (chalk)
 * @param metallic 0–1
 * @param texture base-colour image, if there is one
 * @param bumps normal map, if there is one
 */
public record Material(
        String name,
        float red,
        float green,
        float blue,
        float alpha,
        float roughness,
        float metallic,
        Optional<Texture> texture,
        Optional<NormalMap> bumps) {
    /**
     * An encoded image.
     *
     * @param name file name without folder
     * @param mimeType {@code image/png} or {@code image/jpeg}
     * @param bytes the encoded image, not modified
     */
    public record Texture(String name, String mimeType, byte[] bytes) {}

    /**
     * A normal map in tangent space. Tangents are computed when a mesh is written, because they depend on the pose.
     *
     * @param scale of the normals' two components along the surface
     */
    public record NormalMap(Texture image, float scale) {}

    public Material {
        Objects.requireNonNull(name);
        Objects.requireNonNull(texture);
        Objects.requireNonNull(bumps);
    }

    /** A material without a normal map. */
    public Material(
            String name,
            float red,
            float green,
            float blue,
            float alpha,
            float roughness,
            float metallic,
            Optional<Texture> texture) {
        this(name, red, green, blue, alpha, roughness, metallic, texture, Optional.empty());
    }

    /** A neutral grey material. */
    public static Material plain(String name) {
        return new Material(name, 0.7f, 0.7f, 0.7f, 1f, 0.8f, 0f, Optional.empty());
    }
}
