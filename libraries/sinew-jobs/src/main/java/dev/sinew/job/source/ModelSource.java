package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.fit.MotionFit;
import dev.sinew.io.ModelFile;
import dev.sinew.io.parts.WeightSums;
import dev.sinew.io.weights.WeightFiles;
import dev.sinew.io.weights.WeightFiles.ReadWeights;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.WrongRequestException;
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
import dev.sinew.run.RefusedException;
import dev.sinew.skin.ClipFrames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A model whose weights are to become others, as the arguments of a verb name it.
 *
 * @param file as the user called it
 * @param clip the motion that is shown and measured; empty where the model has none
 * @param examples the poses to follow, if any
 */
public record ModelSource(
        String file, SkinnedModel model, Optional<Clip> clip, Optional<MeshSequence> examples, List<String> notes) {

    public static ModelSource read(Path file, ModelChoice choice, Work work) {
        List<String> notes = new ArrayList<>();
        SkinnedModel model = model(file, choice, work, notes);
        Optional<Inputs.NamedSequence> poses = choice.examplesAsked()
                .map(paths -> Inputs.heldSequence(choice.sequence().inputBesideModel(paths), work));
        poses.ifPresent(sequence -> notes.addAll(sequence.notes()));
        if (poses.isPresent() && poses.get().sequence().vertexCount() != model.vertexCount()) {
            throw new RefusedException(file + " has " + model.vertexCount() + " vertices and the examples "
                    + poses.get().file() + " have " + poses.get().sequence().vertexCount()
                    + ", they must be of the same mesh");
        }
        Optional<MeshSequence> sequence = poses.map(Inputs.NamedSequence::sequence);
        if (model.clips().isEmpty() && choice.clip().isEmpty()) {
            SkinnedModel still = model;
            SkinnedModel moving = sequence.map(
                            to -> work.stage("solve", "finding the bones' motion", () -> following(still, to, work)))
                    .orElse(still);
            return new ModelSource(
                    file.toString(), moving, moving.clips().stream().findFirst(), sequence, notes);
        }
        Clip clip = clip(file, model, choice, sequence);
        poses.ifPresent(named -> requireSameFrames(file, clip, named));
        return new ModelSource(file.toString(), model, Optional.of(clip), sequence, notes);
    }

    /** The clip that is named, the only one, or without examples the first. */
    private static Clip clip(Path file, SkinnedModel model, ModelChoice choice, Optional<MeshSequence> examples) {
        boolean any = choice.clip().isEmpty() && examples.isEmpty();
        return any ? model.clips().get(0) : Inputs.clip(file, model, choice.clip());
    }

    private static void requireSameFrames(Path file, Clip clip, Inputs.NamedSequence poses) {
        int keys = clip.motion().frameCount();
        if (keys != poses.sequence().frameCount()) {
            throw new RefusedException("clip '" + clip.name() + "' of " + file + " has " + keys
                    + " frames and the examples " + poses.file() + " have "
                    + poses.sequence().frameCount() + ", they must be equally many (" + field("range")
                    + " picks frames)");
        }
    }

    private static SkinnedModel model(Path file, ModelChoice choice, Work work, List<String> notes) {
        if (Inputs.isModel(file)) {
            if (choice.weights() != null) {
                throw new WrongRequestException(
                        field("weights") + " is for a mesh without a skin, " + file + " is a model");
            }
            ModelFile read = Inputs.modelFile(file, work);
            checkSums(file, read.weightSums(), notes);
            if (read.layers().isPresent()) {
                notes.add(file + " has two layers already; what was worked on is its standard skin");
            }
            if (!read.model().correctives().isEmpty()) {
                notes.add(file + " has morph targets, which are left out: what was worked on is its skin");
            }
            return read.model().withoutCorrectives();
        }
        Path weights = choice.weights();
        if (weights == null) {
            throw new RefusedException(
                    file + " is no model with a skin: name a .glb or .gltf, or the weights of a mesh with "
                            + field("weights"));
        }
        Mesh mesh = Inputs.mesh(choice.sequence().inputBesideModel(List.of(file)), work);
        ReadWeights read =
                work.stage("read", "reading " + weights, () -> WeightFiles.read(weights, mesh.vertexCount()));
        notes.addAll(read.notes());
        return skinned(mesh, read);
    }

    private static void checkSums(Path file, WeightSums sums, List<String> notes) {
        double miss = Math.abs(sums.worstSum() - 1);
        if (miss > SkinWeights.SUM_TOLERANCE) {
            throw new RefusedException(file + ", vertex " + sums.worstVertex() + ": the weights sum to "
                    + Text.number(sums.worstSum()) + ", they must sum to 1 within " + SkinWeights.SUM_TOLERANCE);
        }
        if (sums.vertices() > 0) {
            notes.add("the weights of " + Text.count(sums.vertices()) + " vertices in " + file
                    + " did not sum to 1 (off by up to " + Text.number(miss) + ") and were scaled to");
        }
    }

    /** Bones side by side, each in the middle of what it moves. */
    private static SkinnedModel skinned(Mesh mesh, ReadWeights read) {
        int bones = read.boneNames().size();
        SkinWeights weights = read.weights();
        double[] pivots = weights.middles(mesh.positions(), new double[3 * bones]);
        int[] parents = new int[bones];
        Arrays.fill(parents, Skeleton.NONE);
        Skeleton skeleton = new Skeleton(read.boneNames(), parents, pivots);
        return new SkinnedModel(mesh, weights, skeleton, BoneType.AFFINE, List.of());
    }

    private static SkinnedModel following(SkinnedModel model, MeshSequence poses, Work work) {
        BoneMotion motion =
                MotionFit.of(poses.withRest(model.rest()), model.weights(), model.boneCount(), work.workers());
        Clip clip = new Clip(poses.name(), poses.framesPerSecond(), motion);
        return model.withBoneType(BoneType.AFFINE).withClips(List.of(clip));
    }

    public ModelInput input() {
        ModelInput input = ModelInput.of(model);
        return examples.map(poses -> input.withExamples(clip.orElseThrow(), poses))
                .orElse(input);
    }

    /** What the result is measured against: the examples, else what the model itself plays, else its rest pose. */
    public MeshSequence truth() {
        return examples.orElseGet(() -> ClipFrames.sequence(model, shown()));
    }

    /** Frames of the clip; 0 where there is none. */
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
