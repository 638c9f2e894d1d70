package dev.sinew.io.parts;

import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Drivers;
import dev.sinew.model.HandleSet;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything that a model file contains. Formats other than glTF contain the model, its pose and its parts; the rest is stored in
 * glTF extensions.
 *
 * @param model the model that engines play
 * @param pose 12 numbers per bone, the skinning matrices without a clip; empty if that is the bind pose
 * @param parts the meshes of the file, which share the model's faces in order; empty if they are one mesh without a name
 * @param fallback a skin with four weights per vertex for engines that cannot play the model: the same rest pose and clips,
 *     separate bones
 * @param layers the model's weights in two layers; the model is their fallback
 * @param blendBones how the model's last bones follow the others
 * @param handles the handles that the bones belong to
 * @param sliders the sliders that drive the bones; other programs see the resulting clips
 * @param drivers how helper bones follow the pose; the clips already move them
 * @param notes what the reader had to change or to leave out
 */
public record ModelDocument(
        SkinnedModel model,
        Optional<double[]> pose,
        List<Part> parts,
        Optional<SkinnedModel> fallback,
        Optional<TwoLayerWeights> layers,
        Optional<BlendBones> blendBones,
        Optional<HandleSet> handles,
        Optional<Sliders> sliders,
        Optional<Drivers> drivers,
        List<String> notes) {
    /**
     * A mesh of the file.
     *
     * @param node name of the node that shows it
     * @param mesh name of the mesh
     * @param faces number of its faces, after those of the parts before
     */
    public record Part(String node, String mesh, int faces) {}

    public ModelDocument {
        Objects.requireNonNull(model);
        Objects.requireNonNull(fallback);
        Objects.requireNonNull(layers);
        Objects.requireNonNull(blendBones);
        Objects.requireNonNull(handles);
        Objects.requireNonNull(sliders);
        Objects.requireNonNull(drivers);
        parts = List.copyOf(parts);
        notes = List.copyOf(notes);
        int numbers = BoneMotion.STRIDE * model.boneCount();
        if (pose.isPresent() && pose.get().length != numbers) {
            throw new IllegalArgumentException(
                    "a pose of " + pose.get().length + " numbers for " + model.boneCount() + " bones");
        }
        int faces = parts.stream().mapToInt(Part::faces).sum();
        if (!parts.isEmpty() && faces != model.rest().faceCount()) {
            throw new IllegalArgumentException(
                    "parts of " + faces + " faces for " + model.rest().faceCount());
        }
    }

    public static ModelDocument of(SkinnedModel model) {
        return new ModelDocument(
                model,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    public static ModelDocument of(TwoLayerModel model) {
        return of(model.fallback()).withLayers(Optional.of(model.layers()));
    }

    public static ModelDocument of(LinearizedModel model) {
        return of(model.model()).withBlendBones(Optional.of(model.blendBones()));
    }

    /** Another model with the same bones, and everything else as it is. */
    public ModelDocument withModel(SkinnedModel other) {
        return new ModelDocument(other, pose, parts, fallback, layers, blendBones, handles, sliders, drivers, notes);
    }

    public ModelDocument withPose(Optional<double[]> matrices) {
        return new ModelDocument(
                model, matrices, parts, fallback, layers, blendBones, handles, sliders, drivers, notes);
    }

    public ModelDocument withParts(List<Part> meshes) {
        return new ModelDocument(model, pose, meshes, fallback, layers, blendBones, handles, sliders, drivers, notes);
    }

    public ModelDocument withFallback(Optional<SkinnedModel> skin) {
        return new ModelDocument(model, pose, parts, skin, layers, blendBones, handles, sliders, drivers, notes);
    }

    public ModelDocument withLayers(Optional<TwoLayerWeights> weights) {
        return new ModelDocument(model, pose, parts, fallback, weights, blendBones, handles, sliders, drivers, notes);
    }

    public ModelDocument withBlendBones(Optional<BlendBones> bones) {
        return new ModelDocument(model, pose, parts, fallback, layers, bones, handles, sliders, drivers, notes);
    }

    public ModelDocument withHandles(Optional<HandleSet> set) {
        return new ModelDocument(model, pose, parts, fallback, layers, blendBones, set, sliders, drivers, notes);
    }

    public ModelDocument withSliders(Optional<Sliders> followed) {
        return new ModelDocument(model, pose, parts, fallback, layers, blendBones, handles, followed, drivers, notes);
    }

    public ModelDocument withDrivers(Optional<Drivers> learnt) {
        return new ModelDocument(model, pose, parts, fallback, layers, blendBones, handles, sliders, learnt, notes);
    }

    public ModelDocument withNotes(List<String> said) {
        return new ModelDocument(model, pose, parts, fallback, layers, blendBones, handles, sliders, drivers, said);
    }

    /** What only glTF can store, in words for messages; empty if any format can store the document. */
    public List<String> extensions() {
        List<String> names = new ArrayList<>();
        fallback.ifPresent(x -> names.add("the fallback skin"));
        layers.ifPresent(x -> names.add("the two layers of weights"));
        blendBones.ifPresent(x -> names.add("the drivers of the blend bones"));
        handles.ifPresent(x -> names.add("the handles"));
        sliders.ifPresent(x -> names.add("the sliders"));
        drivers.ifPresent(x -> names.add("the drivers of the helper bones"));
        return names;
    }

    /** The same without {@link #extensions}. */
    public ModelDocument withoutExtensions() {
        return of(model).withPose(pose).withParts(parts).withNotes(notes);
    }
}
