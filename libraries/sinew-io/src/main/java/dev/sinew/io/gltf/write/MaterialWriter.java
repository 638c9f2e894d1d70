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
 * Materials as metallic-roughness, their images inside the buffer. Only those that a face uses are written. A mesh
 * without materials gets a neutral one, because glTF's own default is bare metal, which most viewers show black; it is
 * marked in its {@code extras} so that reading does not take it for the input's.
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
        // Cloth is seen from both sides; a closed body is not, and drawing it twice would cost for nothing.
        this.sides = isOpen(mesh) ? Sidedness.BOTH : Sidedness.FRONT;
    }

    /** Bytes that images take of the buffer. */
    long imageBytes() {
        return images.stream().mapToLong(image -> (image.length + 3) / 4 * 4).sum();
    }

    /** What could not be written, for the user. */
    List<String> notes() {
        return notes;
    }

    /** Index in the file of the material of a face, written when first asked for. */
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
        // NaN compares false: it becomes 0
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

    /** Index of the texture; none where it can not be shown. */
    private Optional<Integer> written(Material material, Texture texture) {
        if (mesh.surface().uvs().isEmpty()) {
            notes.add("the image '" + texture.name() + "' of material '" + material.name()
                    + "' was left out: the mesh has no UVs");
            return Optional.empty();
        }
        Optional<String> mimeType = ImageKind.of(texture.bytes());
        if (mimeType.isEmpty()) {
            notes.add("the image '" + texture.name() + "' of material '" + material.name()
                    + "' was left out: it is neither PNG nor JPEG");
            return Optional.empty();
        }
        return Optional.of(textureOf(texture, mimeType.get()));
    }

    /** One image and one texture for materials that share the same bytes. */
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

    /** Whether some edge borders on one face only. */
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
