package dev.sinew.rig;

import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import dev.sinew.run.RestMode;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What a rig is asked for.
 *
 * @param clusters groups of vertices to start from, more than there will be bones, 2 to 256
 * @param maxBones bones there are in the end, where the shape has as many to give
 * @param error the fewest bones whose error stays within this, in percent of the rest pose's diagonal, 0 to 100; where both
 *     this and {@code maxBones} are empty the curve of error against bones decides
 * @param detail how it decides
 * @param influences most weights a vertex may have, 1 to 16
 * @param smooth LD14's ω, how much neighbouring vertices want the same weights, 0 to 1000
 * @param rest what may happen to the rest pose
 * @param root a point of the rest pose; the joint nearest to it becomes the root
 * @param rootMotion where the travel of the whole body goes
 * @param symmetric whether joints are each other's mirror image
 * @param seed where chance decides, it starts here
 * @param effort its loop is the iterative rigging, which ends when three steps gain less than the tolerance's part of the error
 */
public record RigOptions(
        int clusters,
        OptionalInt maxBones,
        OptionalDouble error,
        Detail detail,
        int influences,
        double smooth,
        RestMode rest,
        Optional<Point> root,
        RootMotion rootMotion,
        Symmetric symmetric,
        long seed,
        Effort effort)
        implements Effort.Options<RigOptions> {
    public static final int MAX_INFLUENCES = Limits.MAX_INFLUENCES;
    public static final int MAX_CLUSTERS = 256;

    /** A position in the rest pose, in the sequence's units. */
    public record Point(double x, double y, double z) {}

    /** How much of the motion the bones are to explain where neither their number nor an error was asked for. */
    public enum Detail {
        /** Twice the error of {@link #MEDIUM}. */
        LOW(2),
        /** What the mesh can show. */
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

    /** Whether the joints of a skeleton are each other's mirror image. */
    public enum Symmetric {
        /** Where the rest pose is its own mirror image. */
        AUTO,
        /** Where it is so at a glance; a rest pose that is not is refused. */
        ON,
        OFF
    }

    /** Where the travel of the whole body goes. */
    public enum RootMotion {
        /** The root carries all of it. */
        ROOT,
        /** What lies in the ground plane is carried by a node of its own above the root. */
        OWN_NODE
    }

    public RigOptions {
        Objects.requireNonNull(effort);
        Objects.requireNonNull(maxBones);
        Objects.requireNonNull(rest);
        Objects.requireNonNull(root);
        Objects.requireNonNull(rootMotion);
        Objects.requireNonNull(symmetric);
        Objects.requireNonNull(error);
        Objects.requireNonNull(detail);
        Limits.requireWithin("clusters", clusters, 2, MAX_CLUSTERS);
        maxBones.ifPresent(count -> Limits.requireAtLeast("maxBones", count, 1));
        error.ifPresent(percent -> Limits.requireWithin("error", percent, 0, 100));
        Limits.requireWithin("influences", influences, 1, MAX_INFLUENCES);
        Limits.requireWithin("smooth", smooth, 0, Limits.MAX_SMOOTH);
    }

    /**
     * 64 clusters, four influences, the rest pose as it is given, all processors. NOTE: ω is a tenth of LD14's; cat-poses
     * with 28 bones: 0.2154 % with 10⁻³, 0.2075 % with 10⁻⁴, 0.2034 % with none, and weights that are local either way.
     */
    public static RigOptions defaults() {
        return new RigOptions(
                64,
                OptionalInt.empty(),
                OptionalDouble.empty(),
                Detail.MEDIUM,
                4,
                1e-4,
                RestMode.KEEP,
                Optional.empty(),
                RootMotion.ROOT,
                Symmetric.AUTO,
                1,
                Effort.of(45, 0.003));
    }

    public RigOptions withClusters(int value) {
        return new RigOptions(
                value, maxBones, error, detail, influences, smooth, rest, root, rootMotion, symmetric, seed, effort);
    }

    public RigOptions withMaxBones(int value) {
        return new RigOptions(
                clusters,
                OptionalInt.of(value),
                error,
                detail,
                influences,
                smooth,
                rest,
                root,
                rootMotion,
                symmetric,
                seed,
                effort);
    }

    public RigOptions withError(double value) {
        return new RigOptions(
                clusters,
                maxBones,
                OptionalDouble.of(value),
                detail,
                influences,
                smooth,
                rest,
                root,
                rootMotion,
                symmetric,
                seed,
                effort);
    }

    public RigOptions withDetail(Detail value) {
        return new RigOptions(
                clusters, maxBones, error, value, influences, smooth, rest, root, rootMotion, symmetric, seed, effort);
    }

    public RigOptions withInfluences(int value) {
        return new RigOptions(
                clusters, maxBones, error, detail, value, smooth, rest, root, rootMotion, symmetric, seed, effort);
    }

    public RigOptions withSmooth(double value) {
        return new RigOptions(
                clusters, maxBones, error, detail, influences, value, rest, root, rootMotion, symmetric, seed, effort);
    }

    public RigOptions withRest(RestMode value) {
        return new RigOptions(
                clusters,
                maxBones,
                error,
                detail,
                influences,
                smooth,
                value,
                root,
                rootMotion,
                symmetric,
                seed,
                effort);
    }

    public RigOptions withRoot(Point value) {
        return new RigOptions(
                clusters,
                maxBones,
                error,
                detail,
                influences,
                smooth,
                rest,
                Optional.of(value),
                rootMotion,
                symmetric,
                seed,
                effort);
    }

    public RigOptions withRootMotion(RootMotion value) {
        return new RigOptions(
                clusters, maxBones, error, detail, influences, smooth, rest, root, value, symmetric, seed, effort);
    }

    public RigOptions withSymmetric(Symmetric value) {
        return new RigOptions(
                clusters, maxBones, error, detail, influences, smooth, rest, root, rootMotion, value, seed, effort);
    }

    public RigOptions withSeed(long value) {
        return new RigOptions(
                clusters,
                maxBones,
                error,
                detail,
                influences,
                smooth,
                rest,
                root,
                rootMotion,
                symmetric,
                value,
                effort);
    }

    @Override
    public RigOptions withEffort(Effort newEffort) {
        return new RigOptions(
                clusters,
                maxBones,
                error,
                detail,
                influences,
                smooth,
                rest,
                root,
                rootMotion,
                symmetric,
                seed,
                newEffort);
    }
}
