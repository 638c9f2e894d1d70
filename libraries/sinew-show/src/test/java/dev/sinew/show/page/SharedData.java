package dev.sinew.show.page;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A minimal reader for sequences of the shared data folder. */
final class SharedData {
    private SharedData() {}

    static Optional<Path> folder() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve("shared/data"))) {
                return Optional.of(at.resolve("shared/data"));
            }
        }
        return Optional.empty();
    }

    static MeshSequence sequence(Path data, String name) throws IOException {
        Mesh rest = obj(data.resolve("sequences/" + name + ".obj"));
        ByteBuffer pc2 = ByteBuffer.wrap(Files.readAllBytes(data.resolve("sequences/" + name + ".pc2")))
                .order(ByteOrder.LITTLE_ENDIAN);
        int points = pc2.getInt(16);
        float[][] frames = new float[pc2.getInt(28)][3 * points];
        pc2.position(32);
        for (float[] frame : frames) {
            pc2.asFloatBuffer().get(frame);
            pc2.position(pc2.position() + 12 * points);
        }
        return new MeshSequence(name, rest, FrameSource.of(frames), 30);
    }

    private static Mesh obj(Path file) throws IOException {
        List<Float> positions = new ArrayList<>();
        List<Integer> corners = new ArrayList<>();
        List<Integer> starts = new ArrayList<>(List.of(0));
        for (String line : Files.readAllLines(file)) {
            String[] words = line.trim().split("\\s+");
            if (words[0].equals("v")) {
                for (int x = 1; x <= 3; x++) {
                    positions.add(Float.parseFloat(words[x]));
                }
            } else if (words[0].equals("f")) {
                for (int c = 1; c < words.length; c++) {
                    corners.add(Integer.parseInt(words[c].split("/")[0]) - 1);
                }
                starts.add(corners.size());
            }
        }
        float[] xyz = new float[positions.size()];
        for (int k = 0; k < xyz.length; k++) {
            xyz[k] = positions.get(k);
        }
        return Mesh.of(
                xyz,
                starts.stream().mapToInt(i -> i).toArray(),
                corners.stream().mapToInt(i -> i).toArray(),
                Mesh.Surface.bare());
    }
}
