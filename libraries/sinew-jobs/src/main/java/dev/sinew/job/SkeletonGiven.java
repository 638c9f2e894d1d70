package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.fit.Takes;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.PosesOfModel;
import dev.sinew.job.source.TakeChoice;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.RefitOptions;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.RigResult;
import dev.sinew.rig.SkeletonRefit;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code rig --from}: a skeleton that is there already and the sequence that it is to play.
 *
 * @param matched the sequence on the model's own vertices
 */
record SkeletonGiven(OneTree tree, PosesOfModel matched, RigOptions options) {
    static SkeletonGiven read(RigRequest asked, RigOptions options, Work work) {
        Path from = asked.from();
        SkinnedModel model = Inputs.model(from, work).withoutCorrectives();
        if (model.boneType() == BoneType.AFFINE) {
            throw new RefusedException(from + ": its bones are affine, joints that hold are for rigid ones");
        }
        OneTree tree = OneTree.of(model, from.toString());
        PosesOfModel poses = PosesOfModel.read(
                from, model, Optional.empty(), asked.sequence().input(asked.input()), work);
        return new SkeletonGiven(
                tree, poses, options.withImportance(asked.vertices().read(model.rest(), from.toString())));
    }

    /** Refuses options that look for a skeleton. */
    static void refuseWhatFindsOne(RigRequest asked) {
        if (!Inputs.isModel(asked.from())) {
            throw new WrongRequestException(field("from") + " " + asked.from() + " must end in .glb or .gltf");
        }
        Map<String, Object> others = new LinkedHashMap<>();
        others.put("bones", asked.bones());
        others.put("error", asked.error());
        others.put("clusters", asked.clusters());
        others.put("root", asked.root());
        others.put("rest", asked.rest().equals("given") ? null : asked.rest());
        others.put("rootMotion", asked.rootMotion() ? asked.rootMotion() : null);
        others.put("detail", asked.detail().equals("medium") ? null : asked.detail());
        others.put("symmetric", asked.symmetric().equals("auto") ? null : asked.symmetric());
        others.put("names", asked.names().equals("auto") ? null : asked.names());
        others.put("axis", asked.axis().equals("y") ? null : asked.axis());
        others.forEach((name, value) -> {
            if (value != null) {
                throw new WrongRequestException(
                        field(name) + " is for a skeleton that is to be found; with " + field("from") + " it is given");
            }
        });
    }

    Inputs.NamedSequence named() {
        List<String> notes = new ArrayList<>(matched.notes());
        notes.addAll(tree.notes());
        return new Inputs.NamedSequence(matched.file(), matched.sequence(), notes);
    }

    MeshSequence poses() {
        return matched.sequence();
    }

    /** Further sequences on the model's vertices, too. */
    TakeChoice.Read matched(TakeChoice.Read read) {
        List<MeshSequence> takes = new ArrayList<>(List.of(poses()));
        read.takes().sequences().stream().skip(1).map(matched.match()).forEach(takes::add);
        return new TakeChoice.Read(read.file(), new Takes(takes), read.notes());
    }

    RigResult solved(Work work) {
        RefitOptions refit = RefitOptions.defaults()
                .withInfluences(options.influences())
                .withSmooth(options.smooth())
                .withJoints(RefitOptions.Joints.CORRECT)
                .withImportance(options.importance())
                .withSeed(options.seed())
                .withEffort(options.effort());
        return SkeletonRefit.rig(tree.model(), poses(), refit, work.progress());
    }
}
