package dev.sinew.job.tree;

import dev.sinew.io.ModelFile;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.text.Text;
import dev.sinew.model.Clip;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Facts about a skinned model beyond its mesh, by name. */
public final class ModelTree {
    private ModelTree() {}

    /** The cost per vertex: blend operations, and the parameters of two layers. */
    public static Map<String, Object> cost(ModelFile read) {
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

    public static Map<String, Object> of(ModelFile read) {
        SkinnedModel model = read.model();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("bones", model.boneCount());
        tree.put("boneType", Text.lowerCase(model.boneType()));
        tree.put("influences", model.weights().maxInfluences());
        tree.putAll(cost(read));
        tree.put("correctives", model.correctives().names());
        tree.putAll(of(SkeletonMotion.of(model)));
        return tree;
    }

    /** Bones and clips. */
    public static Map<String, Object> of(SkeletonMotion motion) {
        Map<String, Object> tree = new LinkedHashMap<>();
        List<Object> clips = new ArrayList<>();
        for (Clip clip : motion.clips()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", clip.name());
            entry.put("frames", clip.motion().frameCount());
            entry.put("fps", clip.framesPerSecond());
            entry.put("seconds", (clip.motion().frameCount() - 1) / clip.framesPerSecond());
            clips.add(entry);
        }
        tree.put("clips", clips);
        tree.put("boneNames", motion.skeleton().names());
        tree.put("parents", Arrays.stream(motion.skeleton().parents()).boxed().toList());
        return tree;
    }

    /**
     * The size of a file and of its parts, by name.
     *
     * @param tree modified
     */
    public static void putWritten(Map<String, Object> tree, WrittenModel written) {
        tree.put("fileBytes", written.bytes());
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("mesh", written.parts().mesh());
        parts.put("weights", written.parts().weights());
        parts.put("motion", written.parts().motion());
        parts.put("shapes", written.parts().shapes());
        boolean known = !written.parts().equals(WrittenModel.Parts.UNKNOWN);
        tree.put("fileParts", known ? parts : null);
    }
}
