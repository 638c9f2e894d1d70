package dev.sinew.io.ply;

import dev.sinew.io.text.TextLines;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** The numbers of a PLY file's data, one after the other; every type of them fits a double. */
interface PlyValues {
    /** @throws EOFException where the file ends first */
    double next(PlyType type) throws IOException;

    /** The numbers that follow the header. */
    static PlyValues after(PlyHeader header, Path file, InputStream in) {
        return switch (header.format()) {
            case ASCII -> new Text(new TextLines(file, in, header.lines()));
            case BINARY_LITTLE_ENDIAN -> new Binary(in, ByteOrder.LITTLE_ENDIAN);
            case BINARY_BIG_ENDIAN -> new Binary(in, ByteOrder.BIG_ENDIAN);
        };
    }

    /** Tokens, whatever lines they stand on. */
    final class Text implements PlyValues {
        private final TextLines lines;

        Text(TextLines lines) {
            this.lines = lines;
        }

        @Override
        public double next(PlyType type) throws IOException {
            while (!lines.nextToken()) {
                if (!lines.nextLine()) {
                    throw new EOFException();
                }
            }
            return lines.number();
        }
    }

    /** Bytes of a known order. */
    final class Binary implements PlyValues {
        private static final int BUFFER = 1 << 17;

        private final InputStream in;
        private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER);

        Binary(InputStream in, ByteOrder order) {
            this.in = in;
            bytes.order(order).flip();
        }

        @Override
        public double next(PlyType type) throws IOException {
            if (bytes.remaining() < type.bytes()) {
                fill(type.bytes());
            }
            return switch (type) {
                case INT8 -> bytes.get();
                case UINT8 -> bytes.get() & 0xff;
                case INT16 -> bytes.getShort();
                case UINT16 -> bytes.getShort() & 0xffff;
                case INT32 -> bytes.getInt();
                case UINT32 -> bytes.getInt() & 0xffffffffL;
                case FLOAT32 -> bytes.getFloat();
                case FLOAT64 -> bytes.getDouble();
            };
        }

        private void fill(int needed) throws IOException {
            bytes.compact();
            while (bytes.position() < needed) {
                int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
                if (count < 0) {
                    throw new EOFException();
                }
                bytes.position(bytes.position() + count);
            }
            bytes.flip();
        }
    }
}
