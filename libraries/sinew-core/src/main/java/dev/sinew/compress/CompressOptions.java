package dev.sinew.compress;

import dev.sinew.mesh.Importance;
import dev.sinew.model.BoneType;
import dev.sinew.model.ModelInput;
import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import dev.sinew.run.RefusedException;
import dev.sinew.run.RestMode;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a compression is asked for.
 *
 * @param goal how dear the model may be, or how good it must be
 * @param atomInfluences c, most master bones a virtual bone may blend; empty for the most that a vertex has, and one more
 * @param rest what may happen to the rest pose; without examples it is kept
 * @param motion what may happen to the bones' motion in the examples
 * @param shading how much normals weigh beside positions in the examples: 0 not at all, 1 as usual
 * @param importance how much each vertex counts, where its weights or its poses are missed; all alike without
 * @param effort its loop is that at the final size, which ends when an iteration gains less than the tolerance's part of the error;
 *     where the bones move too, less than three tenths of it
 */
public record CompressOptions(
        Goal goal,
        OptionalInt atomInfluences,
        RestMode rest,
        Motion motion,
        double shading,
        Optional<Importance> importance,
        Effort effort)
        implements Effort.Options<CompressOptions> {
    public static final int DEFAULT_ITERATIONS = 40;

    /** A file keeps the numbers of bones in two bytes. */
    public static final int MAX_ATOM_INFLUENCES = 65_536;

    public static final double MAX_SHADING = 1000;

    /** What may happen to the bones' motion where there are examples. */
    public enum Motion {
        /**
         * Solved for where that is possible and the model has no clip but the examples': weights that belong to a new motion
         * would spoil what the other clips play.
         */
        AUTO,
        /** Solved for, starting from the clip's own; takes examples and affine bones. */
        SOLVE,
        /** Kept as the clip has it. */
        KEEP
    }

    /** What ends the growth of the dictionary. */
    public sealed interface Goal {}

    /** So many blending operations a vertex on average, mc/n + 2. */
    public record BonesPerVertex(double count) implements Goal {
        public BonesPerVertex {
            if (!(count > 2) || Double.isInfinite(count)) {
                throw new IllegalArgumentException("bones per vertex " + count + " must be more than 2");
            }
        }
    }

    /** Σ. */
    public record VirtualBones(int count) implements Goal {
        public VirtualBones {
            Limits.requireAtLeast("virtual bones", count, 2);
        }
    }

    /** As few virtual bones as bring {@code weightRms}, with examples {@code erms}, to this or below. */
    public record Error(double value) implements Goal {
        public Error {
            if (!(value > 0) || Double.isInfinite(value)) {
                throw new IllegalArgumentException("error " + value + " must be positive");
            }
        }
    }

    public CompressOptions {
        Objects.requireNonNull(effort);
        Objects.requireNonNull(goal);
        Objects.requireNonNull(atomInfluences);
        Objects.requireNonNull(rest);
        Objects.requireNonNull(motion);
        Objects.requireNonNull(importance);
        Limits.requireWithin("shading", shading, 0, MAX_SHADING);
        atomInfluences.ifPresent(count -> Limits.requireWithin("atom influences", count, 1, MAX_ATOM_INFLUENCES));
    }

    /** c as the paper has it, all processors. */
    public static CompressOptions defaults(Goal goal) {
        return new CompressOptions(
                goal,
                OptionalInt.empty(),
                RestMode.SOLVE,
                Motion.AUTO,
                1,
                Optional.empty(),
                Effort.of(DEFAULT_ITERATIONS, 0.001));
    }

    /**
     * What becomes of the motion of a model's examples: never {@link Motion#AUTO}.
     *
     * @throws RefusedException where it is to be solved for and cannot be
     */
    public Motion motionOf(ModelInput input) {
        boolean affine = input.model().boneType() == BoneType.AFFINE;
        boolean possible = affine && input.examples().isPresent();
        if (motion == Motion.SOLVE && !possible) {
            throw new RefusedException("motion SOLVE needs "
                    + (affine
                            ? "example poses"
                            : "affine bones, those of the model are "
                                    + input.model().boneType()));
        }
        boolean alone = input.model().clips().size() == 1;
        return motion != Motion.AUTO ? motion : possible && alone ? Motion.SOLVE : Motion.KEEP;
    }

    public CompressOptions withAtomInfluences(int newAtomInfluences) {
        return new CompressOptions(goal, OptionalInt.of(newAtomInfluences), rest, motion, shading, importance, effort);
    }

    public CompressOptions withRest(RestMode newRest) {
        return new CompressOptions(goal, atomInfluences, newRest, motion, shading, importance, effort);
    }

    public CompressOptions withMotion(Motion newMotion) {
        return new CompressOptions(goal, atomInfluences, rest, newMotion, shading, importance, effort);
    }

    public CompressOptions withImportance(Optional<Importance> newImportance) {
        return new CompressOptions(goal, atomInfluences, rest, motion, shading, newImportance, effort);
    }

    public CompressOptions withShading(double newShading) {
        return new CompressOptions(goal, atomInfluences, rest, motion, newShading, importance, effort);
    }

    @Override
    public CompressOptions withEffort(Effort newEffort) {
        return new CompressOptions(goal, atomInfluences, rest, motion, shading, importance, newEffort);
    }
}
