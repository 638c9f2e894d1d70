package dev.sinew.rig;

import dev.sinew.model.SkinnedModel;
import dev.sinew.run.SolveResult;
import java.util.List;
import java.util.Objects;

/**
 * A rigged model and what only a rig has to tell.
 *
 * @param bones of the skeleton, without the nodes that only carry translations
 * @param clusters connected patches that the bones were found from
 * @param joints what is known of each
 * @param names what the bones are called, and how sure that is
 * @param pruning error in percent of the diagonal against bones, joints not yet enforced, as bones were taken out
 */
public record RigResult(
        SolveResult<SkinnedModel> fitted,
        int bones,
        int clusters,
        List<PruningPoint> pruning,
        List<Joint> joints,
        BoneNames names) {
    /** @param rmsePercent as the solver saw it */
    public record PruningPoint(int bones, double rmsePercent) {}

    /**
     * A joint of the skeleton.
     *
     * @param name of the bone that turns about it
     * @param certainty how much of its place the motion says, 0 to 1; the shape says the rest
     * @param turnDegrees by how much its two bones turn against each other, root mean square
     * @param inside whether it lies inside the rest pose
     * @param outsidePercent how far it is from the surface where it lies outside, in percent of the size
     */
    public record Joint(String name, double certainty, double turnDegrees, boolean inside, double outsidePercent) {}

    /** The same with more in its model, such as further clips. */
    public RigResult with(SkinnedModel model) {
        return new RigResult(fitted.with(model), bones, clusters, pruning, joints, names);
    }

    public RigResult {
        Objects.requireNonNull(fitted);
        Objects.requireNonNull(names);
        pruning = List.copyOf(pruning);
        joints = List.copyOf(joints);
    }
}
