package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.edit.SkeletonMerge;
import dev.sinew.fit.Takes;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.PosesOfModel;
import dev.sinew.job.source.TakeChoice;
import dev.sinew.job.text.Text;
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
record SkeletonGiven(SkinnedModel model, List<String> treeNotes, PosesOfModel matched, RigOptions options) {
    static SkeletonGiven read(RigRequest asked, RigOptions options, Work work) {
        Path from = asked.from();
        SkinnedModel model = Inputs.model(from, work).withoutCorrectives();
        if (model.boneType() == BoneType.AFFINE) {
            throw new RefusedException(from + ": its bones are affine, joints that hold are for rigid ones");
        }
        SkeletonMerge tree = merged(model, from);
        PosesOfModel poses = PosesOfModel.read(
                from, model, Optional.empty(), asked.sequence().input(asked.input()), work);
        return new SkeletonGiven(
                tree.model(),
                notes(tree, from),
                poses,
                options.withImportance(asked.vertices().read(model.rest(), from.toString())));
    }

    private static SkeletonMerge merged(SkinnedModel model, Path file) {
        try {
            return SkeletonMerge.merge(model);
        } catch (RefusedException noSkeleton) {
            throw new RefusedException(file + ": " + noSkeleton.getMessage(), noSkeleton);
        }
    }

    private static List<String> notes(SkeletonMerge tree, Path file) {
        List<String> notes = new ArrayList<>();
        if (!tree.removed().isEmpty()) {
            notes.add(file + ": left out, as they stand beside the skeleton and move no vertex: "
                    + Text.names(tree.removed()));
        }
        if (!tree.attached().isEmpty()) {
            List<String> attached = tree.attached().stream()
                    .map(a -> a.bone() + " on " + a.parent())
                    .toList();
            notes.add(file + " has " + (attached.size() + 1)
                    + " skeletons, which were joined so that only the root moves: " + Text.names(attached));
        }
        return notes;
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
        notes.addAll(treeNotes);
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
        return SkeletonRefit.rig(model, poses(), refit, work.progress());
    }
}
