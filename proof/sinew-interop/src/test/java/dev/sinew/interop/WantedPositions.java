package dev.sinew.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Vertex positions of Sinew's own player: a {@code .positions.json}, described in check.mjs.
 *
 * @param model the GLB
 * @param size diagonal of the rest pose's box
 */
record WantedPositions(Path model, double size, List<Sample> samples) {
    private static final String ENDING = ".positions.json";

    /**
     * All vertices of the original mesh at a time of a clip.
     *
     * @param positions xyz after xyz
     */
    record Sample(String clip, double seconds, double[] positions) {}

    /** All files of a folder, sorted; empty if the folder is missing. */
    static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ENDING))
                    .sorted()
                    .toList();
        }
    }

    static WantedPositions read(Path file) {
        JsonNode root = JsonMapper.shared().readTree(file);
        List<Sample> samples = new ArrayList<>();
        for (JsonNode clip : root.get("clips")) {
            for (JsonNode sample : clip.get("samples")) {
                JsonNode list = sample.get("positions");
                double[] positions = new double[list.size()];
                for (int k = 0; k < positions.length; k++) {
                    positions[k] = list.get(k).asDouble();
                }
                samples.add(new Sample(
                        clip.get("name").asString(), sample.get("time").asDouble(), positions));
            }
        }
        Path model = file.resolveSibling(root.get("file").asString());
        return new WantedPositions(model, root.get("size").asDouble(), samples);
    }
}
