package dev.sinew.edit;

import static dev.sinew.run.RefusedException.field;

import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * One change of a skeleton that keeps weights, joints and clips consistent. Edits that only rename, hang or root bones elsewhere
 * move no vertex in any frame; so do {@link Split} and {@link MoveJoint}, which wait for the motion to be solved again.
 *
 * <p>What cannot be done (an unknown bone, a cycle, the last bone) is refused with a sentence.
 */
public sealed interface Edit {
    /** Does it. */
    Edited apply(Edited edited);

    /** The bone goes: its weights to its parent, or to its nearest neighbour where no parent has any; its children too. */
    record Remove(String bone) implements Edit {
        @Override
        public Edited apply(Edited edited) {
            Bones bones = new Bones(edited);
            int j = bones.named(bone);
            bones.requireOther(j);
            return bones.remove(j).built();
        }
    }

    /** {@code with} becomes part of {@code bone}, which keeps its name and its motion. */
    record Merge(String bone, String with) implements Edit {
        @Override
        public Edited apply(Edited edited) {
            Bones bones = new Bones(edited);
            int kept = bones.named(bone);
            int gone = bones.named(with);
            if (kept == gone) {
                throw new RefusedException("a bone cannot be merged with itself: " + bone);
            }
            return bones.merge(kept, gone).built();
        }
    }

    /** Two bones where one was, the second half hanging on the first; both move as the one did until they are solved for. */
    record Split(String bone) implements Edit {
        @Override
        public Edited apply(Edited edited) {
            return BoneSplit.of(edited, bone);
        }
    }

    /** Another place for the joint a bone turns about, in the rest pose and the model's units. */
    record MoveJoint(String bone, Point to) implements Edit {
        public MoveJoint {
            Objects.requireNonNull(to);
        }

        @Override
        public Edited apply(Edited edited) {
            Bones bones = new Bones(edited);
            int j = bones.named(bone);
            Bones.BodyDistance body = new Bones.BodyDistance(edited.model().rest());
            // Single precision, which files have, holds little of a body that turns about a joint far away.
            if (body.size() > 0 && body.to(to) > body.size()) {
                throw new RefusedException(String.format(
                        Locale.ROOT,
                        "the joint of %s at %s,%s,%s would be %.4g outside the body, at most its size, %.4g, is allowed",
                        bone,
                        to.x(),
                        to.y(),
                        to.z(),
                        body.to(to),
                        body.size()));
            }
            bones.place(j, new double[] {to.x(), to.y(), to.z()});
            return bones.built();
        }

        /** How far outside of the body the place is, in percent of its size; 0 inside. */
        public double outsidePercent(SkinnedModel model) {
            Bones.BodyDistance body = new Bones.BodyDistance(model.rest());
            return body.size() > 0 ? 100 * body.to(to) / body.size() : 0;
        }
    }

    /** Another parent; the joint stays where it is. */
    record Parent(String bone, String parent) implements Edit {
        @Override
        public Edited apply(Edited edited) {
            requireTree(edited);
            Bones bones = new Bones(edited);
            int j = bones.named(bone);
            int above = bones.named(parent);
            if (bones.isBelow(above, j)) {
                throw new RefusedException(
                        bone + " cannot hang on " + parent + ", which " + (above == j ? "it is" : "hangs below it"));
            }
            bones.hang(j, above);
            return bones.built();
        }
    }

    /** The same joints seen from another root. A root that carries translation alone stays on top and moves there. */
    record Root(String bone) implements Edit {
        @Override
        public Edited apply(Edited edited) {
            requireTree(edited);
            Bones bones = new Bones(edited);
            return NewRoot.of(bones, bones.named(bone)).built();
        }
    }

    record Rename(String bone, String name) implements Edit {
        @Override
        public Edited apply(Edited edited) {
            Bones bones = new Bones(edited);
            int j = bones.named(bone);
            if (name == null || name.isBlank()) {
                throw new RefusedException("the new name of " + bone + " must not be blank");
            }
            bones.rename(j, name);
            return bones.built();
        }
    }

    /** Bones get the name of their mirror image with the sides changed, where one of the two says its side. */
    record MirrorNames() implements Edit {
        @Override
        public Edited apply(Edited edited) {
            Map<String, String> names = Mirrored.of(edited).names();
            Bones bones = new Bones(edited);
            bones.renameAll(
                    edited.model().skeleton().names().stream().map(names::get).toList());
            return bones.built();
        }
    }

    /** One side becomes the mirror image of the other: bones, joints, parents and weights; each bone keeps its motion. */
    record Symmetrize(Side from) implements Edit {
        public Symmetrize {
            Objects.requireNonNull(from);
        }

        @Override
        public Edited apply(Edited edited) {
            return Mirrored.of(edited).symmetrized(from);
        }
    }

    /** The bone keeps weights and rotations when the others are solved again. */
    record Lock(String bone) implements Edit {
        @Override
        public Edited apply(Edited edited) {
            Bones bones = new Bones(edited);
            bones.lock(bones.named(bone));
            return bones.built();
        }
    }

    /** A position in the rest pose, in the model's units. */
    record Point(double x, double y, double z) {
        public Point {
            if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z)) {
                throw new RefusedException(
                        "the joint's place " + x + "," + y + "," + z + " must be three finite numbers");
            }
        }
    }

    /** Left is +x, as glTF's figures look along +z. */
    enum Side {
        LEFT,
        RIGHT
    }

    private static void requireTree(Edited edited) {
        if (edited.model().boneType() == BoneType.AFFINE) {
            throw new RefusedException("the bones are affine, which hang from no other in a file; " + field("parent")
                    + " and " + field("root") + " are for rigid and similarity bones");
        }
        if (edited.model().boneCount() == 0) {
            throw new RefusedException("the model has no bones");
        }
    }
}
