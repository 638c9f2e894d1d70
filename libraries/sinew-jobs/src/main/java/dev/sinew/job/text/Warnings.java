package dev.sinew.job.text;

import static dev.sinew.job.form.Words.field;

import dev.sinew.mesh.Box;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.symmetry.MirrorPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Notes that matter: each says what is probably wrong and which option would help. A warning is a note that begins with
 * "warning: "; {@code --quiet} keeps it. Sentences name fields by marks ({@link dev.sinew.job.form.Words#field}).
 */
public final class Warnings {
    private static final String MARK = "warning: ";

    /** Characters and props are hardly ever larger than this, in metres. */
    private static final double LARGEST_SIZE = 50;

    /** Nor smaller than this. */
    private static final double SMALLEST_SIZE = 0.05;

    /** Legs of a standing body point down by more than this cosine. */
    private static final double STANDING_COSINE = 0.5;

    /** A joint farther from the mirror plane than this fraction of the size belongs to one side. */
    private static final double SIDE_DISTANCE_FRACTION = 0.03;

    private static final Pattern LEG = Pattern.compile(".*(leg|thigh|shin|foot|toe).*");
    private static final Pattern TRUNK = Pattern.compile("root|hips|trunk.*|spine.*");
    private static final int MIN_LIMBS = 4;

    private Warnings() {}

    public static String of(String sentence) {
        return MARK + sentence;
    }

    public static boolean isWarning(String note) {
        return note.startsWith(MARK);
    }

    /** A size that suggests another unit than metres. @param positions 3N coordinates in metres, not modified */
    public static Optional<String> size(String file, float[] positions) {
        double size = positions.length == 0 ? 0 : Box.around(positions).diagonal();
        if (size > LARGEST_SIZE) {
            return Optional.of(of(file + " is " + Text.number(size) + " m in size, which is unusually large; use "
                    + field("scale") + " 0.01 if it is in centimetres, or " + field("scale")
                    + " 0.001 if it is in millimetres"));
        }
        if (size > 0 && size < SMALLEST_SIZE) {
            return Optional.of(of(file + " is " + Text.number(size) + " m in size, which is unusually small; use "
                    + field("scale") + " 100 if one unit is 100 m, or leave it if the object is that small"));
        }
        return Optional.empty();
    }

    /** A body whose legs do not point down. */
    public static Optional<String> lyingBody(Skeleton skeleton) {
        double[] down = new double[3];
        int legs = 0;
        for (int j = 0; j < skeleton.boneCount(); j++) {
            int parent = skeleton.parents()[j];
            if (isLeg(skeleton, j) && (parent == Skeleton.NONE || !isLeg(skeleton, parent))) {
                double[] leg = direction(skeleton, j, lastOfLeg(skeleton, j));
                for (int x = 0; x < 3; x++) {
                    down[x] += leg[x];
                }
                legs++;
            }
        }
        if (legs == 0 || -down[1] / legs > STANDING_COSINE) {
            return Optional.empty();
        }
        boolean zUp = -down[2] / legs > STANDING_COSINE;
        return Optional.of(of("the body does not stand upright: its legs do not point down (−y); "
                + (zUp ? "use " + field("up") + " z, as the file has z up" : "rotate the input so that y is up")));
    }

    private static boolean isLeg(Skeleton skeleton, int bone) {
        return LEG.matcher(skeleton.names().get(bone).toLowerCase(Locale.ROOT)).matches();
    }

    private static int lastOfLeg(Skeleton skeleton, int first) {
        int last = first;
        // Parents come before their children.
        for (int j = first + 1; j < skeleton.boneCount(); j++) {
            last = skeleton.parents()[j] == last && isLeg(skeleton, j) ? j : last;
        }
        return last;
    }

    /** Unit vector; zero where both joints coincide. */
    private static double[] direction(Skeleton skeleton, int from, int to) {
        double[] p = skeleton.pivots();
        double[] d = {p[3 * to] - p[3 * from], p[3 * to + 1] - p[3 * from + 1], p[3 * to + 2] - p[3 * from + 2]};
        double length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        return length > 0 ? new double[] {d[0] / length, d[1] / length, d[2] / length} : d;
    }

    /**
     * A skeleton that a rigger would not keep.
     *
     * @param body as recognised, such as "humanoid"
     * @param namesExpected whether the bones were to get the names of a body
     */
    public static List<String> skeleton(SkinnedModel model, Optional<String> body, boolean namesExpected) {
        List<String> warnings = new ArrayList<>();
        int[] dominated = dominatedVertices(model);
        Optional<MirrorPlane> plane = MirrorPlane.of(model.rest().positions());
        plane.flatMap(mirror -> limbOnLimb(model, mirror, dominated)).ifPresent(warnings::add);
        emptyTrunk(model.skeleton(), dominated).ifPresent(warnings::add);
        if (namesExpected && body.isEmpty() && plane.isPresent() && limbs(model.skeleton(), dominated) >= MIN_LIMBS) {
            warnings.add(of("not recognised as a humanoid or quadruped, so the bones have generic names (trunk, limb,"
                    + " branch); a rest pose with straight limbs that are apart (" + field("rest")
                    + " FILE) or another number of bones (" + field("bones")
                    + " N) may help, and 'sinew edit --rename' changes names"));
        }
        return warnings;
    }

    /** Bones with a parent on the wrong side of a symmetric body, such as a left thigh on a right shin. */
    private static Optional<String> limbOnLimb(SkinnedModel model, MirrorPlane mirror, int[] dominated) {
        Skeleton skeleton = model.skeleton();
        double side =
                SIDE_DISTANCE_FRACTION * Box.around(model.rest().positions()).diagonal();
        List<String> wrong = new ArrayList<>();
        for (int j = 0; j < skeleton.boneCount(); j++) {
            int parent = skeleton.parents()[j];
            if (parent == Skeleton.NONE || skeleton.parents()[parent] == Skeleton.NONE || dominated[j] == 0) {
                continue;
            }
            double own = mirror.side(joint(skeleton, j));
            double above = mirror.side(joint(skeleton, parent));
            boolean crosses = Math.abs(own) > side && Math.abs(above) > side && own * above < 0;
            boolean fromSide = Math.abs(own) < side / 2 && Math.abs(above) > 2 * side;
            if (crosses || fromSide) {
                wrong.add(skeleton.names().get(j) + " on " + skeleton.names().get(parent));
            }
        }
        return wrong.isEmpty()
                ? Optional.empty()
                : Optional.of(of("the skeleton does not follow the body: limbs are attached to other limbs ("
                        + Text.names(wrong) + "); use fewer bones (" + field("bones")
                        + " N), poses that move the limbs apart, or 'sinew edit --parent BONE=PARENT'"));
    }

    private static double[] joint(Skeleton skeleton, int bone) {
        double[] p = skeleton.pivots();
        return new double[] {p[3 * bone], p[3 * bone + 1], p[3 * bone + 2]};
    }

    private static Optional<String> emptyTrunk(Skeleton skeleton, int[] dominated) {
        List<String> empty = new ArrayList<>();
        for (int j = 0; j < skeleton.boneCount(); j++) {
            String name = skeleton.names().get(j);
            if (dominated[j] == 0 && TRUNK.matcher(name).matches() && !name.endsWith("_end")) {
                empty.add(name);
            }
        }
        return empty.isEmpty()
                ? Optional.empty()
                : Optional.of(of("no vertex follows mainly " + Text.names(empty) + ", so the root of the skeleton is"
                        + " probably misplaced; use " + field("root") + " x,y,z or fewer bones (" + field("bones")
                        + " N)"));
    }

    /** Chains that end in a bone which moves something. */
    private static int limbs(Skeleton skeleton, int[] dominated) {
        boolean[] inner = new boolean[skeleton.boneCount()];
        for (int j = 0; j < inner.length; j++) {
            int parent = skeleton.parents()[j];
            if (parent != Skeleton.NONE && dominated[j] > 0) {
                inner[parent] = true;
            }
        }
        int limbs = 0;
        for (int j = 0; j < inner.length; j++) {
            limbs += !inner[j] && dominated[j] > 0 ? 1 : 0;
        }
        return limbs;
    }

    /** For each bone, how many vertices it moves more than any other bone does. */
    private static int[] dominatedVertices(SkinnedModel model) {
        SkinWeights weights = model.weights();
        int[] counts = new int[model.boneCount()];
        for (int i = 0; i < weights.vertexCount(); i++) {
            counts[weights.bones()[i * weights.influences()]]++;
        }
        return counts;
    }

    /**
     * A plain skin that is better than two layers, at no higher cost.
     *
     * @param layers error and blend operations per vertex of the two layers
     * @param plain the same of the standard skin in the file
     */
    public static Optional<String> plainFitIsBetter(Skin layers, Skin plain) {
        boolean better = plain.rmsePercent <= layers.rmsePercent && plain.operations <= layers.operations + 0.5;
        return better
                ? Optional.of(of("a plain skin is better here: " + Text.number(plain.rmsePercent)
                        + " % of the size with "
                        + Text.number(plain.operations) + " influences per vertex, compared with "
                        + Text.number(layers.rmsePercent) + " % with two layers; use 'sinew fit SEQ --bones N', which"
                        + " needs no extension"))
                : Optional.empty();
    }

    /** @param operations blend operations per vertex, on average */
    public record Skin(double rmsePercent, double operations) {}
}
