package dev.sinew.assimp;

import dev.sinew.io.parts.GrowingInts;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lwjgl.assimp.AIBone;
import org.lwjgl.assimp.AIFace;
import org.lwjgl.assimp.AIMesh;
import org.lwjgl.assimp.AIVector3D;
import org.lwjgl.assimp.AIVertexWeight;
import org.lwjgl.assimp.Assimp;

/** A model's mesh as Assimp wants it: a mesh a material, and a vertex wherever corners differ. */
final class MeshParts {
    private final SkinnedModel model;
    private final Mesh mesh;
    private final NativeArena arena;
    private final double scale;

    MeshParts(SkinnedModel model, NativeArena arena, double scale) {
        this.model = model;
        this.mesh = model.rest();
        this.arena = arena;
        this.scale = scale;
    }

    List<AIMesh> all() {
        List<AIMesh> parts = new ArrayList<>();
        int materials = Math.max(1, mesh.surface().materials().size());
        for (int m = 0; m < materials; m++) {
            int[] faces = SceneWriter.facesOf(mesh, m);
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
        GrowingInts corners = new GrowingInts("corners");
        GrowingInts indices = new GrowingInts("corners");
        for (int k : faces) {
            for (int c = mesh.faceStarts()[k]; c < mesh.faceStarts()[k + 1]; c++) {
                Key key = new Key(
                        mesh.corners()[c],
                        SceneWriter.row(mesh.surface().uvs(), c),
                        SceneWriter.row(mesh.surface().normals(), c));
                Integer vertex = known.putIfAbsent(key, known.size());
                if (vertex == null) {
                    corners.add(c);
                }
                indices.add(vertex == null ? known.size() - 1 : vertex);
            }
        }
        return new Vertices(corners.toArray(), indices.toArray());
    }

    private AIMesh part(int[] faces, int material) {
        Vertices vertices = vertices(faces);
        int[] corners = vertices.corners;
        AIMesh part = arena.keep(AIMesh.calloc());
        arena.name(part.mName(), "mesh");
        part.mMaterialIndex(material);
        part.mPrimitiveTypes(Assimp.aiPrimitiveType_TRIANGLE | Assimp.aiPrimitiveType_POLYGON);
        part.mNumVertices(corners.length);
        AIVector3D.Buffer positions = arena.keepAll(AIVector3D.calloc(corners.length));
        for (int k = 0; k < corners.length; k++) {
            int at = 3 * mesh.corners()[corners[k]];
            float[] p = mesh.positions();
            positions.get(k).set((float) (scale * p[at]), (float) (scale * p[at + 1]), (float) (scale * p[at + 2]));
        }
        part.mVertices(positions);
        mesh.surface().normals().ifPresent(n -> part.mNormals(vectors(n, corners)));
        if (mesh.surface().uvs().isPresent()) {
            part.mTextureCoords(0, vectors(mesh.surface().uvs().get(), corners));
            part.mNumUVComponents(0, 2);
        }
        part.mFaces(faces(faces, vertices.indices));
        part.mBones(arena.pointers(bones(corners)));
        return part;
    }

    private AIVector3D.Buffer vectors(CornerAttribute attribute, int[] corners) {
        AIVector3D.Buffer vectors = arena.keepAll(AIVector3D.calloc(corners.length));
        int width = attribute.width();
        for (int k = 0; k < corners.length; k++) {
            int at = width * SceneWriter.row(Optional.of(attribute), corners[k]);
            vectors.get(k)
                    .set(
                            attribute.values()[at],
                            attribute.values()[at + 1],
                            width == 3 ? attribute.values()[at + 2] : 0);
        }
        return vectors;
    }

    private AIFace.Buffer faces(int[] faces, int[] all) {
        AIFace.Buffer buffer = arena.keepAll(AIFace.calloc(faces.length));
        int at = 0;
        for (int k = 0; k < faces.length; k++) {
            int count = mesh.faceStarts()[faces[k] + 1] - mesh.faceStarts()[faces[k]];
            int[] indices = new int[count];
            for (int c = 0; c < count; c++) {
                indices[c] = all[at++];
            }
            buffer.get(k).mIndices(arena.ints(indices));
        }
        return buffer;
    }

    private List<AIBone> bones(int[] corners) {
        SkinWeights weights = model.weights();
        List<List<int[]>> users = new ArrayList<>();
        for (int j = 0; j < model.boneCount(); j++) {
            users.add(new ArrayList<>());
        }
        for (int k = 0; k < corners.length; k++) {
            int from = mesh.corners()[corners[k]] * weights.influences();
            for (int at = from; at < from + weights.influences(); at++) {
                if (weights.weights()[at] > 0) {
                    users.get(weights.bones()[at]).add(new int[] {k, at});
                }
            }
        }
        List<AIBone> bones = new ArrayList<>();
        for (int j = 0; j < model.boneCount(); j++) {
            if (!users.get(j).isEmpty()) {
                bones.add(bone(j, users.get(j)));
            }
        }
        return bones;
    }

    private AIBone bone(int j, List<int[]> users) {
        AIVertexWeight.Buffer buffer = arena.keepAll(AIVertexWeight.calloc(users.size()));
        for (int k = 0; k < users.size(); k++) {
            buffer.get(k).set(users.get(k)[0], (float) model.weights().weights()[users.get(k)[1]]);
        }
        AIBone bone = arena.keep(AIBone.calloc());
        arena.name(bone.mName(), model.skeleton().names().get(j));
        double[] c = model.skeleton().pivots();
        bone.mOffsetMatrix()
                .set(
                        1,
                        0,
                        0,
                        (float) (-scale * c[3 * j]),
                        0,
                        1,
                        0,
                        (float) (-scale * c[3 * j + 1]),
                        0,
                        0,
                        1,
                        (float) (-scale * c[3 * j + 2]),
                        0,
                        0,
                        0,
                        1);
        return bone.mWeights(buffer);
    }
}
