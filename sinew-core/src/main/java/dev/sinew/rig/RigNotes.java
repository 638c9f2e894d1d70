package dev.sinew.rig;

import dev.sinew.measure.WeightIslands;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.RigResult.Joint;
import dev.sinew.solve.SkinState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the user of a rig should know of it, one sentence each: cheap checks of the result and what would help. */
final class RigNotes {
    /** Joints known less than this by their motion. */
    private static final double GUESSED = 0.3;

    /** Percent of the size. */
    private static final double FAR_OUTSIDE = 1;

    private static final int FEW_POSES = 4;
    private static final int NAMED = 4;

    /** A bone whose part errs by so many times the whole is told of, where that is more than {@link #SEEN} percent. */
    private static final double WORSE = 2.5;

    private static final double SEEN = 0.3;

    /** More patches than this per bone a painter would not leave. */
    private static final double MANY_PATCHES = 1.5;

    /** Names are told to be doubtful where less than this part of the body is known. */
    private static final double DOUBTFUL = 0.8;

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
        guessed().ifPresent(notes::add);
        outside().ifPresent(notes::add);
        empty().ifPresent(notes::add);
        worst(state).ifPresent(notes::add);
        patches().ifPresent(notes::add);
        naming().ifPresent(notes::add);
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
                "The root stands at the joint of %s, %.3g (%.1f %% of the size) from the point that was asked for.",
                joint,
                distance / scale,
                100 * distance / scale / problem.size());
    }

    private static boolean samePlace(Skeleton s, int a, int b) {
        return s.pivots()[3 * a] == s.pivots()[3 * b]
                && s.pivots()[3 * a + 1] == s.pivots()[3 * b + 1]
                && s.pivots()[3 * a + 2] == s.pivots()[3 * b + 2];
    }

    private Optional<String> guessed() {
        List<String> still = joints.stream()
                .filter(j -> j.certainty() < GUESSED)
                .map(Joint::name)
                .toList();
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

    private Optional<String> patches() {
        WeightIslands islands = WeightIslands.of(model);
        return islands.mean() <= MANY_PATCHES
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "Bones hold %.1f patches of the surface on average, %s %d of them: look at the weights.",
                        islands.mean(),
                        model.skeleton().names().get(islands.bone()),
                        islands.most()));
    }

    private Optional<String> naming() {
        RigOptions.Form form = problem.options().form();
        Optional<String> wanted = form.names() == BoneNames.Style.HUMANOID
                ? Optional.of("humanoid")
                : form.names() == BoneNames.Style.QUADRUPED ? Optional.of("quadruped") : Optional.empty();
        if (wanted.isPresent() && !wanted.equals(names.kind())) {
            return Optional.of("The shape does not look like a " + wanted.get()
                    + names.kind().map(k -> " but like a " + k).orElse("")
                    + ": its bones are called by what they look like.");
        }
        return wanted.isPresent() && names.confidence() < DOUBTFUL
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "Names are doubtful: %.0f %% of the body has a place in a %s.",
                        100 * names.confidence(),
                        wanted.get()))
                : Optional.empty();
    }

    private static String named(List<String> some) {
        String first = some.stream().limit(NAMED).collect(Collectors.joining(", "));
        return some.size() <= NAMED ? first : first + " and " + (some.size() - NAMED) + " more";
    }
}
