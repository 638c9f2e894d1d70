package dev.sinew.io.alembic;

import dev.sinew.io.alembic.OgawaWriter.CompoundWriter;
import dev.sinew.io.alembic.OgawaWriter.CompoundWriter.Description;
import dev.sinew.io.alembic.SampledProperty.Pod;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Writes a sequence as an archive with one polygon mesh: positions, UVs, normals per frame, and a face set per material.
 * Vertices keep their order. Colours, groups and material properties are not written.
 */
public final class AlembicWriter {
    /** Index of the time sampling of the frames. */
    static final int FRAMES = 1;

    private static final int LIBRARY_VERSION = 10800;
    private static final String BASE = ";schemaBaseType=AbcGeom_GeomBase_v1";
    private static final String MESH = "schema=AbcGeom_PolyMesh_v1" + BASE;
    private static final String FACE_SET = "schema=AbcGeom_FaceSet_v1" + BASE;
    private static final String PARAM =
            "arrayExtent=1;geoScope=fvr;interpretation=%s;isGeomParam=true;podExtent=%d;" + "podName=float32_t";

    private final MeshSequence sequence;
    private final Mesh rest;
    /** The corner of the model for each of the file's corners: Alembic's faces have the opposite winding order. */
    private final int[] reversed;

    private AlembicWriter(MeshSequence sequence) {
        this.sequence = sequence;
        this.rest = sequence.rest();
        this.reversed = reversed(rest);
    }

    public static void write(OutputStream out, MeshSequence sequence) throws IOException {
        AlembicWriter writer = new AlembicWriter(sequence);
        long root = writer.archive(new OgawaWriter(OutputStream.nullOutputStream(), 0));
        writer.archive(new OgawaWriter(out, root));
    }

    private static int[] reversed(Mesh mesh) {
        int[] order = new int[mesh.corners().length];
        for (int k = 0; k < mesh.faceCount(); k++) {
            int from = mesh.faceStarts()[k];
            int to = mesh.faceStarts()[k + 1];
            for (int c = from; c < to; c++) {
                order[c] = to - 1 - (c - from);
            }
        }
        return order;
    }

    private long archive(OgawaWriter writer) throws IOException {
        long version = writer.data(OgawaWriter.buffer(4).putInt(0).array());
        long library = writer.data(OgawaWriter.buffer(4).putInt(LIBRARY_VERSION).array());
        List<String> names = new ArrayList<>();
        List<Long> sets = faceSets(writer, names);
        long mesh = object(
                writer,
                properties(writer, ".geom", MESH, geometry(writer)),
                sets,
                names,
                FACE_SET + ";schemaObjTitle=AbcGeom_FaceSet_v1:.faceset");
        long top = object(
                writer,
                OgawaWriter.EMPTY_GROUP,
                List.of(mesh),
                List.of(name(sequence.name(), "mesh")),
                MESH + ";schemaObjTitle=AbcGeom_PolyMesh_v1:.geom");
        long metaData = writer.data("_ai_Application=Sinew".getBytes(StandardCharsets.UTF_8));
        long samplings = writer.data(sampling(1, 1), sampling(sequence.frameCount(), 1 / sequence.framesPerSecond()));
        return writer.group(version, library, top, metaData, samplings, OgawaWriter.EMPTY_DATA);
    }

    private static byte[] sampling(int samples, double step) {
        return OgawaWriter.buffer(24)
                .putInt(samples)
                .putDouble(step)
                .putInt(1)
                .putDouble(0)
                .array();
    }

    /** Slashes separate the names of a path, so names must not contain them. */
    private static String name(String given, String otherwise) {
        String name = given.replace('/', '_').replaceAll("\\p{Cntrl}", "_");
        return name.isBlank() ? otherwise : name;
    }

    /** @param metaData meta data of every child */
    private static long object(
            OgawaWriter writer, long properties, List<Long> children, List<String> names, String metaData)
            throws IOException {
        ByteArrayOutputStream headers = new ByteArrayOutputStream();
        for (int k = 0; k < names.size(); k++) {
            byte[] bytes = names.get(k).getBytes(StandardCharsets.UTF_8);
            byte[] encodedMetaData = metaData.getBytes(StandardCharsets.UTF_8);
            headers.write(OgawaWriter.buffer(4).putInt(bytes.length).array());
            headers.write(bytes);
            headers.write(0xff);
            headers.write(OgawaWriter.buffer(4).putInt(encodedMetaData.length).array());
            headers.write(encodedMetaData);
        }
        // Hashes of the properties and of the children, for programs that compare archives; we write zeros.
        headers.write(new byte[32]);
        long[] pointers = new long[children.size() + 2];
        pointers[0] = properties;
        for (int k = 0; k < children.size(); k++) {
            pointers[k + 1] = children.get(k);
        }
        pointers[children.size() + 1] = writer.data(headers.toByteArray());
        return writer.group(pointers);
    }

