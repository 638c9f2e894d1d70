package dev.sinew.io.gltf.blend;

import dev.sinew.io.file.JsonPlace;
import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.io.gltf.document.ImageKind;
import dev.sinew.io.gltf.document.UriData;
import dev.sinew.run.RefusedException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Images that stand beside a file and come along into it when it goes elsewhere. */
final class SideImages {
    private final GltfDocument document;
    private final GltfEdit edit;

    SideImages(GltfDocument document, GltfEdit edit) {
        this.document = document;
        this.edit = edit;
    }

    /** @param notes modified: what could not come along */
    void embed(Path target, List<String> notes) {
        for (JsonPlace image : document.list("images")) {
            Optional<JsonPlace> uri = image.find("uri").filter(u -> !u.text().startsWith("data:"));
            if (uri.isPresent() && !sameFolder(target)) {
                try {
                    embed((ObjectNode) image.node(), UriData.load(document.file(), uri.get()));
                } catch (RefusedException e) {
                    notes.add(e.getMessage() + "; the image is named as before");
                }
            }
        }
    }

    /** A .gltf in the same folder finds the same images. */
    private boolean sameFolder(Path target) {
        boolean plain =
                String.valueOf(target.getFileName()).toLowerCase(Locale.ROOT).endsWith(".gltf");
        Path from = document.file().toAbsolutePath().normalize().getParent();
        return plain && from.equals(target.toAbsolutePath().normalize().getParent());
    }

    private void embed(ObjectNode image, ByteBuffer data) {
        byte[] bytes = new byte[data.capacity()];
        data.get(0, bytes);
        Optional<String> kind = Optional.ofNullable(image.get("mimeType"))
                .map(type -> type.asString(""))
                .or(() -> ImageKind.ofAny(bytes));
        // Whatever it is, the new file must not name what is not beside it.
        image.put("bufferView", edit.view(bytes, BinaryBuilder.Target.OTHER));
        image.put("mimeType", kind.orElse("application/octet-stream"));
        image.remove("uri");
    }
}
