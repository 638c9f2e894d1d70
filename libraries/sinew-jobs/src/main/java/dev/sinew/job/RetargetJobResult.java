package dev.sinew.job;

import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.source.BoneMapFile;
import dev.sinew.job.tree.ModelTree;
import dev.sinew.job.tree.RunTree;
import dev.sinew.model.Clip;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.retarget.RetargetResult;
import dev.sinew.retarget.RetargetResult.Contact;
import dev.sinew.run.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * New clips of a model.
 *
 * @param source the input
 * @param model as the file has it
 * @param clips the new ones, as the file has them
 */
public record RetargetJobResult(
        RetargetRequest request,
        SkinnedModel source,
        SkeletonMotion motion,
        SkinnedModel model,
        List<Clip> clips,
        RetargetResult retargeted,
        WrittenModel written,
        List<String> notes,
        Map<String, Double> seconds)
        implements JobResult {
    @Override
    public Map<String, Object> tree() {
        int frames = clips.stream().mapToInt(clip -> clip.motion().frameCount()).sum();
        return new RunTree("retarget")
                .input(RunTree.input(request.input().toString(), source.rest(), frames))
                .options(request.described())
                .outcome(Outcome.CONVERGED, 0)
                .result(result())
                .seconds(seconds)
                .tree();
    }

    /** The {@code result} of the JSON. */
    public Map<String, Object> result() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", request.output().toString());
        tree.put("bones", model.boneCount());
        tree.put("motionBones", motion.skeleton().boneCount());
        tree.put("match", retargeted.match().name().toLowerCase(Locale.ROOT));
        List<Object> made = new ArrayList<>();
        for (int c = 0; c < clips.size(); c++) {
            Map<String, Object> clip = new LinkedHashMap<>();
            clip.put("name", clips.get(c).name());
            clip.put("frames", clips.get(c).motion().frameCount());
            clip.put("framesPerSecond", clips.get(c).framesPerSecond());
            List<Object> contacts = new ArrayList<>();
            for (Contact contact : retargeted.contacts().get(c)) {
                Map<String, Object> tells = new LinkedHashMap<>();
                tells.put("foot", contact.foot());
                tells.put("from", contact.from());
                tells.put("to", contact.to());
                contacts.add(tells);
            }
            clip.put("contacts", contacts);
            made.add(clip);
        }
        tree.put("clips", made);
        tree.putAll(BoneMapFile.tree(retargeted.map()));
        ModelTree.putWritten(tree, written);
        tree.put("notes", notes);
        return tree;
    }
}
