package dev.sinew.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.job.run.JobContext;
import dev.sinew.mesh.Box;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The regression table of the rig: LD14's Table 1. By default, the bind pose as given, no more bones and no more error; where that is slow or
 * out of reach its error with its number of bones, the rest pose free as there.
 */
class RigTableTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "cat-poses,    28, 0.25",
        "dance,        16, 0.22",
        "elastic-cow,  11, 1.52",
    })
    void noMoreBonesAndNoMoreErrorThanLd14ByDefault(String name, int bones, double rmsePercent) {
        RigJobResult made = rig(name, Map.of());
        check(made, name, bones, rmsePercent);
        long outside = made.rig().joints().stream()
                .filter(joint -> joint.outsidePercent() > 1)
                .count();
        assertThat(outside).as("joints of %s outside", name).isLessThanOrEqualTo((bones + 9) / 10);
    }

    @ParameterizedTest
    @CsvSource({
        "horse-poses,  27, 0.21",
        "horse-gallop, 27, 0.22",
        "samba,        22, 0.56",
    })
    void noMoreErrorThanLd14WithItsBones(String name, int bones, double rmsePercent) {
        check(rig(name, Map.of("bones", bones, "rest", "free")), name, bones, rmsePercent);
    }

    private RigJobResult rig(String name, Map<String, Object> options) {
        Map<String, Object> asked = new HashMap<>(options);
        asked.put("input", SharedData.sequence(name));
        asked.put("output", folder.resolve("model.glb"));
        try (JobContext context = JobContext.quiet()) {
            return (RigJobResult) Requests.of("rig", asked).run(context);
        }
    }

    private static void check(RigJobResult made, String name, int bones, double rmsePercent) {
        assertThat(made.rig().bones()).as("bones of %s", name).isLessThanOrEqualTo(bones);
        assertThat(made.error().rmsePercent()).as("error of %s", name).isLessThanOrEqualTo(rmsePercent);
        assertThat(worstJoint(made.model())).as("joints of %s", name).isLessThan(1e-5);
    }

    /** How far a bone's joint is from where its parent takes it, at worst, as a part of the size. */
    private static double worstJoint(SkinnedModel model) {
        Skeleton skeleton = model.skeleton();
        BoneMotion motion = model.clips().get(0).motion();
        double size = Box.around(model.rest().positions()).diagonal();
        double worst = 0;
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int j = 0; j < skeleton.boneCount(); j++) {
                int parent = skeleton.parents()[j];
                for (int r = 0; r < 3 && parent != Skeleton.NONE; r++) {
                    worst = Math.max(
                            worst,
                            Math.abs(image(motion, f, j, skeleton, j, r) - image(motion, f, parent, skeleton, j, r)));
                }
            }
        }
        return worst / size;
    }

    /** Coordinate r of where bone {@code bone} takes the joint of bone j. */
    private static double image(BoneMotion motion, int f, int bone, Skeleton skeleton, int j, int r) {
        int at = motion.offset(f, bone) + 4 * r;
        double[] m = motion.matrices();
        double[] p = skeleton.pivots();
        return m[at] * p[3 * j] + m[at + 1] * p[3 * j + 1] + m[at + 2] * p[3 * j + 2] + m[at + 3];
    }
}
