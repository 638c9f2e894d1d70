package dev.sinew.io.gltf.read;

import dev.sinew.io.file.JsonPlace;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.ImageKind;
import dev.sinew.io.gltf.document.UriData;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Material.Texture;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Materials in our own few terms. What those have no word for is left out, images that are neither PNG nor JPEG too. */
final class MaterialReader {
    private final GltfDocument document;

    MaterialReader(GltfDocument document) {
        this.document = document;
    }

    /** Whether our writer made the material up for a mesh that had none. */
    boolean isAssumed(int index) {
        return document.list("materials")
                .get(index)
                .find("extras")
                .filter(e -> e.node().isObject())
                .flatMap(e -> e.find(Vocabulary.ASSUMED))
                .isPresent();
    }

    Material read(int index) {
        JsonPlace place = document.list("materials").get(index);
        String name = place.find("name").map(JsonPlace::text).orElse("material_" + index);
        Optional<JsonPlace> look = place.find("pbrMetallicRoughness");
        double[] colour = look.flatMap(l -> l.find("baseColorFactor"))
                .map(c -> c.numbers(4))
                .orElse(new double[] {1, 1, 1, 1});
        return new Material(
                name,
                (float) colour[0],
                (float) colour[1],
                (float) colour[2],
                (float) colour[3],
                factor(look, "roughnessFactor"),
                factor(look, "metallicFactor"),
                look.flatMap(l -> l.find("baseColorTexture")).flatMap(this::texture),
                place.find("normalTexture").flatMap(this::bumps));
    }

    /** On other UVs than the first, which are not read, an image would stand in the wrong place. */
    private Optional<Material.NormalMap> bumps(JsonPlace info) {
        boolean elsewhere = info.find("texCoord").map(t -> t.number() != 0).orElse(false);
        float scale = info.find("scale").map(s -> (float) s.number()).orElse(1f);
        return elsewhere ? Optional.empty() : texture(info).map(image -> new Material.NormalMap(image, scale));
    }

    private static float factor(Optional<JsonPlace> look, String name) {
        return look.flatMap(l -> l.find(name)).map(f -> (float) f.number()).orElse(1f);
    }

    private Optional<Texture> texture(JsonPlace info) {
        Optional<JsonPlace> source =
                document.follow(info.get("index"), "textures").find("source");
        return source.flatMap(s -> image(document.follow(s, "images"), s.index(Integer.MAX_VALUE, "images")));
    }

    private Optional<Texture> image(JsonPlace image, int index) {
        ByteBuffer data;
        Optional<JsonPlace> uri = image.find("uri");
        if (uri.isPresent()) {
            data = UriData.load(document.file(), uri.get());
        } else {
            data = document.view(document.follow(image.get("bufferView"), "bufferViews"));
        }
        byte[] bytes = new byte[data.remaining()];
        data.duplicate().get(bytes);
        Optional<String> mimeType = ImageKind.of(bytes);
        String ending = mimeType.filter("image/png"::equals).isPresent() ? ".png" : ".jpg";
        String fallback = uri.map(JsonPlace::text)
                .filter(u -> !u.startsWith("data:"))
                .map(u -> u.substring(u.lastIndexOf('/') + 1))
                .orElse("image_" + index + ending);
        String name = image.find("name")
                .map(JsonPlace::text)
                .filter(n -> !n.isBlank())
                .orElse(fallback);
        return mimeType.map(type -> new Texture(name, type, bytes));
    }
}
