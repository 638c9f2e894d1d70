package dev.sinew.io.parts;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Clip;
import dev.sinew.model.Correctives;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One mesh of a model, to be written separately. The bones are those of the whole model.
 *
 * @param node name of the node that shows it
 * @param mesh name of the mesh
 * @param model its vertices, faces and shapes, with all bones
 * @param vertices index of each vertex in the whole model
 * @param firstFace index of the first face in the whole model
 * @param shapes index of each shape in the whole model
 */
public record ModelPart(String node, String mesh, SkinnedModel model, int[] vertices, int firstFace, int[] shapes) {
    private static final String DEFAULT_NAME = "model";

    /** The meshes of a model; a vertex that faces of several meshes use occurs in each. */
    public static List<ModelPart> of(SkinnedModel model, List<ModelDocument.Part> parts) {
        if (parts.size() <= 1) {
            String node = parts.isEmpty() ? DEFAULT_NAME : parts.get(0).node();
            String mesh = parts.isEmpty() ? DEFAULT_NAME : parts.get(0).mesh();
            int[] vertices = IntStream.range(0, model.vertexCount()).toArray();
            int[] shapes = IntStream.range(0, model.correctives().count()).toArray();
            return List.of(new ModelPart(node, mesh, model, vertices, 0, shapes));
        }
        return new Split(model, parts).all();
    }

    /** Splits a model. */
    private static final class Split {
        private final SkinnedModel model;
        private final Mesh mesh;
        private final List<ModelDocument.Part> parts;
        /** The part of each shape: the first whose vertices it moves. */
        private final int[] ownerOfShape;

        private final List<int[]> vertices = new ArrayList<>();

        Split(SkinnedModel model, List<ModelDocument.Part> parts) {
            this.model = model;
            this.mesh = model.rest();
            this.parts = parts;
            int[] owner = owners();
            for (int p = 0; p < parts.size(); p++) {
                vertices.add(verticesOf(p, owner));
            }
            this.ownerOfShape = new int[model.correctives().count()];
            for (int k = 0; k < ownerOfShape.length; k++) {
                float[] shape = model.correctives().positions()[k];
                int shown = k == 0 ? 0 : ownerOfShape[k - 1];
                ownerOfShape[k] = IntStream.range(0, parts.size())
                        .filter(p -> moves(shape, vertices.get(p)))
                        .findFirst()
                        .orElse(shown);
            }
        }

        private static boolean moves(float[] shape, int[] vertices) {
            return Arrays.stream(vertices)
                    .anyMatch(i -> shape[3 * i] != 0 || shape[3 * i + 1] != 0 || shape[3 * i + 2] != 0);
        }

        /** The first part that uses each vertex; unused vertices belong to the part of the vertex before. */
        private int[] owners() {
            int[] owner = new int[mesh.vertexCount()];
            Arrays.fill(owner, parts.size());
            int face = 0;
            for (int p = 0; p < parts.size(); p++) {
                int end = mesh.faceStarts()[face + parts.get(p).faces()];
                for (int c = mesh.faceStarts()[face]; c < end; c++) {
                    owner[mesh.corners()[c]] = Math.min(owner[mesh.corners()[c]], p);
                }
                face += parts.get(p).faces();
            }
            for (int i = 0; i < owner.length; i++) {
                owner[i] = owner[i] < parts.size() ? owner[i] : i == 0 ? 0 : owner[i - 1];
            }
            return owner;
        }

        private int firstFace(int p) {
            return parts.subList(0, p).stream()
                    .mapToInt(ModelDocument.Part::faces)
                    .sum();
        }

        private int[] verticesOf(int p, int[] owner) {
            boolean[] used = new boolean[owner.length];
            for (int i = 0; i < owner.length; i++) {
                used[i] = owner[i] == p;
            }
            int first = firstFace(p);
            int end = mesh.faceStarts()[first + parts.get(p).faces()];
            for (int c = mesh.faceStarts()[first]; c < end; c++) {
                used[mesh.corners()[c]] = true;
            }
            return IntStream.range(0, owner.length).filter(i -> used[i]).toArray();
        }

        List<ModelPart> all() {
            List<ModelPart> all = new ArrayList<>();
            for (int p = 0; p < parts.size(); p++) {
                all.add(part(p));
            }
            return all;
        }

