package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.drive.DriveOptions;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.PartialOptions.Solve;
import dev.sinew.job.form.Heading;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.text.Text;
import dev.sinew.model.Drivers.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How to use an existing rig. */
@Heading(OptionGroup.EXISTING_RIG)
public record RigChoice(
        @OptionInfo(
                label = "MODEL",
                help = "Start from the rig of this model, instead of {bones} or {error}.",
                details = "Its bones, names, hierarchy and rest pose are kept.")
        Path from,

        @OptionInfo(
                label = "WHAT",
                words = {"weights", "motion", "both"},
                help = "What to solve: weights, motion or both.",
                defaultText = "both, or weights with {addBones}")
        String solve,

        @OptionInfo(label = "BONE", help = "Keep the motion of this bone. Repeatable.")
        List<String> lock,

        @OptionInfo(
                label = "FILE|colours",
                help =
                        "How firmly each vertex keeps its weights: a file of numbers from 0 (free) to 1 (fixed), or the model's vertex colours.",
                details = "One number per vertex. Of colours, the brightness is the number: white is fixed.")
        String lockWeights,

        @OptionInfo(
                label = "N",
                least = 1,
                most = FitOptions.MAX_BONES,
                help = "Add helper bones where the error is largest.",
                details = "Existing bones keep their motion. The weights of all bones are solved.")
        Integer addBones,

        @OptionInfo(
                help =
                        "Drive helper bones and correctives by the pose and its motion, also in clips without a sequence.",
                details =
                        "Learnt from the clips that have sequences. Each is left out in turn to measure the error on unseen motion. More clips give better drivers.")
        Boolean drive,

        @OptionInfo(
                label = "WHAT",
                words = {"pose", "rates", "motion"},
                help = "What helper bones follow: pose, rates or motion.",
                defaultText = "motion",
                details =
                        "pose: rotations of the bones and gravity. rates: also how fast they rotate. motion: also how the body moves and turns; not for clips that run in place. Fewer inputs are used if that gives a lower error on left-out clips.")
        String driveInputs,

        @OptionInfo(
                label = "FORM",
                words = {"auto", "linear", "rbf"},
                help = "Function of the drivers: linear, rbf (linear and radial basis functions), or auto.",
                defaultText = "auto",
                details = "auto: the one with the lower error on left-out clips.")
        String driveForm) {
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

    /** How drivers are learnt; empty if nothing is driven. */
    public Optional<DriveOptions> driven() {
        return Boolean.TRUE.equals(drive) ? Optional.of(driveOptions(driveInputs, driveForm)) : Optional.empty();
    }

    /** @param inputs null for the default; {@code form} the same */
    public static DriveOptions driveOptions(String inputs, String form) {
        DriveOptions options = DriveOptions.defaults();
        if (inputs != null) {
            options = options.withKind(Kind.valueOf(inputs.toUpperCase(Locale.ROOT)));
        }
        return form == null ? options : options.withForm(DriveOptions.Form.valueOf(form.toUpperCase(Locale.ROOT)));
    }

    public Solve solved() {
        if (solve == null) {
            return helperBones() > 0 || driven().isPresent() ? Solve.WEIGHTS : Solve.BOTH;
        }
        return Solve.valueOf(solve.toUpperCase(Locale.ROOT));
    }

    /** Whether the motion of some bones is kept. */
    boolean keepsMotion() {
        return solved() == Solve.WEIGHTS || !lock.isEmpty();
    }

    /** Rejects contradictory options and options without effect. */
    public void check() {
        if (from == null) {
            String needed = "needs " + field("from") + " MODEL";
            reject("solve", solve != null, needed);
            reject("lock", !lock.isEmpty(), needed);
            reject("lockWeights", lockWeights != null, needed);
            reject("addBones", addBones != null, needed);
            reject("drive", Boolean.TRUE.equals(drive), needed);
            reject("driveInputs", driveInputs != null, needed);
            reject("driveForm", driveForm != null, needed);
            return;
        }
        reject("from", !Inputs.isAnyModel(from), from + " must be a skinned model");
        reject("driveInputs", driveInputs != null && driven().isEmpty(), "needs " + field("drive"));
        reject("driveForm", driveForm != null && driven().isEmpty(), "needs " + field("drive"));
        Solve solved = solved();
        reject(
                "drive",
                driven().isPresent() && solved != Solve.WEIGHTS,
                "keeps the motion of the other bones, so it needs " + field("solve") + " weights");
        reject(
                "addBones",
                helperBones() > 0 && solved != Solve.WEIGHTS,
                "keeps the motion of the other bones, so it needs " + field("solve") + " weights");
        reject(
                "lock",
                solved == Solve.WEIGHTS && !lock.isEmpty(),
                "has no effect with " + field("solve") + " weights, which keeps the motion of all bones");
        reject(
                "lockWeights",
                solved == Solve.MOTION && lockWeights != null,
                "has no effect with " + field("solve") + " motion, which keeps all weights");
    }

    private static void reject(String name, boolean wrong, String why) {
        if (wrong) {
            throw new InvalidRequestException(field(name) + " " + why);
        }
    }

    /** The options, by their JSON names. */
    public Map<String, Object> described() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("from", from == null ? null : from.toString());
        options.put("solve", Text.lowerCase(solved()));
        options.put("lock", lock);
        options.put("lockWeights", lockWeights);
        options.put("addBones", addBones);
        options.put(
                "drive", driven().map(choice -> Text.lowerCase(choice.kind())).orElse(null));
        options.put("driveForm", driveForm);
        return options;
    }
}
