package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.edit.Edit;
import dev.sinew.edit.Edited;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.RigResult;
import dev.sinew.run.RefusedException;
import java.util.List;
import java.util.Optional;

/**
 * Where a skeleton that is looked for has its root: near a vertex or a point, which the solver is told, or at a bone by the name
 * that it gets, which is known only when the skeleton is there.
 */
record RootChoice(Optional<String> asked) {
    private static final String NUMBER = "[-+0-9.eE\\s]+";

    private boolean isVertex() {
        return asked.filter(text -> text.strip().matches("[-+]?[0-9]+")).isPresent();
    }

    private boolean isPoint() {
        return asked.filter(text -> text.contains(",")).isPresent();
    }

    /** Refuses what is neither, before anything is solved. */
    void check() {
        boolean noPoint = isPoint() && !asked.get().matches(NUMBER + "," + NUMBER + "," + NUMBER);
        if (noPoint || asked.filter(String::isBlank).isPresent()) {
            throw wrong();
        }
    }

    private WrongRequestException wrong() {
        return new WrongRequestException(field("root") + " " + asked.orElse("")
                + " must be a vertex such as 1200, a point x,y,z or the name of a bone");
    }

    /** The point the solver is told of, empty where it is not told. */
    Optional<RigOptions.Point> point(MeshSequence posed) {
        try {
            if (isPoint()) {
                String[] xyz = asked.get().split(",");
                return Optional.of(new RigOptions.Point(
                        Double.parseDouble(xyz[0].strip()),
                        Double.parseDouble(xyz[1].strip()),
                        Double.parseDouble(xyz[2].strip())));
            }
            return isVertex()
                    ? Optional.of(vertex(posed, Integer.parseInt(asked.get().strip())))
                    : Optional.empty();
        } catch (NumberFormatException noNumbers) {
            throw wrong();
        }
    }

    private static RigOptions.Point vertex(MeshSequence posed, int vertex) {
        if (vertex < 0 || vertex >= posed.vertexCount()) {
            throw new RefusedException(field("root") + " " + vertex + " is no vertex of " + posed.name()
                    + ", which has 0 to " + (posed.vertexCount() - 1));
        }
        float[] p = posed.rest().positions();
        return new RigOptions.Point(p[3 * vertex], p[3 * vertex + 1], p[3 * vertex + 2]);
    }

    /** The rig seen from the bone of that name, where one was asked for. */
    RigResult apply(RigResult rig) {
        if (asked.isEmpty() || isPoint() || isVertex()) {
            return rig;
        }
        String name = asked.get().strip();
        SkinnedModel model = rig.fitted().model();
        List<String> names = model.skeleton().names();
        if (!names.contains(name)) {
            throw new RefusedException(
                    field("root") + " " + name + ": no bone got that name, there are: " + String.join(", ", names));
        }
        SkinnedModel rooted =
                Edited.of(model).with(List.of(new Edit.Root(name))).model();
        return new RigResult(
                rig.fitted().with(rooted),
                rig.bones(),
                rig.clusters(),
                rig.pruning(),
                rig.joints().stream()
                        .map(joint -> renamed(joint, model.skeleton(), rooted.skeleton()))
                        .toList(),
                rig.names());
    }

    /** On the way to the new root a joint belongs to the bone that was above it. */
    private static RigResult.Joint renamed(RigResult.Joint joint, Skeleton before, Skeleton after) {
        int above = before.parents()[before.names().indexOf(joint.name())];
        int now = after.parents()[after.names().indexOf(joint.name())];
        boolean same = above == Skeleton.ROOT
                || now != Skeleton.ROOT
                        && after.names().get(now).equals(before.names().get(above));
        String name = same ? joint.name() : before.names().get(above);
        return new RigResult.Joint(
                name, joint.certainty(), joint.turnDegrees(), joint.inside(), joint.outsidePercent());
    }
}
