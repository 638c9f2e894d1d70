package dev.sinew.bench;

import dev.sinew.io.Models;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.model.Skeleton;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Point handles on the joints of a skeleton that {@code sinew rig} found. */
final class JointHandles {
    /** Joints nearer to each other than this are one: several bones may start there. */
    private static final double SAME = 1e-3;

    private JointHandles() {}

    /** The skeleton with the fewest bones that has so many joints in different places. */
    static HandleSet of(Path sequence, int wanted) {
        for (int bones = wanted - 1; bones <= wanted + 5; bones++) {
            try (Scratch scratch = new Scratch()) {
                Path rig = scratch.file("rig.glb");
                BenchJob.run("rig", "input", sequence, "output", rig, "rest", "given", "bones", bones);
                List<Handle> handles = distinct(Models.read(rig).skeleton());
                if (handles.size() == wanted) {
                    return HandleSet.of(handles);
                }
            }
        }
        throw new IllegalStateException("no skeleton of " + sequence + " has " + wanted + " joints");
    }

    private static List<Handle> distinct(Skeleton skeleton) {
        List<Handle> handles = new ArrayList<>();
        for (int j = 0; j < skeleton.boneCount(); j++) {
            double[] joint = skeleton.pivot(j);
            if (handles.stream().noneMatch(other -> distance(other.centre(), joint) < SAME)) {
                handles.add(new Handle.Point(skeleton.names().get(j), joint));
            }
        }
        return handles;
    }

    private static double distance(double[] a, double[] b) {
        return Math.sqrt(Math.pow(a[0] - b[0], 2) + Math.pow(a[1] - b[1], 2) + Math.pow(a[2] - b[2], 2));
    }
}
