package dev.sinew.io.gltf;

import dev.sinew.mesh.Box;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps files that tests wrote, with our player's vertex positions, for the programs of {@code sinew-interop} to verify.
 */
public final class Interop {
    /** Times as fractions of the duration: the ends, and several that are rarely keys. */
    private static final double[] PARTS = {0, 0.123, 0.31, 0.5, 0.777, 0.9, 1};

    private Interop() {}

    /** A file that we wrote. */
    public static void keep(Path file) throws IOException {
        keep(file, Path.of("target", "interop"));
    }

    /** A file of other programs, which may fail the validator. */
    public static void keepForeign(Path file) throws IOException {
        keep(file, Path.of("target", "interop", "foreign"));
    }

    /** A file that older engines cannot read: quantized or packed. */
    static void keepSmall(Path file) throws IOException {
        keep(file, Path.of("target", "interop", "small"));
    }

    private static void keep(Path file, Path into) throws IOException {
        Path folder = Files.createDirectories(into);
        Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        GltfPlayer player = GltfPlayer.open(file);
        ObjectNode root = JsonMapper.shared().createObjectNode();
        root.put("file", file.getFileName().toString());
        root.put("size", Box.around(player.model().rest().positions()).diagonal());
        ArrayNode clips = root.putArray("clips");
        for (int c = 0; c < player.model().clips().size(); c++) {
            ObjectNode clip = clips.addObject();
            clip.put("name", player.model().clips().get(c).name());
            ArrayNode samples = clip.putArray("samples");
            for (double part : PARTS) {
                double time = part * player.duration(c);
                ArrayNode positions = samples.addObject().put("time", time).putArray("positions");
                for (double x : player.positions(c, time)) {
                    positions.add(x);
                }
            }
        }
        String name = file.getFileName().toString().replaceAll("\\.glb$", ".positions.json");
        JsonMapper.shared().writeValue(folder.resolve(name), root);
    }
}
