package dev.sinew.show.picture;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** A minimal reader for sequences of the shared data folder. */
final class SharedData {
    private SharedData() {}

    static Optional<Path> folder() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path data = at.resolve("shared/data");
            if (Files.isDirectory(data)) {
                return Optional.of(data);
            }
        }
        return Optional.empty();
    }

    static MeshSequence sequence(Path data, String name) throws IOException {
        ByteBuffer pc2 = ByteBuffer.wrap(Files.readAllBytes(data.resolve("sequences/" + name + ".pc2")))
                .order(ByteOrder.LITTLE_ENDIAN);
        int vertices = pc2.getInt(16);
        float[][] frames = new float[pc2.getInt(28)][3 * vertices];
        for (int f = 0; f < frames.length; f++) {
            pc2.position(32 + 12 * vertices * f)
                    .slice()
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asFloatBuffer()
                    .get(frames[f]);
        }
        int[] triangles = Files.readAllLines(data.resolve("sequences/" + name + ".obj")).stream()
                .filter(line -> line.startsWith("f "))
                .flatMapToInt(line -> Arrays.stream(line.substring(2).trim().split("\\s+"))
                        .mapToInt(corner -> Integer.parseInt(corner.split("/")[0]) - 1))
                .toArray();
        return new MeshSequence(name, Mesh.ofTriangles(frames[0], triangles), FrameSource.of(frames), 30);
    }
}
