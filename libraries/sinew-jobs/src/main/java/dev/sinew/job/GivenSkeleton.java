package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.edit.SkeletonMerge;
import dev.sinew.fit.Takes;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.run.JobRun;
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
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code rig --from}: a skeleton that is there already and the sequence that it is to play.
 *
 * @param matched the first sequence on the model's own vertices
 * @param own the sequences as they were read
 */
record GivenSkeleton(
        SkinnedModel model,
        List<String> treeNotes,
        PosesOfModel matched,
        List<Inputs.NamedSequence> own,
        RigOptions options) {
    static GivenSkeleton read(RigRequest asked, RigOptions options, JobRun run) {
        Path from = asked.from();
        SkinnedModel model = Inputs.model(from, run).withoutCorrectives();
        if (model.boneType() == BoneType.AFFINE) {
            throw new InvalidInputException(
                    from + ": 'rig --from' needs rigid bones, but the bones of this model are affine");
        }
        SkeletonMerge tree = merged(model, from);
        List<Inputs.NamedSequence> own = Inputs.sequences(asked.sequence().input(asked.input()), run).stream()
                .map(Inputs::held)
                .toList();
        PosesOfModel poses = PosesOfModel.of(from, model, Optional.empty(), own.get(0), run);
        return new GivenSkeleton(
                tree.model(),
                notes(tree, from),
                poses,
                own,
                options.withImportance(asked.vertices().read(model.rest(), from.toString())));
    }

    private static SkeletonMerge merged(SkinnedModel model, Path file) {
        try {
            return SkeletonMerge.merge(model);
        } catch (InvalidInputException noSkeleton) {
            throw new InvalidInputException(file + ": " + noSkeleton.getMessage(), noSkeleton);
        }
    }

    private static List<String> notes(SkeletonMerge tree, Path file) {
        List<String> notes = new ArrayList<>();
        if (!tree.removed().isEmpty()) {
            notes.add(file + ": left out bones that are not part of the skeleton and move no vertex: "
                    + Text.names(tree.removed()));
        }
        if (!tree.attached().isEmpty()) {
            List<String> attached = tree.attached().stream()
                    .map(a -> a.bone() + " on " + a.parent())
                    .toList();
            notes.add(file + " has " + (attached.size() + 1)
                    + " skeletons, which were merged so that only the root translates: " + Text.names(attached));
        }
        return notes;
    }

    /** Rejects options that look for a skeleton. */
    static void refuseWhatFindsOne(RigRequest asked) {
        if (!Inputs.isAnyModel(asked.from())) {
            throw new InvalidRequestException(field("from") + " " + asked.from() + " must be a skinned model");
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
                throw new InvalidRequestException(field(name) + " cannot be used with " + field("from")
                        + ", which keeps the skeleton of the model");
            }
        });
    }

    /** The sequences, with what was noted about the model and its match. */
    List<Inputs.NamedSequence> named() {
        List<String> notes = new ArrayList<>(matched.notes());
        notes.addAll(treeNotes);
        List<Inputs.NamedSequence> all = new ArrayList<>(own);
        all.set(0, new Inputs.NamedSequence(matched.file(), own.get(0).sequence(), notes));
        return all;
    }

    /** Matches the sequences to the vertices of the model. */
    TakeChoice.Read matched(TakeChoice.Read read) {
        List<MeshSequence> takes =
                read.takes().sequences().stream().map(matched.match()).toList();
        return new TakeChoice.Read(read.file(), new Takes(takes), read.notes());
    }

    RigResult solved(MeshSequence poses, JobRun run) {
        RefitOptions refit = RefitOptions.defaults()
                .withInfluences(options.influences())
                .withSmooth(options.smooth())
                .withJoints(RefitOptions.Joints.CORRECT)
                .withImportance(options.importance())
                .withSeed(options.seed())
                .withEffort(options.effort());
        return SkeletonRefit.rig(model, poses, refit, run.progress());
    }
}
