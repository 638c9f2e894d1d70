package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.edit.SkeletonLod;
import dev.sinew.fit.Takes;
import dev.sinew.io.Models;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.ReadBack;
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
 * Further results of a finished rig: models with fewer bones, and the error of each clip.
 *
 * @param takes the sequences of the clips
 */
record RigExtras(Takes takes, RefitOptions refit, JobRun run) {
    static RigExtras of(Takes takes, RigOptions options, JobRun run) {
        RefitOptions refit = RefitOptions.defaults()
                .withInfluences(options.influences())
                .withSmooth(options.smooth())
                .withImportance(options.importance())
                .withSeed(options.seed())
                .withThreads(options.threads());
        return new RigExtras(takes, refit, run);
    }

    /** The numbers of {@code 30,20,12}, largest first. */
    static List<Integer> counts(String lods) {
        if (lods == null) {
            return List.of();
        }
        if (!lods.matches("[1-9][0-9]{0,3}(,[1-9][0-9]{0,3})*")) {
            throw new InvalidRequestException(
                    field("lods") + " " + lods + " must be numbers of bones such as 30,20,12");
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

    /**
     * Models with fewer and fewer bones. Each has a subset of the bones of the previous one; weights and rotations are solved again.
     *
     * @param rigged the rig, with a clip for each sequence
     */
    List<RigJobResult.Lod> lods(SkinnedModel rigged, List<Integer> counts, Path output) {
        List<RigJobResult.Lod> lods = new ArrayList<>();
        MeshSequence posed = takes.joined();
        SkinnedModel[] last = {rigged.withClips(List.of(takes.join(rigged.clips())))};
        for (int count : counts) {
            Path file = file(output, count);
            lods.add(run.make(
                    file,
                    "rigging " + count + " bones",
                    () -> {
                        SkinnedModel fewer = SkeletonLod.reduce(last[0], count);
                        last[0] = SkeletonRefit.refit(fewer, posed, refit, run.progress())
                                .model();
                        return takes.split(last[0]);
                    },
                    Models::write,
                    (model, written, path) -> measured(file, ReadBack.read(path, model))));
        }
        return lods;
    }

    /** Notes about requested models with more bones than the rig has. */
    static List<String> tooMany(List<Integer> counts, int bones, Path output) {
        return counts.stream()
                .filter(count -> count > bones)
                .map(count ->
                        file(output, count) + " has all " + bones + " bones of the rig, which are fewer than " + count)
                .toList();
    }

    private RigJobResult.Lod measured(Path file, SkinnedModel model) {
        SequenceError error = Measure.of(model, takes.join(model.clips()), takes.joined(), run.workers());
        return new RigJobResult.Lod(
                file, model.movingBoneCount(), model.skeleton().names(), error);
    }

    /** The error of each clip of a model that was read back. */
    List<RigJobResult.Played> played(SkinnedModel model) {
        List<RigJobResult.Played> played = new ArrayList<>();
        for (int k = 0; k < takes.sequences().size(); k++) {
            Clip clip = model.clips().get(k);
            SequenceError error = Measure.of(model, clip, takes.sequences().get(k), run.workers());
            played.add(new RigJobResult.Played(clip.name(), error));
        }
        return played;
    }
}
