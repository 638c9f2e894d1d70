package dev.sinew.job;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.LinearFit;
import dev.sinew.fit.Takes;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.gltf.GltfMorphs;
import dev.sinew.io.parts.Sliders;
import dev.sinew.job.desk.Work;
import dev.sinew.job.source.ReorderChoice;
import dev.sinew.job.source.StorageChoice;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Fitted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Bones in place of morph targets. Each target is an example that affine bones are fitted to; with the weights fixed, what the bones do for
 * a sum of targets is the sum of what they do for each, M_j(s) = I + Σ_k s_k·(M_jk − I). So the examples bound every pose of the
 * sliders, and no sums need to be examples themselves.
 */
record MorphTask(FitTask task) {
    static MorphTask of(Path file, SequenceInput input, FitOptions options, Path output, Work work) {
        GltfMorphs morphs = work.stage(
                "read",
                "reading " + file,
                () -> GltfMorphs.open(file, input.choice().objects()));
        MeshSequence examples = morphs.examples();
        List<Sliders.Curve> curves = morphs.curves(input.framesPerSecond()).stream()
                .filter(c -> input.choice().clip().isEmpty()
                        || input.choice().clip().get().equals(c.name()))
                .toList();
        List<MeshSequence> truth = new ArrayList<>();
        curves.forEach(curve -> truth.add(morphs.played(curve, examples.rest())));
        truth.add(examples);
        Map<String, Object> described = described(options);
        return new MorphTask(new FitTask(
                file.toString(),
                new Takes(truth),
                described,
                described,
                output,
                morphs.notes(),
                StorageChoice.PLAIN,
                ReorderChoice.KEPT,
                progress -> fitted(LinearFit.of(examples, options, progress), morphs.names(), curves, examples),
                model -> Optional.of(sliders(model, morphs.names(), curves)),
                FitTask.NO_STOCK));
    }

    static Map<String, Object> described(FitOptions options) {
        Map<String, Object> described = FitTree.described(options);
        described.put("rest", "given");
        described.put("morphs", true);
        return described;
    }

    FitTask told(Map<String, Object> options) {
        return task.told(options, task.notes());
    }

    /** The fit with clips of the sliders instead of what it found for the examples: the frame of none is exactly the rest pose. */
    private static FitResult fitted(
            FitResult fit, List<String> names, List<Sliders.Curve> curves, MeshSequence examples) {
        Fitted<SkinnedModel> found = fit.fitted();
        SkinnedModel model = found.model();
        SkinnedModel moved = sliders(model, names, curves).withClips(model, examples.framesPerSecond());
        Fitted<SkinnedModel> all =
                new Fitted<>(moved, found.outcome(), found.iterations(), found.convergence(), found.notes());
        return new FitResult(all, fit.curve(), fit.reducedDimensions());
    }

    private static Sliders sliders(SkinnedModel model, List<String> names, List<Sliders.Curve> curves) {
        BoneMotion poses = model.clips().get(model.clips().size() - 1).motion();
        return Sliders.of(names, poses, curves);
    }
}
