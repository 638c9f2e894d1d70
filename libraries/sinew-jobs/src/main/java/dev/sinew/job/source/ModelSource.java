package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.fit.MotionFit;
import dev.sinew.io.ModelFile;
import dev.sinew.io.format.Formats;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.WeightSums;
import dev.sinew.io.weights.WeightFiles;
import dev.sinew.io.weights.WeightFiles.ReadWeights;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.text.Text;
import dev.sinew.math.Affine3;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.ModelInput;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.ClipFrames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A model whose weights are changed, and its example motion.
 *
 * @param file as the user called it
 * @param document everything that the file contains
 * @param clip the motion that is shown and measured; empty where the model has none
 * @param examples the poses to follow, if any
 */
public record ModelSource(
        String file,
        SkinnedModel model,
        ModelDocument document,
        Optional<Clip> clip,
        Optional<MeshSequence> examples,
        List<String> notes) {

    public static ModelSource read(Path file, ModelChoice choice, JobRun run) {
        List<String> notes = new ArrayList<>();
        ModelDocument document = document(file, choice, run, notes);
        SkinnedModel model = document.model();
        Optional<Inputs.NamedSequence> poses = choice.examplesAsked()
                .map(paths -> Inputs.heldSequence(choice.sequence().inputBesideModel(paths), run)
                        .onVerticesOf(file, model, played(model, choice)));
        poses.ifPresent(sequence -> notes.addAll(sequence.notes()));
        Optional<MeshSequence> sequence = poses.map(Inputs.NamedSequence::sequence);
        if (model.clips().isEmpty() && choice.clip().isEmpty()) {
            SkinnedModel still = model;
            SkinnedModel moving = sequence.map(
                            to -> run.stage("solve", "finding the bones' motion", () -> following(still, to, run)))
                    .orElse(still);
            return new ModelSource(
                    file.toString(), moving, document, moving.clips().stream().findFirst(), sequence, notes);
        }
        Clip clip = clip(file, model, choice, sequence);
        poses.ifPresent(named -> requireSameFrames(file, clip, named));
        return new ModelSource(file.toString(), model, document, Optional.of(clip), sequence, notes);
    }

    /** The named clip, the only one, or without examples the first. */
    private static Clip clip(Path file, SkinnedModel model, ModelChoice choice, Optional<MeshSequence> examples) {
        boolean any = choice.clip().isEmpty() && examples.isEmpty();
        return any ? model.clips().get(0) : Inputs.clip(file, model, choice.clip());
    }

    /** The clip that the examples belong to, if that is certain. */
    private static Optional<Clip> played(SkinnedModel model, ModelChoice choice) {
        return model.clips().stream()
                .filter(clip -> choice.clip()
                        .map(clip.name()::equals)
                        .orElse(model.clips().size() == 1))
                .findFirst();
    }

    private static void requireSameFrames(Path file, Clip clip, Inputs.NamedSequence poses) {
        int keys = clip.motion().frameCount();
        if (keys != poses.sequence().frameCount()) {
            throw new InvalidInputException("clip '" + clip.name() + "' of " + file + " has " + keys
                    + " frames and the examples " + poses.file() + " have "
                    + poses.sequence().frameCount() + "; both need the same number (" + field("range")
                    + " selects frames)");
        }
    }

    private static ModelDocument document(Path file, ModelChoice choice, JobRun run, List<String> notes) {
        if (Inputs.isAnyModel(file)) {
            if (choice.weights() != null) {
                throw new InvalidRequestException(
                        field("weights") + " needs a mesh without a skin, but " + file + " is a skinned model");
            }
            ModelFile read = Inputs.modelFile(file, run);
            notes.addAll(read.document().notes());
            noteSums(file, read.weightSums(), notes);
            if (!read.model().correctives().isEmpty()) {
                notes.add(file + " has morph targets, which are left out; only its skin was used");
            }
            return read.document().withModel(read.model().withoutCorrectives());
        }
        Path weights = choice.weights();
        if (weights == null) {
            throw new InvalidInputException(file + " is not a skinned model; give one, or the weights of the mesh with "
                    + field("weights") + " FILE");
        }
        Mesh mesh = Inputs.mesh(choice.sequence().inputBesideModel(List.of(file)), run);
        ReadWeights read = run.stage("read", "reading " + weights, () -> WeightFiles.read(weights, mesh.vertexCount()));
        notes.addAll(read.notes());
        return ModelDocument.of(skinned(mesh, read));
    }

    /** Larger differences are a note of the reader. */
    private static void noteSums(Path file, WeightSums sums, List<String> notes) {
        double miss = Math.abs(sums.worstSum() - 1);
        if (sums.vertices() > 0 && miss <= SkinWeights.SUM_TOLERANCE) {
            notes.add("the weights of " + Text.count(sums.vertices()) + " vertices in " + file
                    + " did not sum to 1 (off by up to " + Text.number(miss) + ") and were rescaled");
        }
    }

    /** Bones without hierarchy, each at the centroid of its vertices. */
    private static SkinnedModel skinned(Mesh mesh, ReadWeights read) {
        int bones = read.boneNames().size();
        SkinWeights weights = read.weights();
        double[] pivots = weights.centroids(mesh.positions(), new double[3 * bones]);
        int[] parents = new int[bones];
        Arrays.fill(parents, Skeleton.NONE);
        Skeleton skeleton = new Skeleton(read.boneNames(), parents, pivots);
        return new SkinnedModel(mesh, weights, skeleton, BoneType.AFFINE, List.of());
    }

    private static SkinnedModel following(SkinnedModel model, MeshSequence poses, JobRun run) {
        BoneMotion motion =
                MotionFit.fit(poses.withRest(model.rest()), model.weights(), model.boneCount(), run.workers());
        Clip clip = new Clip(poses.name(), poses.framesPerSecond(), motion);
        return model.withBoneType(BoneType.AFFINE).withClips(List.of(clip));
    }

    /** A model that was derived from the file's, with what is still true of it. */
    public ModelDocument derived(SkinnedModel result) {
        return document.derived(result, new ArrayList<>());
    }

    /** Says what {@link #derived} leaves out; empty if it leaves out nothing. */
    public List<String> leftOut(SkinnedModel result) {
        List<String> left = new ArrayList<>();
        document.derived(result, left);
        return left.isEmpty()
                ? List.of()
                : List.of("the output does not contain all of " + file + ": " + Formats.list(left, "and")
                        + " no longer fit and were left out");
    }

    public ModelInput input() {
        ModelInput input = ModelInput.of(model);
        return examples.map(poses -> input.withExamples(clip.orElseThrow(), poses))
                .orElse(input);
    }

    /** The reference for errors: the examples, else the clip of the model, else its rest pose. */
    public MeshSequence truth() {
        return examples.orElseGet(() -> ClipFrames.sequence(model, shown()));
    }

    /** Frames of the clip; 0 without a clip. */
    public int frameCount() {
        return clip.map(moving -> moving.motion().frameCount()).orElse(0);
    }

    /** The clip, or one frame of the rest pose. */
    public Clip shown() {
        return clip.orElseGet(() -> still(model.boneCount()));
    }

    private static Clip still(int bones) {
        double[] matrices = new double[bones * Affine3.STRIDE];
        for (int j = 0; j < bones; j++) {
            for (int r = 0; r < 3; r++) {
                matrices[j * Affine3.STRIDE + 5 * r] = 1;
            }
        }
        return new Clip("rest", 30, new BoneMotion(bones, 1, matrices));
    }

    /** The same clip of a model that was read back. */
    public Clip shownIn(SkinnedModel other) {
        return clip.flatMap(mine -> other.clips().stream()
                        .filter(theirs -> theirs.name().equals(mine.name()))
                        .findFirst())
                .orElseGet(this::shown);
    }
}
