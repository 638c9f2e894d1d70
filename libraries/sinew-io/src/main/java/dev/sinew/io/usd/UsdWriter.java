package dev.sinew.io.usd;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.file.Version;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.io.text.TextOutput;
import dev.sinew.io.usd.UsdMeshWriter.UsdMaterialWriter;
import dev.sinew.io.usd.UsdText.UsdNames;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/** Writes models and sequences as USD: {@code .usdz} as a package with its images, any other name as text. */
public final class UsdWriter {
    private UsdWriter() {}

    /** A layer that can be written repeatedly, always the same. */
    @FunctionalInterface
    interface Layer {
        void writeTo(TextOutput out) throws IOException;
    }

    public static boolean isPackage(Path file) {
        return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".usdz");
    }

    public static WrittenModel write(ModelDocument document, Path file) {
        SkinnedModel model = document.model();
        if (model.vertexCount() == 0 || model.rest().faceCount() == 0) {
            throw new InvalidInputException("cannot write " + file + ": the model has " + model.vertexCount()
                    + " vertices and " + model.rest().faceCount() + " faces; it needs at least one face");
        }
        UsdModelWriter writer = new UsdModelWriter(document, isPackage(file));
        put(file, writer::write, writer.images());
        List<String> notes = new ArrayList<>();
        if (writer.omittedImages()) {
            notes.add("a .usda file cannot contain images; write .usdz to keep them");
        }
        try {
            return new WrittenModel(
                    Files.size(file), WrittenModel.Parts.UNKNOWN, writer.keys(), writer.insertedKeys(), 0, notes);
        } catch (IOException e) {
            throw new InvalidInputException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    public static void write(MeshSequence sequence, Path file) {
        UsdSequenceWriter writer = new UsdSequenceWriter(sequence, isPackage(file));
        put(file, writer::write, writer.images());
    }

    private static void put(Path file, Layer layer, Map<String, byte[]> images) {
        AtomicFile.write(file, out -> {
            if (isPackage(file)) {
                UsdPackageWriter.write(out, stream -> text(stream, layer), images);
            } else {
                text(out, layer);
            }
        });
    }

    private static void text(OutputStream stream, Layer layer) throws IOException {
        TextOutput out = new TextOutput(stream);
        layer.writeTo(out);
        out.flush();
    }

    /** The header of every layer that we write. */
    static UsdText begin(TextOutput out, String prim, int frames, double rate) throws IOException {
        UsdText text = new UsdText(out);
        out.text("#usda 1.0\n(\n");
        out.text("    defaultPrim = \"" + prim + "\"\n");
        out.text("    doc = \"Sinew " + Version.current() + "\"\n");
        out.text("    startTimeCode = 0\n    endTimeCode = " + (frames - 1) + "\n");
        out.text("    timeCodesPerSecond = " + UsdText.plain(rate) + "\n");
        out.text("    framesPerSecond = " + UsdText.plain(rate) + "\n");
        out.text("    metersPerUnit = 1\n    upAxis = \"Y\"\n)\n\n");
        return text;
    }

    /**
     * Writes a sequence as one mesh whose points, normals and extent have a sample per frame; frame k is at time code k.
     */
    private static final class UsdSequenceWriter {
        private final MeshSequence sequence;
        private final Mesh rest;
        private final String root;
        private final UsdMaterialWriter materials;
        private final double[] times;

        UsdSequenceWriter(MeshSequence sequence, boolean packaged) {
            this.sequence = sequence;
            this.rest = sequence.rest();
            this.root = new UsdNames().unused(sequence.name(), "sequence");
            this.materials = new UsdMaterialWriter(rest.surface().materials(), "/" + root, packaged);
            this.times = new double[sequence.frameCount()];
            Arrays.setAll(times, f -> f);
        }

        Map<String, byte[]> images() {
            return materials.files();
        }

        void write(TextOutput out) throws IOException {
            UsdText text = UsdWriter.begin(out, root, sequence.frameCount(), sequence.framesPerSecond());
            text.begin("Xform", root, List.of("kind = \"component\""));
            text.begin("Mesh", "mesh", List.of(UsdMeshWriter.schemas("MaterialBindingAPI")));
            UsdMeshWriter mesh = new UsdMeshWriter(rest, materials);
            mesh.writeFaces(text);
            text.samples(
                    "float3[] extent", times, (line, f) -> UsdText.tuples(line, UsdMeshWriter.extent(frame(f)), 3));
            text.samples("point3f[] points", times, (line, f) -> UsdText.tuples(line, frame(f), 3));
            if (rest.surface().normals().isPresent()) {
                text.line("normal3f[] normals (");
                text.line("    interpolation = \"faceVarying\"");
                text.line(")");
                text.samples("normal3f[] normals", times, (line, f) -> UsdText.tuples(line, normals(f), 3));
            }
            mesh.writeBindings(text);
            text.end();
            materials.write(text);
            text.end();
        }

        private float[] frame(int f) {
            float[] positions = sequence.frame(f);
            MeshSequence.checkFrame("sequence '" + sequence.name() + "'", f, positions, rest.vertexCount());
            return positions;
        }

        /** The frame's normals, the rest pose's normals in its pose, or else face normals; one per corner. */
        private float[] normals(int f) {
            Optional<CornerAttribute> own = sequence.normals(f);
            if (own.isEmpty() && !Arrays.equals(frame(f), rest.positions())) {
                return UsdMeshWriter.perCorner(Normals.ofCorners(rest, frame(f)));
            }
            return UsdMeshWriter.perCorner(
                    own.orElseGet(() -> rest.surface().normals().orElseThrow()));
        }
    }

    /**
     * Writes a package: a zip archive with uncompressed files, each at a multiple of 64 bytes, the layer first. Equal content
     * gives equal bytes.
     */
    private static final class UsdPackageWriter {
        private static final int ALIGNMENT = 64;
        private static final int LOCAL = 0x04034b50;
        private static final int CENTRAL = 0x02014b50;
        private static final int END = 0x06054b50;
        private static final int LOCAL_HEADER = 30;
        /** Names are UTF-8. */
        private static final short FLAGS = 1 << 11;
        /** 1 January 1980. */
        private static final short DATE = 0x21;
        /** An extra field needs an id; this one is unassigned and used by USD's own library. */
        private static final short PADDING = 0x1986;

        private final OutputStream out;
        private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
        private long at;
        private int files;

        private UsdPackageWriter(OutputStream out) {
            this.out = out;
        }

        /** Writes bytes to a stream; must write the same bytes on every call. */
        @FunctionalInterface
        interface Content {
            void writeTo(OutputStream out) throws IOException;
        }

        static void write(OutputStream out, Content layer, Map<String, byte[]> images) throws IOException {
            UsdPackageWriter writer = new UsdPackageWriter(out);
            writer.add("scene.usda", layer);
            for (Map.Entry<String, byte[]> image : images.entrySet()) {
                writer.add(image.getKey(), stream -> stream.write(image.getValue()));
            }
            writer.end();
        }

        /** Counts bytes. */
        private static final class Counter extends OutputStream {
            private long count;

            @Override
            public void write(int b) {
                count++;
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                count += length;
            }
        }

        private void add(String name, Content content) throws IOException {
            Counter counter = new Counter();
            CRC32 sum = new CRC32();
            // The header comes first and contains the checksum, so the content is generated twice.
            content.writeTo(new CheckedOutputStream(counter, sum));
            byte[] letters = name.getBytes(StandardCharsets.UTF_8);
            long data = at + LOCAL_HEADER + letters.length;
            int padding = (int) ((ALIGNMENT - data % ALIGNMENT) % ALIGNMENT);
            // A field has a header of four bytes.
            int extra = padding == 0 ? 0 : padding < 4 ? padding + ALIGNMENT : padding;
            if (data + extra + counter.count > 0xffffffffL) {
                throw new InvalidInputException(
                        "the package would be larger than 4 GiB, the limit of .usdz. Write .usda instead");
            }
            put(out, header(LOCAL, (int) sum.getValue(), (int) counter.count, letters.length, extra, -1));
            out.write(letters);
            out.write(padding(extra));
            content.writeTo(out);
            directory.write(header(CENTRAL, (int) sum.getValue(), (int) counter.count, letters.length, 0, (int) at)
                    .array());
            directory.write(letters);
            at = data + extra + counter.count;
            files++;
        }

        private static void put(OutputStream out, ByteBuffer bytes) throws IOException {
            out.write(bytes.array());
        }

        private static byte[] padding(int length) {
            if (length == 0) {
                return new byte[0];
            }
            return ByteBuffer.allocate(length)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putShort(PADDING)
                    .putShort((short) (length - 4))
                    .array();
        }

        /** @param offset offset of the file, for a header in the directory */
        private static ByteBuffer header(int kind, int sum, int size, int nameLength, int extra, int offset) {
            boolean central = kind == CENTRAL;
            ByteBuffer bytes = ByteBuffer.allocate(central ? 46 : LOCAL_HEADER).order(ByteOrder.LITTLE_ENDIAN);
            bytes.putInt(kind);
            if (central) {
                bytes.putShort((short) 20);
            }
            bytes.putShort((short) 10)
                    .putShort(FLAGS)
                    .putShort((short) 0)
                    .putShort((short) 0)
                    .putShort(DATE);
            bytes.putInt(sum)
                    .putInt(size)
                    .putInt(size)
                    .putShort((short) nameLength)
                    .putShort((short) extra);
            if (central) {
                bytes.putShort((short) 0)
                        .putShort((short) 0)
                        .putShort((short) 0)
                        .putInt(0)
                        .putInt(offset);
            }
            return bytes;
        }

        private void end() throws IOException {
            out.write(directory.toByteArray());
            put(
                    out,
                    ByteBuffer.allocate(22)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putInt(END)
                            .putInt(0)
                            .putShort((short) files)
                            .putShort((short) files)
                            .putInt(directory.size())
                            .putInt((int) at));
        }
    }
}
