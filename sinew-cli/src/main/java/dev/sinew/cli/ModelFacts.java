package dev.sinew.cli;

import dev.sinew.io.ModelFile;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What there is to say about a skinned model beyond its mesh. */
final class ModelFacts {
    private final ModelFile read;
    private final SkinnedModel model;

    ModelFacts(ModelFile read) {
        this.read = read;
        this.model = read.model();
    }

    /** What playing a vertex costs: blending operations, and how they come about where there are two layers. */
    static Map<String, Object> cost(ModelFile read) {
        Map<String, Object> cost = new LinkedHashMap<>();
        cost.put(
                "bonesPerVertex",
                read.layers()
                        .map(TwoLayerWeights::bonesPerVertex)
                        .orElseGet(() -> read.model().weights().meanInfluences()));
        read.layers().ifPresent(layers -> {
            cost.put("virtualBones", layers.virtualBoneCount());
            cost.put("atomInfluences", layers.atomInfluences());
        });
        return cost;
    }

    void addTo(Sheet sheet) {
        sheet.row(
                        "bones",
                        model.boneCount() + " " + RunReport.lowerCase(model.boneType())
                                + (isHierarchy() ? ", in a tree" : ", side by side"))
                .row(
                        "influences",
                        "at most " + model.weights().maxInfluences() + " a vertex, "
                                + Text.number(model.weights().meanInfluences()) + " on average");
        read.layers().ifPresent(layers -> sheet.row("two layers", describe(layers)));
        String label = "clips";
        for (Clip clip : model.clips()) {
            sheet.row(label, describe(clip));
            label = "";
        }
        if (model.clips().isEmpty()) {
            sheet.row(label, "none");
        }
        if (isHierarchy()) {
            String treeLabel = "tree";
            for (String line : treeLines()) {
                sheet.row(treeLabel, line);
                treeLabel = "";
            }
        }
    }

    private static String describe(TwoLayerWeights layers) {
        return layers.virtualBoneCount() + " virtual bones of up to " + layers.atomInfluences() + " bones each, "
                + Text.number(layers.bonesPerVertex()) + " blending operations a vertex";
    }

    private static String describe(Clip clip) {
        return "'" + clip.name() + "', " + timing(clip.motion().frameCount(), clip.framesPerSecond());
    }

    /** "48 frames at 30 fps, 1.57 s": from the first frame to the last. */
    static String timing(int frames, double framesPerSecond) {
        return Text.count(frames, "frame") + " at " + Text.plain(framesPerSecond) + " fps, "
                + Text.number((frames - 1) / framesPerSecond) + " s";
    }

    private boolean isHierarchy() {
        return Arrays.stream(model.skeleton().parents()).anyMatch(parent -> parent != Skeleton.ROOT);
    }

    /** Children under their parents, two blanks deeper each. */
    private List<String> treeLines() {
        Skeleton skeleton = model.skeleton();
        List<List<Integer>> children = new ArrayList<>();
        List<Integer> roots = new ArrayList<>();
        for (int j = 0; j < skeleton.boneCount(); j++) {
            children.add(new ArrayList<>());
            int parent = skeleton.parents()[j];
            (parent == Skeleton.ROOT ? roots : children.get(parent)).add(j);
        }
        List<String> lines = new ArrayList<>();
        roots.forEach(root -> addLines(skeleton, children, root, "", lines));
        return lines;
    }

    private static void addLines(
            Skeleton skeleton, List<List<Integer>> children, int bone, String indent, List<String> lines) {
        lines.add(indent + skeleton.names().get(bone));
        children.get(bone).forEach(child -> addLines(skeleton, children, child, indent + "  ", lines));
    }

    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("bones", model.boneCount());
        tree.put("boneType", RunReport.lowerCase(model.boneType()));
        tree.put("influences", model.weights().maxInfluences());
        tree.putAll(cost(read));
        List<Object> clips = new ArrayList<>();
        for (Clip clip : model.clips()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", clip.name());
            entry.put("frames", clip.motion().frameCount());
            entry.put("fps", clip.framesPerSecond());
            entry.put("seconds", (clip.motion().frameCount() - 1) / clip.framesPerSecond());
            clips.add(entry);
        }
        tree.put("clips", clips);
        tree.put("boneNames", model.skeleton().names());
        tree.put("parents", Arrays.stream(model.skeleton().parents()).boxed().toList());
        return tree;
    }
}
