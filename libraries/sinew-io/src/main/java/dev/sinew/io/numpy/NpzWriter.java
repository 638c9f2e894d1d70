package dev.sinew.io.numpy;

import dev.sinew.io.numpy.NpyArray.NpyHeader;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes arrays to a {@code .npz} as {@code numpy.savez} does: little-endian, C order, uncompressed. Equal arrays give equal
 * bytes.
 */
public final class NpzWriter implements AutoCloseable {
    /** The earliest time that zip archives can represent. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private static final int ALIGNMENT = 64;

    /** Writes numbers to a stream; must write the same numbers on every call. */
    interface Numbers {
        void writeTo(Out out) throws IOException;
    }

    /** Writes little-endian numbers. */
    static final class Out {
        private final OutputStream stream;
        private final ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);

        private Out(OutputStream stream) {
            this.stream = stream;
        }

        void put(float value) throws IOException {
            bytes.putFloat(0, value);
            stream.write(bytes.array(), 0, Float.BYTES);
        }

        void put(double value) throws IOException {
            bytes.putDouble(0, value);
            stream.write(bytes.array(), 0, Double.BYTES);
        }

        void put(int value) throws IOException {
            bytes.putInt(0, value);
            stream.write(bytes.array(), 0, Integer.BYTES);
        }
    }

    private final ZipOutputStream zip;

    NpzWriter(OutputStream out) {
        zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
        zip.setMethod(ZipOutputStream.STORED);
    }

    void floats(String name, long[] shape, Numbers numbers) throws IOException {
        write(name, "<f4", Float.BYTES, shape, numbers);
    }

    void doubles(String name, long[] shape, Numbers numbers) throws IOException {
        write(name, "<f8", Double.BYTES, shape, numbers);
    }

    void ints(String name, long[] shape, Numbers numbers) throws IOException {
        write(name, "<i4", Integer.BYTES, shape, numbers);
    }

    void doubles(String name, long[] shape, double[] values) throws IOException {
        doubles(name, shape, out -> {
            for (double value : values) {
                out.put(value);
            }
        });
    }

    void floats(String name, long[] shape, float[] values) throws IOException {
        floats(name, shape, out -> {
            for (float value : values) {
                out.put(value);
            }
        });
    }

    void ints(String name, long[] shape, int[] values) throws IOException {
        ints(name, shape, out -> {
            for (int value : values) {
                out.put(value);
            }
        });
    }

    /** Text in NumPy's form: four bytes per character, all padded to the longest. */
    void texts(String name, List<String> texts) throws IOException {
        int width = Math.max(
                1,
                texts.stream()
                        .mapToInt(t -> t.codePointCount(0, t.length()))
                        .max()
                        .orElse(1));
        write(name, "<U" + width, Integer.BYTES * width, new long[] {texts.size()}, out -> {
            for (String text : texts) {
                for (int letter : Arrays.copyOf(text.codePoints().toArray(), width)) {
                    out.put(letter);
                }
            }
        });
    }

    private void write(String name, String type, int itemBytes, long[] shape, Numbers numbers) throws IOException {
        byte[] header = header(type, shape);
        ZipEntry entry = new ZipEntry(name + ".npy");
        entry.setTimeLocal(NO_TIME);
        entry.setSize(header.length + itemBytes * Arrays.stream(shape).reduce(1, (a, b) -> a * b));
        // Uncompressed entries need their checksum first, so the numbers are generated twice.
        CRC32 sum = new CRC32();
        put(new CheckedOutputStream(OutputStream.nullOutputStream(), sum), header, numbers);
        entry.setCrc(sum.getValue());
        zip.putNextEntry(entry);
        put(zip, header, numbers);
        zip.closeEntry();
    }

    private static void put(OutputStream stream, byte[] header, Numbers numbers) throws IOException {
        BufferedOutputStream buffered = new BufferedOutputStream(stream, 1 << 16);
        buffered.write(header);
        numbers.writeTo(new Out(buffered));
        buffered.flush();
    }

    private static byte[] header(String type, long[] shape) {
        String extents = Arrays.stream(shape).mapToObj(Long::toString).collect(Collectors.joining(", "));
        String text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + extents
                + (shape.length == 1 ? ",)" : ")") + ", }";
        int before = NpyHeader.MAGIC.length() + 4;
        int length = (before + text.length() + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT - before;
        ByteBuffer bytes = ByteBuffer.allocate(before + length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(NpyHeader.MAGIC.getBytes(StandardCharsets.ISO_8859_1));
        bytes.put((byte) 1).put((byte) 0).putShort((short) length);
        bytes.put((text + " ".repeat(length - 1 - text.length()) + "\n").getBytes(StandardCharsets.US_ASCII));
        return bytes.array();
    }

    /** Finishes the archive; does not close the underlying stream. */
    @Override
    public void close() throws IOException {
        zip.finish();
    }

    /**
     * Writes a sequence as {@code poses}, {@code rest}, {@code faces} and {@code fps}, which {@link NumpySequence} reads.
     */
    public static void write(OutputStream out, MeshSequence sequence) throws IOException {
        try (NpzWriter arrays = new NpzWriter(out)) {
            long[] shape = {sequence.frameCount(), sequence.vertexCount(), 3};
            arrays.floats("poses", shape, numbers -> {
                for (int f = 0; f < sequence.frameCount(); f++) {
                    for (float value : checked(sequence, f)) {
                        numbers.put(value);
                    }
                }
            });
            mesh(arrays, sequence.rest());
            arrays.doubles("fps", new long[0], new double[] {sequence.framesPerSecond()});
        }
    }

    private static float[] checked(MeshSequence sequence, int f) {
        float[] frame = sequence.frame(f);
        MeshSequence.checkFrame("sequence '" + sequence.name() + "'", f, frame, sequence.vertexCount());
        return frame;
    }

    /** {@code rest} and {@code faces}: (T, 3) if all faces are triangles, else a list in which -1 ends a face. */
    static void mesh(NpzWriter arrays, Mesh mesh) throws IOException {
        arrays.floats("rest", new long[] {mesh.vertexCount(), 3}, mesh.positions());
        int faces = mesh.faceCount();
        if (mesh.corners().length == 3 * faces) {
            arrays.ints("faces", new long[] {faces, 3}, mesh.corners());
            return;
        }
        arrays.ints("faces", new long[] {mesh.corners().length + faces}, out -> {
            for (int k = 0; k < faces; k++) {
                for (int c = mesh.faceStarts()[k]; c < mesh.faceStarts()[k + 1]; c++) {
                    out.put(mesh.corners()[c]);
                }
                out.put(-1);
            }
        });
    }
}
