package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.PartialOptions.Solve;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.Heading;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.text.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What is to become of a rig that exists already. */
@Heading("An existing rig")
public record RigChoice(
        @Ask(
                label = "MODEL",
                help = "Starts from the rig in a .glb or .gltf: its bones, their names and hierarchy, its rest"
                        + " pose. Takes the place of {bones} and {error}.")
        Path from,

        @Ask(
                label = "WHAT",
                words = {"weights", "motion", "both"},
                help = "weights (bones move as they do), motion (weights stay) or both. Default: both; weights"
                        + " with {addBones}.")
        String solve,

        @Ask(label = "BONE", help = "A bone whose motion stays. May be repeated.")
        List<String> lock,

        @Ask(
                label = "FILE|colours",
                help = "How firmly each vertex keeps its weights, 0 (free) to 1 (fixed): a text file with one"
                        + " number per vertex, or the brightness of the model's vertex colours, white being fixed.")
        String lockWeights,

        @Ask(
                label = "N",
                least = 1,
                most = FitOptions.MAX_BONES,
                help = "Adds so many helper bones where the error is largest; the others move as they do, weights"
                        + " are solved for all.")
        Integer addBones) {
    /** The files that an existing rig is read from. */
    public List<Path> reads() {
        List<Path> files = new ArrayList<>();
        Optional.ofNullable(from).ifPresent(files::add);
        Optional.ofNullable(lockWeights)
                .filter(word -> !word.equals(COLOURS))
                .map(Path::of)
                .ifPresent(files::add);
        return files;
    }

    /** Stands for the model's own vertex colours. */
    static final String COLOURS = "colours";

    public int helperBones() {
        return addBones == null ? 0 : addBones;
    }

    public Solve solved() {
        if (solve == null) {
            return helperBones() > 0 ? Solve.WEIGHTS : Solve.BOTH;
        }
        return Solve.valueOf(solve.toUpperCase(Locale.ROOT));
    }

    /** Whether the motion of some bones is taken from the model. */
    boolean keepsMotion() {
        return solved() == Solve.WEIGHTS || !lock.isEmpty();
    }

    /** Refuses what contradicts itself or would do nothing. */
    public void check() {
        if (from == null) {
            String needed = "needs " + field("from") + " MODEL";
            refuse("solve", solve != null, needed);
            refuse("lock", !lock.isEmpty(), needed);
            refuse("lockWeights", lockWeights != null, needed);
            refuse("addBones", addBones != null, needed);
            return;
        }
        refuse("from", !Inputs.isModel(from), from + " must end in .glb or .gltf");
        Solve solved = solved();
        refuse(
                "addBones",
                helperBones() > 0 && solved != Solve.WEIGHTS,
                "solves for weights and leaves the motion of the other bones alone, it goes with " + field("solve")
                        + " weights only");
        refuse(
                "lock",
                solved == Solve.WEIGHTS && !lock.isEmpty(),
                "is for " + field("solve") + " motion and both; here all bones keep their motion");
        refuse(
                "lockWeights",
                solved == Solve.MOTION && lockWeights != null,
                "is for " + field("solve") + " weights and both; here all vertices keep their weights");
    }

    private static void refuse(String name, boolean wrong, String why) {
        if (wrong) {
            throw new WrongRequestException(field(name) + " " + why);
        }
    }

    /** As the tree of what was made names them. */
    public Map<String, Object> described() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("from", from == null ? null : from.toString());
        options.put("solve", Text.lowerCase(solved()));
        options.put("lock", lock);
        options.put("lockWeights", lockWeights);
        options.put("addBones", addBones);
        return options;
    }
}
