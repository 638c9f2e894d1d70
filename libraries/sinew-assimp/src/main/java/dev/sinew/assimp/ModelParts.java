package dev.sinew.assimp;

import dev.sinew.io.parts.Growing;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A model's mesh as Assimp wants it: a mesh a material, and a vertex wherever corners differ. */
final class ModelParts {
    private final SkinnedModel model;
    private final Mesh mesh;
    private final List<String> names;
    private final double scale;

    /** @param names of the bones in the file */
    ModelParts(SkinnedModel model, List<String> names, double scale) {
        this.model = model;
        this.mesh = model.rest();
        this.names = names;
        this.scale = scale;
    }

    List<Scene.Part> all() {
        List<Scene.Part> parts = new ArrayList<>();
        int materials = Math.max(1, mesh.surface().materials().size());
        for (int m = 0; m < materials; m++) {
            int[] faces = facesOf(m);
            if (faces.length > 0) {
                parts.add(part(faces, m));
            }
        }
        return parts;
    }

    /** What corners must share to become one vertex. */
    private record Key(int vertex, int uv, int normal) {}

    /**
     * The vertices of a part.
     *
     * @param corners one corner of ours a vertex, to take its values from
     * @param indices vertex of every corner, face by face
     */
    private record Vertices(int[] corners, int[] indices) {}

    private Vertices vertices(int[] faces) {
        Map<Key, Integer> known = new HashMap<>();
        Growing.Ints corners = new Growing.Ints("corners");
        Growing.Ints indices = new Growing.Ints("corners");
        for (int k : faces) {
            for (int c = mesh.faceStarts()[k]; c < mesh.faceStarts()[k + 1]; c++) {
                Key key = new Key(
                        mesh.corners()[c],
                        row(mesh.surface().uvs(), c),
                        row(mesh.surface().normals(), c));
                Integer vertex = known.putIfAbsent(key, known.size());
                if (vertex == null) {
                    corners.add(c);
                }
                indices.add(vertex == null ? known.size() - 1 : vertex);
            }
        }
        return new Vertices(corners.toArray(), indices.toArray());
    }

    private Scene.Part part(int[] faces, int material) {
        Vertices vertices = vertices(faces);
        int[] corners = vertices.corners;
        float[] positions = new float[3 * corners.length];
        for (int k = 0; k < positions.length; k++) {
            positions[k] = (float) (scale * mesh.positions()[3 * mesh.corners()[corners[k / 3]] + k % 3]);
        }
        int[] starts = new int[faces.length + 1];
        for (int k = 0; k < faces.length; k++) {
            starts[k + 1] = starts[k] + mesh.faceStarts()[faces[k] + 1] - mesh.faceStarts()[faces[k]];
        }
        return new Scene.Part(
                "mesh",
                positions,
                values(mesh.surface().normals(), corners),
                values(mesh.surface().uvs(), corners),
                starts,
                vertices.indices,
                0,
                material,
                bones(corners));
    }

    private static float[] values(Optional<CornerAttribute> attribute, int[] corners) {
        if (attribute.isEmpty()) {
            return new float[0];
        }
        int width = attribute.get().width();
        float[] values = new float[width * corners.length];
        for (int k = 0; k < corners.length; k++) {
            System.arraycopy(attribute.get().values(), width * row(attribute, corners[k]), values, width * k, width);
        }
        return values;
    }

    /** The row that a corner uses, where there is such an attribute. */
    private static int row(Optional<CornerAttribute> attribute, int corner) {
        return attribute.map(a -> a.rows()[corner]).orElse(0);
    }

    /** Faces of one material, or all where there are none. */
    private int[] facesOf(int material) {
        int[] materials = mesh.surface().faceMaterials();
        return IntStream.range(0, mesh.faceCount())
                .filter(k -> materials.length == 0 || materials[k] == material)
                .toArray();
    }

    private List<Scene.Bone> bones(int[] corners) {
        SkinWeights weights = model.weights();
        List<List<int[]>> users = new ArrayList<>();
        for (int j = 0; j < model.boneCount(); j++) {
            users.add(new ArrayList<>());
        }
        for (int k = 0; k < corners.length; k++) {
            int from = mesh.corners()[corners[k]] * weights.influences();
            for (int at = from; at < from + weights.influences(); at++) {
                if ((float) weights.weights()[at] > 0) {
                    users.get(weights.bones()[at]).add(new int[] {k, at});
                }
            }
        }
        List<Scene.Bone> bones = new ArrayList<>();
        for (int j = 0; j < model.boneCount(); j++) {
            if (!users.get(j).isEmpty()) {
                bones.add(bone(j, users.get(j)));
            }
        }
        return bones;
    }

    private Scene.Bone bone(int j, List<int[]> users) {
        int[] vertices = new int[users.size()];
        float[] weights = new float[users.size()];
        for (int k = 0; k < users.size(); k++) {
            vertices[k] = users.get(k)[0];
            weights[k] = (float) model.weights().weights()[users.get(k)[1]];
        }
        double[] offset = Affines.identity();
        for (int x = 0; x < 3; x++) {
            offset[4 * x + 3] = -scale * model.skeleton().pivots()[3 * j + x];
        }
        return new Scene.Bone(names.get(j), offset, vertices, weights);
    }
}
