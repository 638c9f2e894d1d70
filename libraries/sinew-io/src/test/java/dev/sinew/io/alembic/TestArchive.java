package dev.sinew.io.alembic;

import dev.sinew.io.alembic.OgawaWriter.CompoundWriter;
import dev.sinew.io.alembic.OgawaWriter.CompoundWriter.Description;
import dev.sinew.io.alembic.OgawaWriter.CompoundWriter.Samples;
import dev.sinew.io.alembic.SampledProperty.Pod;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Hand-made archives: objects of any kind with any properties. */
final class TestArchive {
    /** Writes the properties of an object and returns the pointer to them. */
    interface Properties {
        long write(OgawaWriter writer) throws IOException;
    }

    /** An object with its children. */
    record Node(String name, String metaData, Properties properties, List<Node> children) {}

    /** The corners of a triangle. */
    static final float[] TRIANGLE = {0, 0, 0, 1, 0, 0, 0, 1, 0};

    private TestArchive() {}

    static Node mesh(String name, Pod pod, int samples, Samples points) {
        return new Node(
                name,
                "schema=AbcGeom_PolyMesh_v1",
                w -> compound(
                        w,
                        ".geom",
                        new CompoundWriter(w)
                                .array(new Description("P", pod, 3, ""), samples, points)
                                .array(new Description(".faceIndices", Pod.INT32, 1, ""), 1, k -> ints(0, 2, 1))
                                .array(new Description(".faceCounts", Pod.INT32, 1, ""), 1, k -> ints(3))
                                .end()),
                List.of());
    }

    /** A static triangle. */
    static Node triangle(String name) {
        return mesh(name, Pod.FLOAT32, 1, k -> CompoundWriter.bytes(TRIANGLE));
    }

    /** A transform with the given operations, with their codes in the high four bits. */
    static Node xform(String name, int[] operations, int samples, Samples values, boolean inherits, Node... children) {
        byte[] codes = new byte[operations.length];
        for (int k = 0; k < codes.length; k++) {
            codes[k] = (byte) (operations[k] << 4);
        }
        return new Node(
                name,
                "schema=AbcGeom_Xform_v3",
                w -> compound(
                        w,
                        ".xform",
                        new CompoundWriter(w)
                                .scalar(new Description(".inherits", Pod.BOOLEAN, 1, ""), 1, k ->
                                        new byte[] {(byte) (inherits ? 1 : 0)})
                                .scalar(new Description(".ops", Pod.UINT8, codes.length, ""), 1, k -> codes)
                                .scalar(new Description(".vals", Pod.FLOAT64, 1, ""), samples, values)
                                .end()),
                List.of(children));
    }

    static Node instance(String name, String source) {
        byte[] text = (source + "\0").getBytes(StandardCharsets.UTF_8);
        return new Node(
                name,
                "isInstance=1",
                w -> new CompoundWriter(w)
                        .scalar(new Description(".instanceSource", Pod.STRING, 1, ""), 1, k -> text)
                        .end(),
                List.of());
    }

    static long compound(OgawaWriter writer, String name, long group) throws IOException {
        return new CompoundWriter(writer).compound(name, "", group).end();
    }

    static byte[] ints(int... values) {
        return CompoundWriter.bytes(values);
    }

    /** Seconds per cycle, and the times in it. */
    static byte[] sampling(double cycle, double... times) {
        ByteBuffer bytes = OgawaWriter.buffer(16 + 8 * times.length);
        bytes.putInt(1).putDouble(cycle).putInt(times.length);
        for (double time : times) {
            bytes.putDouble(time);
        }
        return bytes.array();
    }

    /** @param frames the sampling for properties with several samples */
    static void write(Path file, byte[] frames, Node... nodes) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            long root = archive(new OgawaWriter(OutputStream.nullOutputStream(), 0), frames, nodes);
            archive(new OgawaWriter(out, root), frames, nodes);
        }
    }

    private static long archive(OgawaWriter writer, byte[] frames, Node... nodes) throws IOException {
        long version = writer.data(ints(0));
        long library = writer.data(ints(10800));
        long top = object(writer, new Node("", "", w -> 0, List.of(nodes)));
        long samplings = writer.data(sampling(1, 0), frames);
        return writer.group(version, library, top, OgawaWriter.EMPTY_DATA, samplings, OgawaWriter.EMPTY_DATA);
    }

    private static long object(OgawaWriter writer, Node node) throws IOException {
        long[] pointers = new long[node.children.size() + 2];
        pointers[0] = node.properties.write(writer);
        ByteArrayOutputStream headers = new ByteArrayOutputStream();
        for (int k = 0; k < node.children.size(); k++) {
            Node child = node.children.get(k);
            pointers[k + 1] = object(writer, child);
            headers.write(ints(child.name.length()));
            headers.write(child.name.getBytes(StandardCharsets.US_ASCII));
            headers.write(0xff);
            headers.write(ints(child.metaData.length()));
            headers.write(child.metaData.getBytes(StandardCharsets.US_ASCII));
        }
        headers.write(new byte[32]);
        pointers[pointers.length - 1] = writer.data(headers.toByteArray());
        return writer.group(pointers);
    }
}
