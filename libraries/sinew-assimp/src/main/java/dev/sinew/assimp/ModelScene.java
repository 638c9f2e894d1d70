package dev.sinew.assimp;

import dev.sinew.io.parts.GrowableArrays;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.ModelPart;
import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.RestPose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Converts a model to the scene of an FBX file: a node per mesh, a tree of nodes for the bones, and a key per frame for each
 * bone, so playback does not depend on a program's interpolation.
 */
final class ModelScene {
    /** Assimp's names have at most 1023 bytes; a character takes up to three. */
    private static final int MAX_NAME_CHARS = 200;

    private static final String ROOT_NAME = "RootNode";

    private final ModelDocument document;
    private final SkinnedModel model;
    /** File units per metre. */
    private final double scale;

    private final List<String> names;

    private ModelScene(ModelDocument document, double scale) {
        this.document = document;
        this.model = document.model();
        this.scale = scale;
        this.names = names(model.skeleton());
    }

    /** @param scale file units per metre */
    static Scene of(ModelDocument document, double scale) {
        return new ModelScene(document, scale).scene();
    }

    private Scene scene() {
        List<Scene.Part> parts = new ArrayList<>();
        List<String> partNames = new ArrayList<>();
        Set<String> taken = new HashSet<>(names);
        taken.add(ROOT_NAME);
        List<ModelPart> shown = ModelPart.of(model, document.parts());
        for (ModelPart part : shown) {
            for (Scene.Part one : new ModelParts(part.model(), names, scale).all()) {
                parts.add(one);
                partNames.add(unused(shown.size() == 1 ? "mesh" : part.node(), taken));
            }
        }
        List<Material> materials = model.rest().surface().materials();
        List<Scene.Paint> paints = new ArrayList<>();
        for (Material m : materials.isEmpty() ? List.of(Material.plain("default")) : materials) {
            paints.add(new Scene.Paint(m.name(), m.red(), m.green(), m.blue()));
        }
        return new Scene(
                nodes(partNames),
                parts,
                paints,
                model.clips().stream().map(this::animation).toList(),
                1 / scale);
    }

    /** Bones are identified by name, so names stay unique even when cut to Assimp's limit. */
    private static List<String> names(Skeleton skeleton) {
        Set<String> taken = new HashSet<>(List.of(ROOT_NAME));
        return skeleton.names().stream().map(name -> unused(name, taken)).toList();
    }

    /** @param taken modified */
    private static String unused(String wanted, Set<String> taken) {
        String start = shortened(wanted, MAX_NAME_CHARS);
        String name = start;
        for (int k = 2; !taken.add(name); k++) {
            name = shortened(start, MAX_NAME_CHARS - 8) + "_" + k;
        }
        return name;
    }

    /** Never splits a surrogate pair. */
    private static String shortened(String name, int longest) {
        if (name.length() <= longest) {
            return name;
        }
        return name.substring(0, Character.isHighSurrogate(name.charAt(longest - 1)) ? longest - 1 : longest);
    }

    private List<Scene.Node> nodes(List<String> meshes) {
        List<Scene.Node> nodes = new ArrayList<>();
        nodes.add(new Scene.Node(ROOT_NAME, Scene.NONE, Affines.identity(), new int[0]));
        for (int m = 0; m < meshes.size(); m++) {
            // One node each: of several meshes below one node Assimp keeps the weights of only one.
            nodes.add(new Scene.Node(meshes.get(m), 0, Affines.identity(), new int[] {m}));
        }
        BoneMotion shown = new BoneMotion(
                model.boneCount(),
                1,
                document.pose().orElseGet(() -> RestPose.of(model.skeleton()).matrices()));
        for (int j = 0; j < model.boneCount(); j++) {
            int parent = model.skeleton().parents()[j];
            nodes.add(new Scene.Node(
                    names.get(j),
                    parent == Skeleton.NONE ? 0 : 1 + meshes.size() + parent,
                    local(shown, 0, j),
                    new int[0]));
        }
        return nodes;
    }

