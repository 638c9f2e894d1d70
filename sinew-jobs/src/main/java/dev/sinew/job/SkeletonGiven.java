package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.fit.Takes;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.PosesOfModel;
import dev.sinew.job.source.TakeChoice;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.RefitOptions;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.RigResult;
import dev.sinew.rig.SkeletonRefit;
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
record SkeletonGiven(SkinnedModel model, PosesOfModel matched, RigOptions options) {
    static SkeletonGiven read(RigRequest asked, RigOptions options, Work work) {
        Path from = asked.from();
        SkinnedModel model = Inputs.model(from, work).withoutCorrectives();
        PosesOfModel poses = PosesOfModel.read(
                from, model, Optional.empty(), asked.sequence().input(asked.input()), work);
        return new SkeletonGiven(
                model, poses, options.withImportance(asked.vertices().read(model.rest(), from.toString())));
    }

    /** Refuses options that look for a skeleton. */
    static void refuseWhatFindsOne(RigRequest asked) {
        if (!Inputs.namesModel(asked.from())) {
            throw new WrongRequestException(field("from") + " " + asked.from() + " must end in .glb or .gltf");
        }
        Map<String, Object> others = new LinkedHashMap<>();
        others.put("bones", asked.bones());
        others.put("error", asked.error());
        others.put("clusters", asked.clusters());
        others.put("root", asked.root());
        others.put("rest", asked.rest().equals("given") ? null : asked.rest());
        others.put("rootMotion", asked.rootMotion() ? asked.rootMotion() : null);
        others.forEach((name, value) -> {
            if (value != null) {
                throw new WrongRequestException(
                        field(name) + " is for a skeleton that is to be found; with " + field("from") + " it is given");
            }
        });
    }

    Inputs.NamedSequence named() {
        return new Inputs.NamedSequence(matched.file(), matched.sequence(), matched.notes());
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
        return SkeletonRefit.rig(model, poses(), refit, work.progress());
    }
}
