package dev.sinew.cli;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.PartialOptions.Solve;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What is to become of a rig that exists already. */
final class ExistingRigOptions {
    /** Stands for the model's own vertex colours in {@code --lock-weights}. */
    static final String COLOURS = "colours";

    @ArgGroup(validate = false, order = 40, heading = "%nAn existing rig:%n")
    private final Group group = new Group();

    private static final class Group {
        @Option(
                names = "--from",
                paramLabel = "MODEL",
                description = "Starts from the rig in a .glb or .gltf: its bones, their names and hierarchy, its rest"
                        + " pose. Takes the place of --bones and --error.")
        private Path from;

        @Option(
                names = "--solve",
                paramLabel = "WHAT",
                description = "weights (bones move as they do), motion (weights stay) or both. Default: both; weights"
                        + " with --add-bones.")
        private String solve;

        @Option(names = "--lock", paramLabel = "BONE", description = "A bone whose motion stays. May be repeated.")
        private List<String> locked = new ArrayList<>();

        @Option(
                names = "--lock-weights",
                paramLabel = "FILE|colours",
                description = "How firmly each vertex keeps its weights, 0 (free) to 1 (fixed): a text file with one"
                        + " number a vertex, or the brightness of the model's vertex colours, white being fixed.")
        private String lockWeights;

        @Option(
                names = "--add-bones",
                paramLabel = "N",
                description =
                        "Adds so many helper bones where the error is largest; the others move as they do, weights"
                                + " are solved for all.")
        private Integer addBones;
    }

    Optional<Path> from() {
        return Optional.ofNullable(group.from);
    }

    int addBones() {
        return group.addBones == null ? 0 : group.addBones;
    }

    List<String> locked() {
        return group.locked;
    }

    Optional<String> lockWeights() {
        return Optional.ofNullable(group.lockWeights);
    }

    Solve solve() {
        if (group.solve == null) {
            return addBones() > 0 ? Solve.WEIGHTS : Solve.BOTH;
        }
        return switch (group.solve) {
            case "weights" -> Solve.WEIGHTS;
            case "motion" -> Solve.MOTION;
            case "both" -> Solve.BOTH;
            default -> throw new WrongUsageException("--solve " + group.solve + " must be weights, motion or both");
        };
    }

    /** Whether the motion of some bones is taken from the model. */
    boolean keepsMotion() {
        return solve() == Solve.WEIGHTS || !locked().isEmpty();
    }

    /** Refuses options that contradict each other or would do nothing. */
    void check() {
        if (group.from == null) {
            refuse("--solve", group.solve != null, "needs --from MODEL");
            refuse("--lock", !group.locked.isEmpty(), "needs --from MODEL");
            refuse("--lock-weights", group.lockWeights != null, "needs --from MODEL");
            refuse("--add-bones", group.addBones != null, "needs --from MODEL");
            return;
        }
        if (!Inputs.namesModel(group.from)) {
            throw new WrongUsageException("--from " + group.from + " must end in .glb or .gltf");
        }
        if (group.addBones != null) {
            WrongUsageException.requireWithin("--add-bones", group.addBones, 1, FitOptions.MAX_BONES);
        }
        Solve solve = solve();
        refuse(
                "--add-bones",
                addBones() > 0 && solve != Solve.WEIGHTS,
                "solves for weights and leaves the motion of the other bones alone, it goes with --solve weights only");
        refuse(
                "--lock",
                solve == Solve.WEIGHTS && !group.locked.isEmpty(),
                "is for --solve motion and both; here all bones keep their motion");
        refuse(
                "--lock-weights",
                solve == Solve.MOTION && group.lockWeights != null,
                "is for --solve weights and both; here all vertices keep their weights");
    }

    private static void refuse(String option, boolean wrong, String why) {
        if (wrong) {
            throw new WrongUsageException(option + " " + why);
        }
    }

    /** As the report names them. */
    Map<String, Object> described() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("from", from().map(Path::toString).orElse(null));
        options.put("solve", RunReport.lowerCase(solve()));
        options.put("lock", group.locked);
        options.put("lockWeights", group.lockWeights);
        options.put("addBones", group.addBones);
        return options;
    }
}
