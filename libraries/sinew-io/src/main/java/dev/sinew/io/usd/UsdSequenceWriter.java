package dev.sinew.io.usd;

import dev.sinew.io.text.TextOutput;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A sequence as one mesh whose points, normals and extent have a sample per frame; frame k stands at time code k. */
final class UsdSequenceWriter {
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
        text.samples("float3[] extent", times, (line, f) -> UsdText.tuples(line, UsdMeshWriter.extent(frame(f)), 3));
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

    /** The frame's own normals, or the rest pose's where it stands, else those of the faces; one per corner. */
    private float[] normals(int f) {
        Optional<CornerAttribute> own = sequence.normals(f);
        if (own.isEmpty() && !Arrays.equals(frame(f), rest.positions())) {
            return UsdMeshWriter.perCorner(Normals.ofCorners(rest, frame(f)));
        }
        return UsdMeshWriter.perCorner(
                own.orElseGet(() -> rest.surface().normals().orElseThrow()));
    }
}
