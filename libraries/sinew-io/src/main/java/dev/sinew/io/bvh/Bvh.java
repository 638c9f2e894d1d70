package dev.sinew.io.bvh;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** The motion of a skeleton as a {@code .bvh} file. */
public final class Bvh {
    private Bvh() {}

    /**
     * Writes one clip, whole or not at all: rotations on every joint, a place on the root and on joints that slide in
     * their parent, an End Site at the far end of what each last bone moves. Angles run on past ±180° rather than
     * jump.
     *
     * @param model rigid bones that hang together as one tree, else it is refused
     * @param clip one of the model's
     */
    public static void write(SkinnedModel model, Clip clip, Path file) {
        requireTree(model, file);
        requireFinite(model, clip, file);
        AtomicFile.write(file, out -> new BvhWriter(model, clip).write(out));
    }

    /** Refuses a model that BVH has no words for; to be asked before work is done for it. */
    public static void requireTree(SkinnedModel model, Path file) {
        if (model.boneType() != BoneType.RIGID) {
            throw new RefusedException("cannot write " + file + ": the model has "
                    + model.boneType().name().toLowerCase(Locale.ROOT) + " bones, BVH only knows rigid ones");
        }
        long roots = Arrays.stream(model.skeleton().parents())
                .filter(p -> p == Skeleton.NONE)
                .count();
        if (roots != 1) {
            throw new RefusedException("cannot write " + file + ": " + roots + " of the model's " + model.boneCount()
                    + " bones hang on none, BVH needs a tree with one root");
        }
    }

    private static void requireFinite(SkinnedModel model, Clip clip, Path file) {
        double[] matrices = clip.motion().matrices();
        for (int at = 0; at < matrices.length; at++) {
            if (!Double.isFinite(matrices[at])) {
                int bone = at / BoneMotion.STRIDE % model.boneCount();
                int frame = at / BoneMotion.STRIDE / model.boneCount();
                throw new RefusedException("cannot write " + file + ": bone '"
                        + model.skeleton().names().get(bone) + "' in frame " + frame + " of clip '" + clip.name()
                        + "' is moved by " + matrices[at]);
            }
        }
    }
}
