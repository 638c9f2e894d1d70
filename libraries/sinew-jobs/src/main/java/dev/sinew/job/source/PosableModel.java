package dev.sinew.job.source;

import dev.sinew.handles.HandleWeights;
import dev.sinew.handles.Poser;
import dev.sinew.io.ModelFile;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.math.Affine3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.HandleSet;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Outcome;
import java.nio.file.Path;
import java.util.List;

/**
 * A model whose bones are handles.
 *
 * @param parts the meshes of the file
 * @param boneOf the bone of each handle: files may order bones otherwise
 */
public record PosableModel(SkinnedModel model, HandleSet handles, int[] boneOf, List<ModelDocument.Part> parts) {
    /** Maximum number of rounds per pose, the same as in the report page. */
    public static final int MOST_ROUNDS = 100;

    /** @param file the name of the model in messages */
    public static PosableModel of(Path file, ModelFile read) {
        SkinnedModel model = read.model().withoutCorrectives();
        HandleSet handles = read.handles()
                .orElseThrow(() -> new InvalidInputException(
                        file + " carries no handles (SINEW_handles); 'sinew weights' writes models that do"));
        int[] bones = new int[handles.count()];
        for (int j = 0; j < bones.length; j++) {
            String name = handles.handles().get(j).name();
            bones[j] = model.skeleton().names().indexOf(name);
            if (bones[j] < 0) {
                throw new InvalidInputException(file + " has the handle '" + name + "' but no bone of that name");
            }
        }
        if (bones.length != model.boneCount()) {
            throw new InvalidInputException(
                    file + " has " + bones.length + " handles and " + model.boneCount() + " bones, they must match");
        }
        return new PosableModel(model, handles, bones, read.document().parts());
    }

    public Poser poser() {
        SkinWeights skin = model.weights();
        HandleWeights byBone = HandleWeights.of(skin, model.boneCount());
        double[] w = new double[skin.vertexCount() * boneOf.length];
        for (int i = 0; i < skin.vertexCount(); i++) {
            for (int j = 0; j < boneOf.length; j++) {
                w[i * boneOf.length + j] = byBone.get(i, boneOf[j]);
            }
        }
        return new Poser(model.rest(), handles, new HandleWeights(skin.vertexCount(), boneOf.length, w));
    }

    /**
     * The outcome of solving a pose.
     *
     * @param steps how many it took
     */
    public record Settled(Outcome outcome, int steps) {}

    /** Solves until the pose converges. A single solve is limited in time and may not converge. */
    public static Settled settle(Poser poser) {
        int bound = poser.system().iterations();
        int steps = 0;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            int taken = poser.solve();
            steps += taken;
            if (taken < bound) {
                return new Settled(Outcome.CONVERGED, steps);
            }
        }
        return new Settled(Outcome.ITERATION_LIMIT, steps);
    }

    /** One frame of the rest pose, for a model without clips. */
    public static Clip still(SkinnedModel model) {
        double[] matrices = new double[BoneMotion.STRIDE * model.boneCount()];
        for (int j = 0; j < model.boneCount(); j++) {
            Affine3.identity(matrices, BoneMotion.STRIDE * j);
        }
        return new Clip("rest", 30, new BoneMotion(model.boneCount(), 1, matrices));
    }
}
