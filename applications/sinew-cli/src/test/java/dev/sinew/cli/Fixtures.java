package dev.sinew.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Small files to work on, written by hand: a sheet of quads that bends. */
final class Fixtures {
    static final int SIDE = 12;
    static final int VERTICES = SIDE * SIDE;
    static final int FACES = (SIDE - 1) * (SIDE - 1);

    private Fixtures() {}

    /** Writes {@code name.obj} and {@code name.pc2} with this number of frames; returns the mesh. */
    static Path sequence(Path folder, String name, int frames) throws IOException {
        Files.write(folder.resolve(name + ".pc2"), pc2(VERTICES, frames, frames));
        return mesh(folder.resolve(name + ".obj"), 0);
    }

    /** One file a frame. */
    static Path frames(Path folder, int frames) throws IOException {
        Files.createDirectories(folder);
        for (int f = 0; f < frames; f++) {
            mesh(folder.resolve("frame" + f + ".obj"), f);
        }
        return folder;
    }

    /** The sheet in a frame as OBJ. */
    static Path mesh(Path file, int frame) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < VERTICES; i++) {
            float[] v = position(i, frame);
            text.append(String.format(Locale.ROOT, "v %s %s %s\n", v[0], v[1], v[2]));
        }
        for (int row = 0; row + 1 < SIDE; row++) {
            for (int column = 0; column + 1 < SIDE; column++) {
                int at = row * SIDE + column + 1;
                text.append("f " + at + " " + (at + 1) + " " + (at + SIDE + 1) + " " + (at + SIDE) + "\n");
            }
        }
        return Files.writeString(file, text);
    }

    /**
     * A point cache.
     *
     * @param claimed frames the header speaks of
     * @param held frames that are there
     */
    static byte[] pc2(int vertices, int claimed, int held) {
        ByteBuffer bytes = ByteBuffer.allocate(32 + 12 * vertices * held).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put("POINTCACHE2\0".getBytes(StandardCharsets.US_ASCII)).putInt(1);
        bytes.putInt(vertices).putFloat(0).putFloat(1).putInt(claimed);
        for (int f = 0; f < held; f++) {
            for (int i = 0; i < vertices; i++) {
                for (float x : position(i, f)) {
                    bytes.putFloat(x);
                }
            }
        }
        return bytes.array();
    }

    /** The sheet rolls up a little more with every frame. */
    private static float[] position(int i, int frame) {
        double s = (i % SIDE) / (SIDE - 1.0);
        double bend = 0.15 * frame;
        double x = frame == 0 ? s : Math.sin(bend * s) / bend;
        double y = frame == 0 ? 0 : (1 - Math.cos(bend * s)) / bend;
        return new float[] {(float) x, (float) y, (i / SIDE) / (SIDE - 1f)};
    }
}