    private Scene.Animation animation(Clip clip) {
        int frames = clip.motion().frameCount();
        double[] seconds = new double[frames];
        for (int f = 0; f < frames; f++) {
            seconds[f] = f / clip.framesPerSecond();
        }
        List<Scene.Channel> channels = new ArrayList<>();
        for (int j = 0; j < model.boneCount(); j++) {
            channels.add(channel(clip.motion(), j, seconds));
        }
        return new Scene.Animation(
                shortened(clip.name(), MAX_NAME_CHARS), seconds[frames - 1], clip.framesPerSecond(), channels);
    }

    private Scene.Channel channel(BoneMotion motion, int j, double[] seconds) {
        int frames = motion.frameCount();
        double[] positions = new double[3 * frames];
        double[] orientations = new double[4 * frames];
        double[] scales = new double[3 * frames];
        double[] q = new double[4];
        double[] before = {0, 0, 0, 1};
        for (int f = 0; f < frames; f++) {
            double[] local = local(motion, f, j);
            double size = Math.cbrt(Affine3.determinant(local, 0));
            double[] rotation = new double[9];
            for (int k = 0; k < 9; k++) {
                rotation[k] = local[4 * (k / 3) + k % 3] / size;
            }
            Quaternions.fromMatrix(rotation, 0, 3, q, 0);
            double sign = Quaternions.dot(q, 0, before, 0) < 0 ? -1 : 1;
            for (int k = 0; k < 4; k++) {
                before[k] = sign * q[k];
                orientations[4 * f + k] = before[k];
            }
            for (int x = 0; x < 3; x++) {
                positions[3 * f + x] = local[4 * x + 3];
                scales[3 * f + x] = size;
            }
        }
        return new Scene.Channel(
                names.get(j),
                new Scene.Keys(3, seconds, positions),
                new Scene.Keys(4, seconds, orientations),
                new Scene.Keys(3, seconds, scales));
    }

    /** Bone j in its parent's space: the inverse of the parent's M·T(pivot), times its own. */
    private double[] local(BoneMotion motion, int f, int j) {
        double[] own = transformed(motion, f, j);
        int parent = model.skeleton().parents()[j];
        if (parent == Skeleton.NONE) {
            return own;
        }
        double[] above = transformed(motion, f, parent);
        return Affines.product(Affines.inverse(above, 0).orElse(Affines.identity()), 0, own, 0);
    }

    private double[] transformed(BoneMotion motion, int f, int j) {
        int at = motion.offset(f, j);
        double[] m = Arrays.copyOfRange(motion.matrices(), at, at + Affine3.STRIDE);
        double[] c = model.skeleton().pivots();
        for (int r = 0; r < 12; r += 4) {
            m[r + 3] = scale * (m[r] * c[3 * j] + m[r + 1] * c[3 * j + 1] + m[r + 2] * c[3 * j + 2] + m[r + 3]);
        }
        return m;
    }

    /**
     * Splits a model's mesh for Assimp: one mesh per material, and a vertex for each distinct combination of corner values.
     */
    private static final class ModelParts {
        private final SkinnedModel model;
        private final Mesh mesh;
        private final List<String> names;
        private final double scale;

        /** @param names names of the bones in the file */
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

        /** The values that corners must share to become one vertex. */
        private record Key(int vertex, int uv, int normal) {}

        /**
         * The vertices of a part.
         *
         * @param corners for each vertex, a corner of the model to take its values from
         * @param indices vertex of every corner, face by face
         */
        private record Vertices(int[] corners, int[] indices) {}

        private Vertices vertices(int[] faces) {
            Map<Key, Integer> known = new HashMap<>();
            GrowableArrays.Ints corners = new GrowableArrays.Ints("corners");
            GrowableArrays.Ints indices = new GrowableArrays.Ints("corners");
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
                System.arraycopy(
                        attribute.get().values(), width * row(attribute, corners[k]), values, width * k, width);
            }
            return values;
        }

        /** The row that a corner uses, if the attribute exists. */
        private static int row(Optional<CornerAttribute> attribute, int corner) {
            return attribute.map(a -> a.rows()[corner]).orElse(0);
        }

        /** Faces of one material, or all faces if the mesh has no materials. */
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
}
