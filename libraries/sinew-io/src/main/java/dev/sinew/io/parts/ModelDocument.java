package dev.sinew.io.parts;

import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Drivers;
import dev.sinew.model.HandleSet;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

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

    /** Other clips of the model and of its fallback skin, with the sliders' values in them. */
    public ModelDocument withClips(UnaryOperator<List<Clip>> choice) {
        SkinnedModel chosen = model.withClips(choice.apply(model.clips()));
        Set<String> names = chosen.clips().stream().map(Clip::name).collect(Collectors.toSet());
        Optional<Sliders> followed = sliders.map(s -> new Sliders(
                s.names(),
                s.bones(),
                s.deltas(),
                s.clips().stream().filter(c -> names.contains(c.name())).toList()));
        return withModel(chosen)
                .withFallback(fallback.map(skin -> skin.withClips(choice.apply(skin.clips()))))
                .withSliders(followed);
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

    public ModelDocument withHandles(HandleSet set) {
        return withHandles(Optional.of(set));
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

    /**
     * A model that was derived from this one, with everything of this document that is still true of it.
     *
     * @param left modified: names of what no longer is, for a message
     */
    public ModelDocument derived(SkinnedModel result, List<String> left) {
        Skeleton before = model.skeleton();
        Skeleton after = result.skeleton();
        boolean sameBones = Arrays.equals(before.parents(), after.parents())
                && Arrays.equals(before.pivots(), after.pivots())
                && Arrays.equals(before.orientations(), after.orientations());
        boolean sameWeights = Arrays.equals(
                        model.weights().bones(), result.weights().bones())
                && Arrays.equals(model.weights().weights(), result.weights().weights());
        boolean sameShapes = drivers.map(d ->
                        d.shapes() == 0 || d.shapes() == result.correctives().count())
                .orElse(true);
        boolean sameFaces = model.rest().faceCount() == result.rest().faceCount();
        boolean sameClips = isSame(model.clips(), result.clips());
        boolean named = handles.stream()
                .flatMap(set -> set.handles().stream())
                .allMatch(handle -> after.names().contains(handle.name()));
        return of(result)
                .withNotes(notes)
                .withPose(kept(pose, sameBones, "the pose of its nodes", left))
                .withParts(sameFaces ? parts : List.of())
                .withFallback(kept(fallback, sameBones && sameWeights && sameClips, "its fallback skin", left))
                .withLayers(kept(layers, sameBones && sameWeights, "its two layers of weights", left))
                .withBlendBones(kept(blendBones, sameBones, "the drivers of its blend bones", left))
                .withHandles(kept(handles, sameBones && named, "its handles", left))
                .withSliders(kept(sliders, sameBones && sameClips, "its sliders", left))
                .withDrivers(kept(drivers, sameBones && sameShapes, "the drivers of its helper bones", left));
    }

    private static boolean isSame(List<Clip> a, List<Clip> b) {
        boolean same = a.size() == b.size();
        for (int c = 0; same && c < a.size(); c++) {
            same = a.get(c).name().equals(b.get(c).name())
                    && Arrays.equals(
                            a.get(c).motion().matrices(), b.get(c).motion().matrices());
        }
        return same;
    }

    private static <T> Optional<T> kept(Optional<T> content, boolean isTrue, String name, List<String> left) {
        if (content.isPresent() && !isTrue) {
            left.add(name);
        }
        return content.filter(c -> isTrue);
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
        if (!model.correctives().isEmpty()) {
            names.add("the morph targets");
        }
        return names;
    }

    /** The same without {@link #extensions}. */
    public ModelDocument withoutExtensions() {
        return of(model.withoutCorrectives()).withPose(pose).withParts(parts).withNotes(notes);
    }
}
