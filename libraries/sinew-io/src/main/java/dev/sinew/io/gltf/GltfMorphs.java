package dev.sinew.io.gltf;

import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.read.GltfClip;
import dev.sinew.io.gltf.read.GltfClip.FrameTimes;
import dev.sinew.io.gltf.read.MeshNodes;
import dev.sinew.io.gltf.read.MorphNormals.MorphTargets;
import dev.sinew.io.parts.ShadedFrames;
import dev.sinew.io.parts.Sliders;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The morph targets of a glTF file as sliders: every target is an example, and the clips provide the slider curves. Targets
 * with the same name on several meshes are one slider. Node animation is ignored.
 */
public final class GltfMorphs {
    private static final int MAX_SLIDERS = 10_000;
    private static final long MAX_NUMBERS = 1L << 32;
    private static final double POSES_PER_SECOND = 1;

    private final Path file;
    private final GltfSequence meshes;
    private final List<String> names = new ArrayList<>();
    /** Slider of every target, by node. */
    private final Map<Integer, int[]> sliderOf = new LinkedHashMap<>();

    private final List<String> notes = new ArrayList<>();

    private GltfMorphs(Path file, List<String> objects) {
        this.file = file;
        this.meshes = GltfSequence.withoutAnimation(file, objects);
        for (MeshNodes.Shown shown : meshes.shown()) {
            if (shown.skin().isPresent()) {
                throw new InvalidInputException(file + ": node " + shown.path()
                        + " has a skin. Sliders can be read only from meshes without a skin");
            }
            List<String> own = targetNames(shown);
            int[] sliders = new int[own.size()];
            for (int t = 0; t < sliders.length; t++) {
                if (!names.contains(own.get(t))) {
                    names.add(own.get(t));
                }
                sliders[t] = names.indexOf(own.get(t));
            }
            sliderOf.put(shown.node(), sliders);
        }
        if (names.isEmpty() || names.size() > MAX_SLIDERS) {
            throw new InvalidInputException(
                    file + " has " + names.size() + " morph targets; supported are 1 to " + MAX_SLIDERS);
        }
    }

    /** @param objects paths or names of nodes that show meshes; empty selects all */
    public static GltfMorphs open(Path file, List<String> objects) {
        return new GltfMorphs(file, objects);
    }

    private List<String> targetNames(MeshNodes.Shown shown) {
        int count = MorphTargets.restWeights(meshes.document(), shown.node()).length;
        List<JsonValue> given = meshes.document()
                .list("meshes")
                .get(shown.mesh())
                .find("extras")
                .filter(e -> e.node().isObject())
                .map(e -> e.list("targetNames"))
                .orElse(List.of());
        List<String> own = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            String name = t < given.size() && given.get(t).node().isString()
                    ? given.get(t).text()
                    : "";
            // Two targets of one mesh are separate sliders even if they have the same name.
            own.add(name.isBlank() || own.contains(name) ? "target_" + t : name);
        }
        return own;
    }

    /** Names of the sliders. */
    public List<String> names() {
        return List.copyOf(names);
    }

    /** Notes about ignored content; complete after {@link #curves}. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** The mesh with all sliders at zero, then with each at one. */
    public MeshSequence examples() {
        if (3L * meshes.surface().vertexCount() * (names.size() + 1) > MAX_NUMBERS) {
            throw new InvalidInputException(file + ": " + names.size() + " targets of "
                    + meshes.surface().vertexCount() + " vertices do not fit into memory");
        }
        float[][] frames = new float[names.size() + 1][];
        List<CornerAttribute> normals = new ArrayList<>();
        double[] weights = new double[names.size()];
        for (int k = -1; k < names.size(); k++) {
            Arrays.fill(weights, 0);
            if (k >= 0) {
                weights[k] = 1;
            }
            frames[k + 1] = evaluate(weights, 0);
            meshes.shades(node -> ofNode(node, weights, 0)).ifPresent(normals::add);
        }
        Mesh surface = meshes.surface();
        if (!normals.isEmpty()) {
            Mesh shaded = surface.withPositions(frames[0].clone())
                    .withSurface(surface.surface().withNormals(Optional.of(normals.get(0))));
            return new MeshSequence(Sliders.POSES, shaded, new ShadedFrames(frames, normals::get), POSES_PER_SECOND);
        }
        Mesh rest = Arrays.equals(frames[0], surface.positions())
                ? surface.withPositions(frames[0].clone())
                : Normals.posed(surface, frames[0].clone());
        return new MeshSequence(Sliders.POSES, rest, FrameSource.of(frames), POSES_PER_SECOND);
    }

    /** Positions of the mesh with the K weights that start at {@code from}. */
    private float[] evaluate(double[] weights, int from) {
        return meshes.evaluate(node -> ofNode(node, weights, from));
    }

    private double[] ofNode(int node, double[] weights, int from) {
        return Arrays.stream(sliderOf.getOrDefault(node, new int[0]))
                .mapToDouble(k -> weights[from + k])
                .toArray();
    }

    /** The slider curves of the file's clips, sampled at their frames. */
    public List<Sliders.Curve> curves(OptionalDouble rate) {
        List<Sliders.Curve> curves = new ArrayList<>();
        for (GltfClip clip : GltfClip.read(meshes.document(), meshes.accessors(), GltfClip.Morphs.TAKE)) {
            if (clip.morphs().isEmpty()) {
                notes.add(file + ": clip '" + clip.name() + "' moves no morph target and is ignored");
                continue;
            }
            if (!clip.channels().isEmpty()) {
                notes.add(file + ": clip '" + clip.name() + "' also moves nodes; their motion is ignored");
            }
            long most = MAX_NUMBERS / names.size();
            FrameTimes times = rate.isPresent()
                    ? FrameTimes.at(rate.getAsDouble(), meshes.document(), clip, most)
                    : FrameTimes.of(meshes.document(), clip, most);
            String name = clip.name().equals(Sliders.POSES) ? clip.name() + "_clip" : clip.name();
            curves.add(new Sliders.Curve(name, times.framesPerSecond(), weights(clip, times.seconds())));
        }
        return curves;
    }

    private double[] weights(GltfClip clip, double[] seconds) {
        double[] weights = new double[seconds.length * names.size()];
        double[] value = new double[1];
        for (int f = 0; f < seconds.length; f++) {
            for (Map.Entry<Integer, int[]> node : sliderOf.entrySet()) {
                double[] own = MorphTargets.restWeights(meshes.document(), node.getKey());
                for (GltfClip.MorphChannel channel : clip.morphs()) {
                    for (int t = 0; channel.node() == node.getKey() && t < own.length; t++) {
                        channel.samplers().get(t).at(seconds[f], value);
                        own[t] = value[0];
                    }
                }
                for (int t = 0; t < own.length; t++) {
                    weights[f * names.size() + node.getValue()[t]] = own[t];
                }
            }
        }
        return weights;
    }

    /** The meshes that the morph targets show in a clip, as a reference for the bones. */
    public MeshSequence play(Sliders.Curve curve, Mesh rest) {
        int frames = curve.weights().length / names.size();
        return new MeshSequence(
                curve.name(),
                rest,
                new FrameSource() {
                    @Override
                    public int frameCount() {
                        return frames;
                    }

                    @Override
                    public synchronized float[] frame(int f) {
                        return evaluate(curve.weights(), f * names.size());
                    }
                },
                curve.framesPerSecond());
    }
}
