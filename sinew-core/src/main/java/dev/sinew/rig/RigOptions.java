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
 * @param maxBones most bones there may be in the end; empty leaves it to {@code prune} alone
 * @param prune bones are taken out while the error stays within this, in percent of the rest pose's diagonal, 0 to 100;
 *     empty stands for 0.21, and for more where the surface stretches
 * @param influences most weights a vertex may have, 1 to 16
 * @param smooth LD14's ω, how much neighbouring vertices want the same weights, 0 to 1000
 * @param rest what may happen to the rest pose
 * @param root a point of the rest pose; the joint nearest to it becomes the root
 * @param rootMotion where the travel of the whole body goes
 * @param seed where chance decides, it starts here
 * @param effort its loop is the iterative rigging, which ends when three steps gain less than the tolerance's part of the error
 */
public record RigOptions(
        int clusters,
        OptionalInt maxBones,
        OptionalDouble prune,
        int influences,
        double smooth,
        RestMode rest,
        Optional<Point> root,
        RootMotion rootMotion,
        long seed,
        Effort effort)
        implements Effort.Options<RigOptions> {
    public static final int MAX_INFLUENCES = Limits.MAX_INFLUENCES;
    public static final int MAX_CLUSTERS = 256;

    /** A position in the rest pose, in the sequence's units. */
    public record Point(double x, double y, double z) {}

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
        Limits.requireWithin("clusters", clusters, 2, MAX_CLUSTERS);
        maxBones.ifPresent(count -> Limits.requireAtLeast("maxBones", count, 1));
        Objects.requireNonNull(prune);
        prune.ifPresent(percent -> Limits.requireWithin("prune", percent, 0, 100));
        Limits.requireWithin("influences", influences, 1, MAX_INFLUENCES);
        Limits.requireWithin("smooth", smooth, 0, Limits.MAX_SMOOTH);
    }

    /**
     * LD14's 32 clusters, four influences, the rest pose as it is given, all processors. NOTE: ω is a tenth of LD14's; cat-poses
     * with 28 bones: 0.2154 % with 10⁻³, 0.2075 % with 10⁻⁴, 0.2034 % with none, and weights that are local either way.
     */
    public static RigOptions defaults() {
        return new RigOptions(
                32,
                OptionalInt.empty(),
                OptionalDouble.empty(),
                4,
                1e-4,
                RestMode.KEEP,
                Optional.empty(),
                RootMotion.ROOT,
                1,
                Effort.of(45, 0.003));
    }

    public RigOptions withClusters(int value) {
        return new RigOptions(value, maxBones, prune, influences, smooth, rest, root, rootMotion, seed, effort);
    }

    public RigOptions withMaxBones(int value) {
        return new RigOptions(
                clusters, OptionalInt.of(value), prune, influences, smooth, rest, root, rootMotion, seed, effort);
    }

    public RigOptions withPrune(double value) {
        return new RigOptions(
                clusters, maxBones, OptionalDouble.of(value), influences, smooth, rest, root, rootMotion, seed, effort);
    }

    public RigOptions withInfluences(int value) {
        return new RigOptions(clusters, maxBones, prune, value, smooth, rest, root, rootMotion, seed, effort);
    }

    public RigOptions withSmooth(double value) {
        return new RigOptions(clusters, maxBones, prune, influences, value, rest, root, rootMotion, seed, effort);
    }

    public RigOptions withRest(RestMode value) {
        return new RigOptions(clusters, maxBones, prune, influences, smooth, value, root, rootMotion, seed, effort);
    }

    public RigOptions withRoot(Point value) {
        return new RigOptions(
                clusters, maxBones, prune, influences, smooth, rest, Optional.of(value), rootMotion, seed, effort);
    }

    public RigOptions withRootMotion(RootMotion value) {
        return new RigOptions(clusters, maxBones, prune, influences, smooth, rest, root, value, seed, effort);
    }

    public RigOptions withSeed(long value) {
        return new RigOptions(clusters, maxBones, prune, influences, smooth, rest, root, rootMotion, value, effort);
    }

    @Override
    public RigOptions withEffort(Effort newEffort) {
        return new RigOptions(clusters, maxBones, prune, influences, smooth, rest, root, rootMotion, seed, newEffort);
    }
}
