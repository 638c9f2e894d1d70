package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.edit.SkeletonLod;
import dev.sinew.fit.Takes;
import dev.sinew.io.Models;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.RefitOptions;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.SkeletonRefit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What a finished rig is good for besides: further clips, whose rotations are solved for under its weights, and models of fewer of
 * its bones.
 *
 * @param takes the sequence of the rig, then those of further clips
 */
record RigMore(Takes takes, RefitOptions refit, Work work) {
    static RigMore of(Takes takes, RigOptions options, Work work) {
        RefitOptions refit = RefitOptions.defaults()
                .withInfluences(options.influences())
                .withSmooth(options.smooth())
                .withImportance(options.importance())
                .withSeed(options.seed())
                .withThreads(options.threads());
        return new RigMore(takes, refit, work);
    }

    /** The numbers of {@code 30,20,12}, largest first. */
    static List<Integer> counts(String lods) {
        if (lods == null) {
            return List.of();
        }
        if (!lods.matches("[1-9][0-9]{0,3}(,[1-9][0-9]{0,3})*")) {
            throw new WrongRequestException(field("lods") + " " + lods + " must be numbers of bones such as 30,20,12");
        }
        return Arrays.stream(lods.split(","))
                .map(Integer::valueOf)
                .distinct()
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    /** {@code cat.glb} → {@code cat-20.glb} */
    static Path file(Path output, int bones) {
        String name = output.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return output.resolveSibling(name.substring(0, dot) + "-" + bones + name.substring(dot));
    }

    /** The model with a clip for every sequence but the first, which it has. */
    SkinnedModel withClips(SkinnedModel model) {
        RefitOptions motion = refit.withWeights(RefitOptions.Weights.KEEP)
                .withInfluences(Math.max(1, model.weights().maxInfluences()));
        List<Clip> clips = new ArrayList<>(model.clips().subList(0, 1));
        for (MeshSequence take : takes.sequences().subList(1, takes.sequences().size())) {
            clips.add(SkeletonRefit.refit(model, take, motion, work.progress())
                    .model()
                    .clips()
                    .get(0));
        }
        return model.withClips(clips);
    }

    /**
     * Fewer and fewer bones, each file's a part of those of the one before, weights and rotations solved anew.
     *
     * @param posed the sequence that the rig was made for
     */
    List<RigMade.Lod> lods(SkinnedModel rigged, MeshSequence posed, List<Integer> counts, Path output) {
        List<RigMade.Lod> lods = new ArrayList<>();
        SkinnedModel[] last = {rigged};
        for (int count : counts) {
            Path file = file(output, count);
            lods.add(work.make(
                    file,
                    "rigging " + count + " bones",
                    () -> {
                        SkinnedModel fewer = SkeletonLod.reduce(last[0], count);
                        SkinnedModel solved = SkeletonRefit.refit(fewer, posed, refit, work.progress())
                                .model();
                        last[0] = withClips(solved);
                        return last[0];
                    },
                    Models::write,
                    (model, written, path) -> measured(file, path)));
        }
        return lods;
    }

    /** What to say of models that were to have more bones than there are. */
    static List<String> tooMany(List<Integer> counts, int bones, Path output) {
        return counts.stream()
                .filter(count -> count > bones)
                .map(count ->
                        file(output, count) + " has all " + bones + " bones: " + count + " is more than there are")
                .toList();
    }

    private RigMade.Lod measured(Path file, Path written) {
        SkinnedModel model = Models.read(written);
        SequenceError error = Measure.of(model, model.clips().get(0), takes.first(), work.workers());
        return new RigMade.Lod(file, model.movingBoneCount(), model.skeleton().names(), error);
    }

    /** How far each clip of a model that was read back is from its sequence. */
    List<RigMade.Played> played(SkinnedModel model) {
        List<RigMade.Played> played = new ArrayList<>();
        for (int k = 0; k < takes.sequences().size(); k++) {
            Clip clip = model.clips().get(k);
            SequenceError error = Measure.of(model, clip, takes.sequences().get(k), work.workers());
            played.add(new RigMade.Played(clip.name(), error));
        }
        return played;
    }
}
