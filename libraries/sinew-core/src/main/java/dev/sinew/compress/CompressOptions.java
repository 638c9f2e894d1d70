package dev.sinew.compress;

import dev.sinew.mesh.Importance;
import dev.sinew.model.BoneType;
import dev.sinew.model.ModelInput;
import dev.sinew.run.Effort;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Limits;
import dev.sinew.run.RestMode;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Options of a compression.
 *
 * @param goal maximum cost or maximum error of the model
 * @param atomInfluences c, maximum master bones per virtual bone; empty for the most influences of any vertex plus one
 * @param rest how the rest pose may change; without examples it is kept
 * @param motion how the bones' motion in the examples may change
 * @param shading weight of normals relative to positions in the examples (default: 1; 0 ignores normals)
 * @param importance weight of each vertex in the error of weights or poses; empty if all are equal
 * @param effort the loop at the final size ends when an iteration gains less than the tolerance's fraction of the error; 0.3 of that if the
 *     bones move too
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

    public static final int DEFAULT_SHADING = 1;

    /** Files store bone indices in two bytes. */
    public static final int MAX_ATOM_INFLUENCES = 65_536;

    public static final double MAX_SHADING = 1000;

    /** How the bones' motion may change if there are examples. */
    public enum Motion {
        /**
         * Solved if possible and if the model has no other clip than the examples': new weights for a new motion would spoil the other
         * clips.
         */
        AUTO,
        /** Solved, starting from the clip; needs examples and affine bones. */
        SOLVE,
        /** Kept as in the clip. */
        KEEP
    }

    /** When the dictionary stops growing. */
    public sealed interface Goal {
        /** What the result may cost at most. */
        default Optional<BonesPerVertex> cost() {
            return Optional.empty();
        }
    }

    /** Average number of blend operations per vertex, mc/n + 2. */
    public record BonesPerVertex(double count) implements Goal {
        public BonesPerVertex {
            if (!(count > 2) || Double.isInfinite(count)) {
                throw new IllegalArgumentException("bones per vertex " + count + " must be more than 2");
            }
        }

        @Override
        public Optional<BonesPerVertex> cost() {
            return Optional.of(this);
        }
    }

    /** Σ. */
    public record VirtualBones(int count) implements Goal {
        public VirtualBones {
            Limits.requireAtLeast("virtual bones", count, 2);
        }
    }

    /**
     * The fewest virtual bones with {@code weightRms}, or {@code erms} with examples, at most this.
     *
     * @param cost what they may cost; the error may then stay larger
     */
    public record Error(double value, Optional<BonesPerVertex> cost) implements Goal {
        public Error {
            if (!(value > 0) || Double.isInfinite(value)) {
                throw new IllegalArgumentException("error " + value + " must be positive");
            }
        }

        public Error(double value) {
            this(value, Optional.empty());
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

    /** c as in the paper, all processors. */
    public static CompressOptions defaults(Goal goal) {
        return new CompressOptions(
                goal,
                OptionalInt.empty(),
                RestMode.SOLVE,
                Motion.AUTO,
                DEFAULT_SHADING,
                Optional.empty(),
                Effort.of(DEFAULT_ITERATIONS, 0.001));
    }

    /**
     * How the motion of a model's examples is treated: never {@link Motion#AUTO}.
     *
     * @throws InvalidInputException if it should be solved and cannot be
     */
    public Motion motionOf(ModelInput input) {
        boolean affine = input.model().boneType() == BoneType.AFFINE;
        boolean possible = affine && input.examples().isPresent();
        if (motion == Motion.SOLVE && !possible) {
            throw new InvalidInputException("motion SOLVE needs "
                    + (affine
                            ? "example poses"
                            : "affine bones; the model's bones are "
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
