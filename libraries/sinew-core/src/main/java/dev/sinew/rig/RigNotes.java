package dev.sinew.rig;

import dev.sinew.measure.BoneRegions;
import dev.sinew.mesh.Shells;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.RigResult.Joint;
import dev.sinew.solve.SkinState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Notes for the user of a rig: cheap checks of the result, each with what would help. */
final class RigNotes {
    /** Joints known less than this by their motion: the shape has said more of where they are. */
    private static final double GUESSED = 0.5;

    /** Percent of the size. */
    private static final double FAR_OUTSIDE = 1;

    private static final int FEW_POSES = 4;
    private static final int NAMED = 4;

    /** A bone whose region's error is this many times that of the whole gets a note if it exceeds {@link #SEEN} percent. */
    private static final double WORSE = 2.5;

    private static final double SEEN = 0.3;

    /** More patches than this per bone a painter would not leave. */
    private static final double MANY_PATCHES = 1.5;

    /** From here on a bone has a say, as {@link BoneRegions} counts. */
    private static final double SAY = 0.05;

    /** A bone with this many regions gets a note in any case. */
    private static final int SCATTERED = 3;

    /** Requested names get a note if less than this fraction of the body was recognised. */
    private static final double DOUBTFUL = 0.8;

    /** The same where nobody asked for names: they are a guess, and it may miss a little more. */
    private static final double GUESSED_NAMES = 0.7;

    private final RigProblem problem;
    private final SkinnedModel model;
    private final BoneNames names;
    private final List<Joint> joints;

    RigNotes(RigProblem problem, RigDress dressed, List<Joint> joints) {
        this.problem = problem;
        this.model = dressed.model();
        this.names = dressed.names();
        this.joints = joints;
    }

    /** @param why there are as many bones as there are */
    List<String> all(String why, RootBone root, SkinState state) {
        List<String> notes = new ArrayList<>();
        notes.add(why);
        root.asked().ifPresent(distance -> notes.add(rootAt(distance)));
        guessed(joints).ifPresent(notes::add);
        outside().ifPresent(notes::add);
        empty().ifPresent(notes::add);
        worst(state).ifPresent(notes::add);
        patches(model).ifPresent(notes::add);
        naming(problem.options().form().names(), names).ifPresent(notes::add);
        int frames = problem.poses().frameCount();
        if (frames < FEW_POSES) {
            notes.add("Only " + frames + " poses: parts that do not move apart in them are one bone.");
        }
        return notes;
    }

    private String rootAt(double distance) {
        Skeleton s = model.skeleton();
        int top = s.names().get(0).equals(BoneNames.MOTION) ? 1 : 0;
        String joint = s.names().get(top);
        for (int j = top + 1; j < s.boneCount(); j++) {
            if (s.parents()[j] == top && samePlace(s, j, top)) {
                joint = s.names().get(j);
            }
        }
        double scale = problem.poses().scale();
        return String.format(
                Locale.ROOT,
                "The root is at the joint of %s, %.3g (%.1f %% of the size) from the requested point.",
                joint,
                distance / scale,
                100 * distance / scale / problem.size());
    }

    private static boolean samePlace(Skeleton s, int a, int b) {
        return s.pivots()[3 * a] == s.pivots()[3 * b]
                && s.pivots()[3 * a + 1] == s.pivots()[3 * b + 1]
                && s.pivots()[3 * a + 2] == s.pivots()[3 * b + 2];
    }

    /** What there is to say of a skeleton that was given. */
    static List<String> ofGiven(SkinnedModel model, List<Joint> joints) {
        List<String> notes = new ArrayList<>();
        List<String> still = hardlyBending(joints);
        if (!still.isEmpty()) {
            notes.add(named(still) + (still.size() == 1 ? " hardly bends" : " hardly bend")
                    + " in these poses, which say little of where the joint is: poses that bend it would help.");
        }
        patches(model).ifPresent(notes::add);
        return notes;
    }

    private static List<String> hardlyBending(List<Joint> joints) {
        return joints.stream()
                .filter(j -> j.certainty() < GUESSED)
                .map(Joint::name)
                .toList();
    }

