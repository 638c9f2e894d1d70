package dev.sinew.io.format;

import dev.sinew.io.gltf.GltfPlayer;
import dev.sinew.io.gltf.GltfSequence;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.write.GltfWriter;
import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.model.SkeletonMotion;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** glTF 2.0, binary or JSON. */
final class GltfFormat extends Format {
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    GltfFormat() {
        super(
                "glTF",
                List.of(".glb", ".gltf"),
                Set.of(Content.SEQUENCE, Content.MODEL),
                Set.of(Content.MODEL),
                "glTF 2.0 models with skins, morph targets and animation");
    }

    @Override
    public boolean begins(Head head) {
        return head.startsWith("glTF") || isJson(head);
    }

    private static boolean isJson(Head head) {
        int at = head.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length() : 0;
        while (at < head.bytes().length && Character.isWhitespace(head.bytes()[at])) {
            at++;
        }
        return at < head.bytes().length && head.bytes()[at] == '{';
    }

    @Override
    public AnimatedMesh openSequence(Path file, Selection selection) {
        return GltfSequence.open(file, selection.objects(), selection.clip(), selection.framesPerSecond());
    }

    @Override
    public List<String> clips(Path file) {
        return GltfSequence.clips(file);
    }

    @Override
    public boolean holdsModel(Path file) {
        return GltfPlayer.hasSkin(file);
    }

    @Override
    public boolean holdsMesh(Path file) {
        return !GltfDocument.open(file).list("meshes").isEmpty();
    }

    @Override
    public ModelDocument readDocument(Path file, Selection selection) {
        return GltfPlayer.open(file).document();
    }

    @Override
    public SkeletonMotion readMotion(Path file) {
        return GltfPlayer.readMotion(file);
    }

    /** The buffers and images that a JSON file names; empty if it cannot be read, which its reader reports. */
    @Override
    public List<Path> filesBeside(Path file) {
        if (!Files.isRegularFile(file)
                || !Formats.endsIn(file, List.of(endings().get(1)))) {
            return List.of();
        }
        try {
            JsonNode document =
                    JsonMapper.shared().readTree(file.toAbsolutePath().toFile());
            return Stream.of("buffers", "images")
                    .flatMap(kind -> document.path(kind).valueStream())
                    .map(part -> part.path("uri").asString(""))
                    .filter(uri -> !uri.isEmpty() && !uri.startsWith("data:"))
                    .map(uri -> file.resolveSibling(URI.create(uri).getPath()))
                    .toList();
        } catch (RuntimeException unreadable) {
            return List.of();
        }
    }

    @Override
    public WrittenModel writeModel(ModelDocument document, Path file, Storage storage) {
        return GltfWriter.write(document, file, storage);
    }
}