        private ModelPart part(int p) {
            int part = p;
            int[] own = vertices.get(p);
            int[] shapes = IntStream.range(0, ownerOfShape.length)
                    .filter(k ->
                            ownerOfShape[k] == part || moves(model.correctives().positions()[k], own))
                    .toArray();
            int face = firstFace(p);
            int faces = parts.get(p).faces();
            int from = mesh.faceStarts()[face];
            int to = mesh.faceStarts()[face + faces];
            int[] local = new int[mesh.vertexCount()];
            for (int i = 0; i < own.length; i++) {
                local[own[i]] = i;
            }
            int[] corners =
                    IntStream.range(from, to).map(c -> local[mesh.corners()[c]]).toArray();
            int[] starts = IntStream.rangeClosed(face, face + faces)
                    .map(k -> mesh.faceStarts()[k] - from)
                    .toArray();
            Mesh.Surface all = mesh.surface();
            Optional<Rows> normals = all.normals().map(a -> Rows.of(a, from, to));
            Mesh.Surface surface = new Mesh.Surface(
                    all.uvs().map(a -> Rows.of(a, from, to).attribute()),
                    normals.map(Rows::attribute),
                    all.colours().map(c -> triples(c, own)),
                    all.materials(),
                    some(all.faceMaterials(), face, faces),
                    all.groups(),
                    some(all.faceGroups(), face, faces));
            Mesh rest = Mesh.of(triples(mesh.positions(), own), starts, corners, surface);
            SkinnedModel made = new SkinnedModel(
                    rest,
                    model.weights().rows(own),
                    model.skeleton(),
                    model.boneType(),
                    model.clips().stream().map(clip -> clip(clip, shapes)).toList(),
                    correctives(shapes, own, normals));
            return new ModelPart(parts.get(p).node(), parts.get(p).mesh(), made, own, face, shapes);
        }

        private static int[] some(int[] perFace, int first, int count) {
            return perFace.length == 0 ? perFace : Arrays.copyOfRange(perFace, first, first + count);
        }

        private static float[] triples(float[] values, int[] rows) {
            float[] out = new float[3 * rows.length];
            for (int i = 0; i < rows.length; i++) {
                System.arraycopy(values, 3 * rows[i], out, 3 * i, 3);
            }
            return out;
        }

        private Clip clip(Clip clip, int[] shapes) {
            if (clip.shapes().length == 0) {
                return clip;
            }
            int all = model.correctives().count();
            double[] own = new double[clip.motion().frameCount() * shapes.length];
            for (int at = 0; at < own.length; at++) {
                own[at] = clip.shapes()[at / shapes.length * all + shapes[at % shapes.length]];
            }
            return clip.withShapes(own);
        }

        private Correctives correctives(int[] shapes, int[] own, Optional<Rows> normals) {
            Correctives all = model.correctives();
            if (shapes.length == 0) {
                return Correctives.NONE;
            }
            boolean shaded = all.normals().length > 0 && normals.isPresent();
            float[][] positions = new float[shapes.length][];
            float[][] turned = new float[shaded ? shapes.length : 0][];
            List<String> names = new ArrayList<>();
            for (int k = 0; k < shapes.length; k++) {
                names.add(all.names().get(shapes[k]));
                positions[k] = triples(all.positions()[shapes[k]], own);
                if (shaded) {
                    turned[k] = triples(all.normals()[shapes[k]], normals.get().source);
                }
            }
            return new Correctives(names, positions, turned);
        }
    }

    /**
     * The rows of an attribute that some corners use.
     *
     * @param source row in the whole attribute of each row
     */
    private record Rows(CornerAttribute attribute, int[] source) {
        static Rows of(CornerAttribute whole, int from, int to) {
            int width = whole.width();
            int[] used =
                    Arrays.stream(whole.rows(), from, to).sorted().distinct().toArray();
            int[] rows = new int[to - from];
            for (int c = from; c < to; c++) {
                rows[c - from] = Arrays.binarySearch(used, whole.rows()[c]);
            }
            float[] values = new float[width * used.length];
            for (int k = 0; k < used.length; k++) {
                System.arraycopy(whole.values(), width * used[k], values, width * k, width);
            }
            return new Rows(new CornerAttribute(width, values, rows), used);
        }
    }
}