    static Optional<String> guessed(List<Joint> joints) {
        List<String> still = hardlyBending(joints);
        return still.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        named(still) + (still.size() == 1 ? " hardly bends" : " hardly bend")
                                + " in these poses, so where the joint is was taken from the shape: poses that bend it would help.");
    }

    private Optional<String> outside() {
        List<String> far = joints.stream()
                .filter(j -> j.outsidePercent() > FAR_OUTSIDE)
                .map(Joint::name)
                .toList();
        return far.isEmpty()
                ? Optional.empty()
                : Optional.of(named(far)
                        + String.format(
                                Locale.ROOT,
                                ": the joint lies outside the body by more than %.0f %% of the size; look at it before animating.",
                                FAR_OUTSIDE));
    }

    private Optional<String> empty() {
        double[] holds = model.weights().totals(model.boneCount());
        int first = model.skeleton().names().get(0).equals(BoneNames.MOTION) ? 1 : 0;
        List<String> none = new ArrayList<>();
        for (int j = first; j < first + names.names().size(); j++) {
            if (!(holds[j] > 0)) {
                none.add(model.skeleton().names().get(j));
            }
        }
        return none.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        named(none) + (none.size() == 1 ? " moves" : " move") + " no vertex: fewer bones would do.");
    }

    /** The parts that the bones follow much worse than the whole. */
    private Optional<String> worst(SkinState state) {
        SkinWeights w = model.weights();
        double[] squares = new double[model.boneCount()];
        for (int at = 0; at < w.bones().length; at++) {
            squares[w.bones()[at]] += w.weights()[at] * state.squaredErrors()[at / w.influences()];
        }
        double[] holds = w.totals(model.boneCount());
        double whole = 0;
        for (double error : state.squaredErrors()) {
            whole += error;
        }
        double usual = problem.rmsePercent(whole);
        List<String> worse = new ArrayList<>();
        double most = 0;
        for (int j = 0; j < squares.length; j++) {
            double own = holds[j] > 0 ? problem.rmsePercent(squares[j] / holds[j] * w.vertexCount()) : 0;
            if (own > Math.max(SEEN, WORSE * usual)) {
                worse.add(model.skeleton().names().get(j));
                most = Math.max(most, own);
            }
        }
        return worse.isEmpty()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%s: followed worst, by up to %.2g %% of the size where the whole is at %.2g; more bones would help there.",
                        named(worse),
                        most,
                        usual));
    }

    static Optional<String> patches(SkinnedModel model) {
        BoneRegions islands = BoneRegions.of(model);
        if (islands.mean() > MANY_PATCHES) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "Bones hold %.1f patches of the surface on average, %s %d of them: look at the weights.",
                    islands.mean(),
                    model.skeleton().names().get(islands.bone()),
                    islands.most()));
        }
        int[] shells = shellsHeld(model);
        List<String> scattered = new ArrayList<>();
        for (int j = 0; j < shells.length; j++) {
            // A bone that holds several shells, such as eyes and teeth, has to have as many patches.
            int own = islands.perBone()[j] - Math.max(0, shells[j] - 1);
            if (own >= SCATTERED) {
                scattered.add(model.skeleton().names().get(j) + " (" + own + ")");
            }
        }
        return scattered.isEmpty()
                ? Optional.empty()
                : Optional.of(named(scattered) + (scattered.size() == 1 ? " holds" : " hold")
                        + " patches of the surface that do not touch each other: look at the weights.");
    }

    /** On how many shells each bone has a say. */
    private static int[] shellsHeld(SkinnedModel model) {
        Shells shells = Shells.of(model.rest());
        SkinWeights w = model.weights();
        int[] held = new int[model.boneCount()];
        Set<Long> seen = new HashSet<>();
        for (int at = 0; at < w.bones().length; at++) {
            long shell = shells.of(at / w.influences());
            // A vertex that no face uses is a separate shell.
            if (w.weights()[at] > SAY && (shell < 0 || seen.add(shell * held.length + w.bones()[at]))) {
                held[w.bones()[at]]++;
            }
        }
        return held;
    }

    static Optional<String> naming(BoneNames.Style style, BoneNames names) {
        Optional<String> wanted = style == BoneNames.Style.HUMANOID
                ? Optional.of("humanoid")
                : style == BoneNames.Style.QUADRUPED ? Optional.of("quadruped") : Optional.empty();
        if (wanted.isPresent() && !wanted.equals(names.kind())) {
            return Optional.of("The shape does not look like a " + wanted.get()
                    + names.kind().map(k -> " but like a " + k).orElse("")
                    + ": its bones are called by what they look like.");
        }
        double least = wanted.isPresent() ? DOUBTFUL : GUESSED_NAMES;
        return names.kind()
                .filter(kind -> names.confidence() < least)
                .map(kind -> String.format(
                        Locale.ROOT,
                        "Names are doubtful: %.0f %% of the body has a place in a %s.",
                        100 * names.confidence(),
                        kind));
    }

    private static String named(List<String> some) {
        String first = some.stream().limit(NAMED).collect(Collectors.joining(", "));
        return some.size() <= NAMED ? first : first + " and " + (some.size() - NAMED) + " more";
    }
}
