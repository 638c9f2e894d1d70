package dev.sinew.io.gltf.document;

import dev.sinew.io.file.JsonPlace;
import dev.sinew.io.handles.HandlesJson;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.HandleSet;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The extension {@code SINEW_handles} at the root of a glTF file: what the bones stand for. See docs/extensions.md. */
public final class HandlesExtension {
    static final String NAME = "SINEW_handles";

    private HandlesExtension() {}

    public static void write(ObjectNode root, HandleSet handles) {
        JsonNode used = root.get("extensionsUsed");
        ArrayNode list = used instanceof ArrayNode array ? array : root.putArray("extensionsUsed");
        list.add(NAME);
        JsonNode extensions = root.get("extensions");
        ObjectNode all = extensions instanceof ObjectNode object ? object : root.putObject("extensions");
        HandlesJson.write(all.putObject(NAME), handles);
    }

    /** The handles of a file, where it carries them. */
    public static Optional<HandleSet> read(JsonPlace root, Mesh mesh) {
        return root.find("extensions")
                .flatMap(e -> e.find(NAME))
                .map(place -> HandlesJson.read(place, HandlesJson.vertices(mesh), UnaryOperator.identity()));
    }
}
