package dev.sinew.io.alembic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.InvalidInputs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups and data blocks at any position. */
class OgawaFileTest {
    @TempDir
    Path folder;

    private static byte[] header(long root) {
        return ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(new byte[] {'O', 'g', 'a', 'w', 'a', (byte) 0xff, 0, 1})
                .putLong(root)
                .array();
    }

    @Test
    void readsBlocksAcrossMappedPieces() throws IOException {
        Path path = folder.resolve("large.abc");
        long at = (1L << 30) - 12;
        try (RandomAccessFile out = new RandomAccessFile(path.toFile(), "rw")) {
            // A sparse file, which takes no disk space.
            out.setLength((1L << 30) + 100);
            out.write(header(16));
            out.seek(at);
            out.write(OgawaWriter.buffer(8).putLong(20).array());
            for (int k = 0; k < 20; k++) {
                out.write(k);
            }
        }
        ByteBuffer data = OgawaFile.open(path).data(at, "a block");
        assertThat(data.remaining()).isEqualTo(20);
        assertThat(data.getInt(2)).isEqualTo(0x05040302);
        assertThat(data.get(19)).isEqualTo((byte) 19);
    }

    @Test
    void rejectsCountsBeyondTheFile() throws IOException {
        Path path = folder.resolve("x.abc");
        ByteBuffer bytes =
                ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN).put(header(16));
        bytes.putLong(16, 3_000_000_000L);
        Files.write(path, bytes.array());
        assertThat(InvalidInputs.of(() -> OgawaFile.open(path).root()))
                .contains("claims 3000000000 children", "room for 9");
        assertThat(InvalidInputs.of(() -> OgawaFile.open(path).data(16, "block")))
                .contains("claims 3000000000 bytes");
        assertThat(InvalidInputs.of(() -> OgawaFile.open(path).data(-5, "block")))
                .contains("block should be at byte");
        bytes.putLong(16, -1);
        Files.write(path, bytes.array());
        assertThat(InvalidInputs.of(() -> OgawaFile.open(path).root()))
                .contains("claims 18446744073709551615 children");
    }
}
