package dev.sinew.rig;

import dev.sinew.mesh.Importance;
import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import dev.sinew.run.RestMode;
import java.util.Objects;
import java.util.Optional;

/**
 * Options of a rig.
 *
 * @param goal how many bones
 * @param clusters groups of vertices that the curve of error against bones starts from, more than there will be bones, 2 to 256
 * @param influences largest number of weights per vertex, 1 to 16
 * @param smooth LD14's ω, how much neighbouring vertices want the same weights, 0 to 1000
 * @param rest what may happen to the rest pose
 * @param form what the skeleton is to look like
 * @param importance how much each vertex counts; all alike without
 * @param seed where chance decides, it starts here
 * @param effort its loop is the iterative rigging, which ends when three steps gain less than the tolerance's part of the error
 */
public record RigOptions(
        Goal goal,
        int clusters,
        int influences,
        double smooth,
        RestMode rest,
        Form form,
        Optional<Importance> importance,
        long seed,
        Effort effort)
        implements Effort.Options<RigOptions> {
    public static final int DEFAULT_CLUSTERS = 64;

    public static final int DEFAULT_INFLUENCES = 4;

    /** A tenth of LD14's ω: weights stay local, and the error is lower. */
    public static final double DEFAULT_SMOOTH = 1e-4;

    public static final int DEFAULT_ITERATIONS = 45;

    public static final int MAX_INFLUENCES = Limits.MAX_INFLUENCES;
    public static final int MAX_CLUSTERS = 256;

    /** What decides how many bones there are. */
    public sealed interface Goal {}

    /** So many, where the shape has as many to give. */
    public record Bones(int count) implements Goal {
        public Bones {
            Limits.requireAtLeast("maxBones", count, 1);
        }
    }

    /** The fewest whose error stays within this, in percent of the rest pose's diagonal, 0 to 100. */
    public record Error(double percent) implements Goal {
        public Error {
            Limits.requireWithin("error", percent, 0, 100);
        }
    }

    /** The curve of error against bones decides: how much of the motion bones are to explain. */
    public enum Detail implements Goal {
        /** Twice the error of {@link #MEDIUM}. */
        LOW(2),
        /** Where the curve bends. */
        MEDIUM(1),
        /** Half the error of {@link #MEDIUM}. */
        HIGH(0.5);

        private final double coarseness;

        Detail(double coarseness) {
            this.coarseness = coarseness;
        }

        double coarseness() {
            return coarseness;
        }
    }

    /** A position in the rest pose, in the sequence's units. */
    public record Point(double x, double y, double z) {}

    /** Whether the joints of a skeleton are each other's mirror image. */
    public enum Symmetric {
        /** Where the rest pose is its own mirror image. */
        AUTO,
        /** Symmetric if the rest pose clearly is; otherwise the rest pose is rejected. */
        ON,
        OFF
    }

    /** Where the travel of the whole body goes. */
    public enum RootMotion {
        /** The root carries all of it. */
        ROOT,
        /** Motion in the ground plane goes to a separate node above the root. */
        OWN_NODE
    }

    /**
     * What a skeleton looks like.
     *
     * @param root a point of the rest pose; the joint nearest to it becomes the root
     * @param rootMotion where the travel of the whole body goes
     * @param symmetric whether joints are each other's mirror image
     * @param names how bones are called
     * @param axes which of a bone's axes points along it; empty for those of the model
     */
    public record Form(
            Optional<Point> root,
            RootMotion rootMotion,
            Symmetric symmetric,
            BoneNames.Style names,
            Optional<BoneAxes> axes) {
        public Form {
            Objects.requireNonNull(root);
            Objects.requireNonNull(rootMotion);
            Objects.requireNonNull(symmetric);
            Objects.requireNonNull(names);
            Objects.requireNonNull(axes);
        }

        /** Root chosen automatically, symmetric if the shape is, bones along y. */
        public static Form usual() {
            return new Form(
                    Optional.empty(), RootMotion.ROOT, Symmetric.AUTO, BoneNames.Style.AUTO, Optional.of(BoneAxes.Y));
        }

        public Form withRoot(Point value) {
            return new Form(Optional.of(value), rootMotion, symmetric, names, axes);
        }

        public Form withRootMotion(RootMotion value) {
            return new Form(root, value, symmetric, names, axes);
        }

        public Form withSymmetric(Symmetric value) {
            return new Form(root, rootMotion, value, names, axes);
        }

        public Form withNames(BoneNames.Style value) {
            return new Form(root, rootMotion, symmetric, value, axes);
        }

        public Form withAxes(Optional<BoneAxes> value) {
            return new Form(root, rootMotion, symmetric, names, value);
        }
    }

    public RigOptions {
        Objects.requireNonNull(goal);
        Objects.requireNonNull(effort);
        Objects.requireNonNull(rest);
        Objects.requireNonNull(form);
        Limits.requireWithin("clusters", clusters, 2, MAX_CLUSTERS);
        Limits.requireWithin("influences", influences, 1, MAX_INFLUENCES);
        Limits.requireWithin("smooth", smooth, 0, Limits.MAX_SMOOTH);
    }

    /**
     * The number of bones chosen from the data, the rest pose as given, all processors.
     */
    public static RigOptions defaults() {
        return new RigOptions(
                Detail.MEDIUM,
                DEFAULT_CLUSTERS,
                DEFAULT_INFLUENCES,
                DEFAULT_SMOOTH,
                RestMode.KEEP,
                Form.usual(),
                Optional.empty(),
                Effort.DEFAULT_SEED,
                Effort.of(DEFAULT_ITERATIONS, 0.003));
    }

    public RigOptions withGoal(Goal value) {
        return new RigOptions(value, clusters, influences, smooth, rest, form, importance, seed, effort);
    }

    public RigOptions withMaxBones(int value) {
        return withGoal(new Bones(value));
    }

    public RigOptions withClusters(int value) {
        return new RigOptions(goal, value, influences, smooth, rest, form, importance, seed, effort);
    }

    public RigOptions withInfluences(int value) {
        return new RigOptions(goal, clusters, value, smooth, rest, form, importance, seed, effort);
    }

    public RigOptions withSmooth(double value) {
        return new RigOptions(goal, clusters, influences, value, rest, form, importance, seed, effort);
    }

    public RigOptions withRest(RestMode value) {
        return new RigOptions(goal, clusters, influences, smooth, value, form, importance, seed, effort);
    }

    public RigOptions withForm(Form value) {
        return new RigOptions(goal, clusters, influences, smooth, rest, value, importance, seed, effort);
    }

    public RigOptions withSeed(long value) {
        return new RigOptions(goal, clusters, influences, smooth, rest, form, importance, value, effort);
    }

    public RigOptions withImportance(Optional<Importance> value) {
        return new RigOptions(goal, clusters, influences, smooth, rest, form, value, seed, effort);
    }

    @Override
    public RigOptions withEffort(Effort newEffort) {
        return new RigOptions(goal, clusters, influences, smooth, rest, form, importance, seed, newEffort);
    }
}
