package dev.sinew.mesh;

import java.util.Objects;
import java.util.Optional;

/**
 * What a surface looks like, in the few terms that OBJ's materials and glTF share.
 *
 * @param name the name the file gives it
 * @param red linear base colour, 0 to 1
 * @param green linear base colour, 0 to 1
 * @param blue linear base colour, 0 to 1
 * @param alpha 1 is opaque
 * @param roughness 0 is a mirror, 1 is chalk
 * @param metallic 0 or 1, or between
 * @param texture the base-colour image, where there is one
 * @param bumps normals finer than the mesh's, where there are some
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
     * An image as its file holds it.
     *
     * @param name file name without folder
     * @param mimeType {@code image/png} or {@code image/jpeg}
     * @param bytes the encoded image, not modified
     */
    public record Texture(String name, String mimeType, byte[] bytes) {}

    /**
     * An image of normals in the frame of UVs and the mesh's normal. That frame (tangents) is found when a mesh is written: another pose with other normals
     * has another one.
     *
     * @param scale of the normals' two components along the surface
     */
    public record NormalMap(Texture image, float scale) {}

    public Material {
        Objects.requireNonNull(name);
        Objects.requireNonNull(texture);
        Objects.requireNonNull(bumps);
    }

    /** One without a normal map. */
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

    /** A neutral grey of the given name. */
    public static Material plain(String name) {
        return new Material(name, 0.7f, 0.7f, 0.7f, 1f, 0.8f, 0f, Optional.empty());
    }
}