    private static long properties(OgawaWriter writer, String schema, String metaData, long group) throws IOException {
        return new CompoundWriter(writer).compound(schema, metaData, group).end();
    }

    private List<Long> faceSets(OgawaWriter writer, List<String> names) throws IOException {
        List<Long> sets = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        int[] materials = rest.surface().faceMaterials();
        for (int m = 0; m < rest.surface().materials().size(); m++) {
            int wanted = m;
            int[] faces = IntStream.range(0, materials.length)
                    .filter(k -> materials[k] == wanted)
                    .toArray();
            String name = name(rest.surface().materials().get(m).name(), "material_" + m);
            names.add(taken.add(name) ? name : name + "_" + m);
            CompoundWriter set = new CompoundWriter(writer)
                    .array(new Description(".faces", Pod.INT32, 1, ""), 1, k -> CompoundWriter.bytes(faces));
            sets.add(object(writer, properties(writer, ".faceset", FACE_SET, set.end()), List.of(), List.of(), ""));
        }
        return sets;
    }

    private long geometry(OgawaWriter writer) throws IOException {
        int frames = sequence.frameCount();
        int[] corners = Arrays.stream(reversed).map(c -> rest.corners()[c]).toArray();
        int[] counts = new int[rest.faceCount()];
        Arrays.setAll(counts, k -> rest.faceStarts()[k + 1] - rest.faceStarts()[k]);
        CompoundWriter geometry = new CompoundWriter(writer)
                .scalar(new Description(".selfBnds", Pod.FLOAT64, 6, "interpretation=box"), frames, this::box)
                .array(
                        new Description("P", Pod.FLOAT32, 3, "geoScope=vtx;interpretation=point"),
                        frames,
                        f -> CompoundWriter.bytes(frame(f)))
                .array(new Description(".faceIndices", Pod.INT32, 1, ""), 1, k -> CompoundWriter.bytes(corners))
                .array(new Description(".faceCounts", Pod.INT32, 1, ""), 1, k -> CompoundWriter.bytes(counts));
        if (rest.surface().uvs().isPresent()) {
            CornerAttribute uvs = rest.surface().uvs().get();
            String paramMetaData = String.format(PARAM, "vector", 2);
            long group = param(writer, paramMetaData, uvs, 1, k -> CompoundWriter.bytes(uvs.values()));
            geometry.compound("uv", paramMetaData, group);
        }
        if (rest.surface().normals().isPresent()) {
            CornerAttribute rows = Normals.ofCorners(rest, rest.positions());
            String paramMetaData = String.format(PARAM, "normal", 3);
            geometry.compound("N", paramMetaData, param(writer, paramMetaData, rows, frames, f -> normals(f, rows)));
        }
        return geometry.end();
    }

    private long param(
            OgawaWriter writer, String paramMetaData, CornerAttribute rows, int samples, CompoundWriter.Samples values)
            throws IOException {
        int[] indices = Arrays.stream(reversed).map(c -> rows.rows()[c]).toArray();
        return new CompoundWriter(writer)
                .array(new Description(".vals", Pod.FLOAT32, rows.width(), paramMetaData), samples, values)
                .array(new Description(".indices", Pod.UINT32, 1, ""), 1, k -> CompoundWriter.bytes(indices))
                .end();
    }

    private float[] frame(int f) {
        float[] positions = sequence.frame(f);
        MeshSequence.checkFrame("sequence '" + sequence.name() + "'", f, positions, rest.vertexCount());
        return positions;
    }

    private byte[] box(int f) {
        Box box = Box.around(frame(f));
        return CompoundWriter.bytes(box.minX(), box.minY(), box.minZ(), box.maxX(), box.maxY(), box.maxZ());
    }

    /**
     * The frame's normals, the rest pose's normals in its pose, or else face normals; corners with equal normals share a row.
     */
    private byte[] normals(int f, CornerAttribute rows) {
        Optional<CornerAttribute> own = sequence.normals(f);
        if (own.isEmpty() && !Arrays.equals(frame(f), rest.positions())) {
            return CompoundWriter.bytes(Normals.ofCorners(rest, frame(f)).values());
        }
        CornerAttribute given = own.orElseGet(() -> rest.surface().normals().orElseThrow());
        float[] values = new float[rows.values().length];
        for (int c = 0; c < rows.rows().length; c++) {
            System.arraycopy(given.values(), 3 * given.rows()[c], values, 3 * rows.rows()[c], 3);
        }
        return CompoundWriter.bytes(values);
    }
}
