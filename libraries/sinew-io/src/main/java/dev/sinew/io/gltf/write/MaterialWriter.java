package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.GltfContainer.ImageKind;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Material.Texture;
import dev.sinew.mesh.Mesh;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes materials as metallic-roughness, with their images in the buffer. Only materials in use are written. A mesh without
 * materials gets a neutral one, because glTF's default is metal, which most viewers show black. It is marked in its {@code
 * extras}, so that readers can ignore it.
 */
final class MaterialWriter {

    private final ObjectNode root;
    private final BinaryBuilder binary;
    private final Mesh mesh;
    private final Sidedness sides;
    private final Map<Integer, Integer> written = new HashMap<>();
    private final List<byte[]> images = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private enum Sidedness {
        FRONT,
        BOTH
    }

    MaterialWriter(ObjectNode root, BinaryBuilder binary, Mesh mesh) {
        this.root = root;
        this.binary = binary;
        this.mesh = mesh;
        // Cloth is seen from both sides; a closed body is not, and drawing both sides would be wasteful.
        this.sides = isOpen(mesh) ? Sidedness.BOTH : Sidedness.FRONT;
    }

    /** Bytes of the buffer that images take. */
    long imageBytes() {
        return images.stream().mapToLong(image -> (image.length + 3) / 4 * 4).sum();
    }

    /** Notes about what could not be written. */
    List<String> notes() {
        return notes;
    }

    /** Index in the file of a face's material; writes the material on first use. */
    int indexOf(int face) {
        int[] faceMaterials = mesh.surface().faceMaterials();
        int key = faceMaterials.length == 0 ? -1 : faceMaterials[face];
        return written.computeIfAbsent(key, this::write);
    }

    private int write(int key) {
        ArrayNode materials = root.withArray("materials");
        ObjectNode node = materials.addObject();
        Material material =
                key < 0 ? Material.plain("default") : mesh.surface().materials().get(key);
        node.put("name", material.name());
        ObjectNode look = node.putObject("pbrMetallicRoughness");
        ArrayNode colour = look.putArray("baseColorFactor");
        for (float part : new float[] {material.red(), material.green(), material.blue(), material.alpha()}) {
            colour.add(unit(part));
        }
        look.put("metallicFactor", unit(material.metallic()));
        look.put("roughnessFactor", unit(material.roughness()));
        material.texture()
                .flatMap(image -> written(material, image))
                .ifPresent(index -> look.putObject("baseColorTexture").put("index", index));
        material.bumps().ifPresent(bumps -> writeBumps(material, bumps, node));
        if (unit(material.alpha()) < 1) {
            node.put("alphaMode", "BLEND");
        }
        if (sides == Sidedness.BOTH) {
            node.put("doubleSided", true);
        }
        if (key < 0) {
            node.putObject("extras").put(Vocabulary.ASSUMED, true);
        }
        return materials.size() - 1;
    }

    private static double unit(float value) {
        // NaN compares false and becomes 0
        return value > 0 ? Math.min(1, Double.parseDouble(Float.toString(value))) : 0;
    }

    private void writeBumps(Material material, Material.NormalMap bumps, ObjectNode node) {
        written(material, bumps.image()).ifPresent(index -> {
            ObjectNode info = node.putObject("normalTexture").put("index", index);
            if (bumps.scale() != 1 && Float.isFinite(bumps.scale())) {
                info.put("scale", Double.parseDouble(Float.toString(bumps.scale())));
            }
        });
    }

    /** Index of the texture; empty if it cannot be shown. */
    private Optional<Integer> written(Material material, Texture texture) {
        if (mesh.surface().uvs().isEmpty()) {
            notes.add("the image '" + texture.name() + "' of material '" + material.name()
                    + "' was not written: the mesh has no UVs");
            return Optional.empty();
        }
        Optional<String> mimeType = ImageKind.of(texture.bytes());
        if (mimeType.isEmpty()) {
            notes.add("the image '" + texture.name() + "' of material '" + material.name()
                    + "' was not written: it is neither PNG nor JPEG");
            return Optional.empty();
        }
        return Optional.of(textureOf(texture, mimeType.get()));
    }

    /** Materials with equal image bytes share one image and one texture. */
    private int textureOf(Texture texture, String mimeType) {
        for (int k = 0; k < images.size(); k++) {
            if (Arrays.equals(images.get(k), texture.bytes())) {
                return k;
            }
        }
        ByteBuffer data = BinaryBuilder.littleEndian(texture.bytes().length).put(texture.bytes());
        int view = binary.view(data.array(), texture.bytes().length, BinaryBuilder.Target.OTHER);
        ObjectNode image = root.withArray("images").addObject();
        image.put("name", texture.name());
        image.put("mimeType", mimeType);
        image.put("bufferView", view);
        root.withArray("textures").addObject().put("source", images.size());
        images.add(texture.bytes());
        return images.size() - 1;
    }

    /** Whether some edge belongs to only one face. */
    private static boolean isOpen(Mesh mesh) {
        int[] starts = mesh.faceStarts();
        int[] corners = mesh.corners();
        long[] edges = new long[corners.length];
        for (int k = 0; k < mesh.faceCount(); k++) {
            for (int c = starts[k]; c < starts[k + 1]; c++) {
                long a = corners[c];
                long b = corners[c + 1 < starts[k + 1] ? c + 1 : starts[k]];
                edges[c] = Math.min(a, b) << 32 | Math.max(a, b);
            }
        }
        Arrays.sort(edges);
        for (int c = 0; c < edges.length; ) {
            int run = c;
            while (run < edges.length && edges[run] == edges[c]) {
                run++;
            }
            if (run == c + 1) {
                return true;
            }
            c = run;
        }
        return false;
    }
}
