package dev.sinew.edit;

import static dev.sinew.run.InvalidInputException.field;

import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * One change to a skeleton that keeps weights, joints and clips consistent. Renaming, re-parenting and changing the root move no vertex in
 * any frame. {@link Split} and {@link MoveJoint} do not either until the motion is solved again.
 *
 * <p>Edits that cannot be applied (unknown bone, cycle, last bone) throw an {@link dev.sinew.run.InvalidInputException}.
 */
public sealed interface Edit {
    /** Returns the edited state. */
    EditState apply(EditState edited);

    /** Removes the bone. Its weights and children go to its parent; without one that moves vertices, to the nearest neighbour. */
    record Remove(String bone) implements Edit {
        @Override
        public EditState apply(EditState edited) {
            EditableBones bones = new EditableBones(edited);
            int j = bones.indexOf(bone);
            bones.requireNotLast(j);
            return bones.remove(j).build();
        }
    }

    /** Merges {@code with} into {@code bone}, which keeps its name and motion. */
    record Merge(String bone, String with) implements Edit {
        @Override
        public EditState apply(EditState edited) {
            EditableBones bones = new EditableBones(edited);
            int kept = bones.indexOf(bone);
            int removed = bones.indexOf(with);
            if (kept == removed) {
                throw new InvalidInputException("a bone cannot be merged with itself: " + bone);
            }
            return bones.merge(kept, removed).build();
        }
    }

    /** Splits a bone in two, the second half a child of the first. Both keep the old motion until it is solved again. */
    record Split(String bone) implements Edit {
        @Override
        public EditState apply(EditState edited) {
            return BoneSplit.of(edited, bone);
        }
    }

    /** Moves a bone's joint. The position is in the rest pose, in the model's units. */
    record MoveJoint(String bone, Point to) implements Edit {
        public MoveJoint {
            Objects.requireNonNull(to);
        }

        @Override
        public EditState apply(EditState edited) {
            EditableBones bones = new EditableBones(edited);
            int j = bones.indexOf(bone);
            EditableBones.BodyDistance body =
                    new EditableBones.BodyDistance(edited.model().rest());
            // Files store single precision, which is too coarse for rotations about a joint far from the body.
            if (body.size() > 0 && body.to(to) > body.size()) {
                throw new InvalidInputException(String.format(
                        Locale.ROOT,
                        "the joint of %s at %s,%s,%s would be %.4g outside the body; the limit is the body's size, %.4g",
                        bone,
                        to.x(),
                        to.y(),
                        to.z(),
                        body.to(to),
                        body.size()));
            }
            bones.setPivot(j, new double[] {to.x(), to.y(), to.z()});
            return bones.build();
        }

        /** Distance of the position outside the body, in percent of its size; 0 inside. */
        public double outsidePercent(SkinnedModel model) {
            EditableBones.BodyDistance body = new EditableBones.BodyDistance(model.rest());
            return body.size() > 0 ? 100 * body.to(to) / body.size() : 0;
        }
    }

    /** Changes the parent; the joint stays where it is. */
    record Parent(String bone, String parent) implements Edit {
        @Override
        public EditState apply(EditState edited) {
            requireTree(edited);
            EditableBones bones = new EditableBones(edited);
            int j = bones.indexOf(bone);
            int above = bones.indexOf(parent);
            if (bones.isSelfOrDescendant(above, j)) {
                throw new InvalidInputException(bone + " cannot be a child of " + parent + ": "
                        + (above == j ? "it is the same bone" : "that is its descendant"));
            }
            bones.setParent(j, above);
            return bones.build();
        }
    }

    /** Makes another bone the root and keeps all joints. A root that only translates stays on top. */
    record Root(String bone) implements Edit {
        @Override
        public EditState apply(EditState edited) {
            requireTree(edited);
            EditableBones bones = new EditableBones(edited);
            return NewRoot.of(bones, bones.indexOf(bone)).build();
        }
    }

    record Rename(String bone, String name) implements Edit {
        @Override
        public EditState apply(EditState edited) {
            EditableBones bones = new EditableBones(edited);
            int j = bones.indexOf(bone);
            if (name == null || name.isBlank()) {
                throw new InvalidInputException("the new name of " + bone + " must not be blank");
            }
            bones.rename(j, name);
            return bones.build();
        }
    }

    /** Names both bones of a mirrored pair alike except for the side, if one of the two names contains a side. */
    record MirrorNames() implements Edit {
        @Override
        public EditState apply(EditState edited) {
            Map<String, String> names = MirroredBones.of(edited).names();
            EditableBones bones = new EditableBones(edited);
            bones.renameAll(
                    edited.model().skeleton().names().stream().map(names::get).toList());
            return bones.build();
        }
    }

    /** Makes one side the mirror image of the other: bones, joints, parents and weights. Each bone keeps its motion. */
    record Symmetrize(Side from) implements Edit {
        public Symmetrize {
            Objects.requireNonNull(from);
        }

        @Override
        public EditState apply(EditState edited) {
            return MirroredBones.of(edited).symmetrize(from);
        }
    }

    /** Keeps the bone's weights and rotations when the others are solved again. */
    record Lock(String bone) implements Edit {
        @Override
        public EditState apply(EditState edited) {
            EditableBones bones = new EditableBones(edited);
            bones.lock(bones.indexOf(bone));
            return bones.build();
        }
    }

    /** A position in the rest pose, in the model's units. */
    record Point(double x, double y, double z) {
        public Point {
            if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z)) {
                throw new InvalidInputException(
                        "the joint position " + x + "," + y + "," + z + " must be three finite numbers");
            }
        }
    }

    /** Left is +x: glTF characters face +z. */
    enum Side {
        LEFT,
        RIGHT
    }

    private static void requireTree(EditState edited) {
        if (edited.model().boneType() == BoneType.AFFINE) {
            throw new InvalidInputException("the bones are affine and cannot have parents in a file; " + field("parent")
                    + " and " + field("root") + " need rigid or similarity bones");
        }
        if (edited.model().boneCount() == 0) {
            throw new InvalidInputException("the model has no bones");
        }
    }
}
