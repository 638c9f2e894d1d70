package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.measure.EnvelopingError;
import dev.sinew.mesh.Ball;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;

/** Converts a bound on the error in percent of the size to the metrics that solvers use. */
public final class ErrorBound {
    private ErrorBound() {}

    /**
     * E_RMS of KSO10. Both metrics are the same root mean square distance in other units: percent of the rest pose's diagonal, and
     * thousandths of the radius of the first frame, per coordinate.
     */
    public static double erms(double percent, MeshSequence sequence) {
        double diagonal = Box.around(sequence.rest().positions()).diagonal();
        double radius = Ball.around(sequence.frame(0)).radius();
        return radius > 0 && diagonal > 0 ? 10 * percent * diagonal / (Math.sqrt(3) * radius) : percent;
    }

    /**
     * The enveloping error of KCO09: percent of what the best rigid prediction misses.
     *
     * @param linear of linear skinning on the same poses
     * @param rest 3N positions, not modified
     */
    public static double envelopingError(double percent, EnvelopingError linear, float[] rest, int frames) {
        double distance = percent / 100 * Box.around(rest).diagonal();
        double squares = distance * distance * frames * (rest.length / 3);
        return linear.rigid() > 0 && squares > 0 ? 100 * Math.sqrt(squares / linear.rigid()) : percent;
    }

    /** The note for people who know {@code --error} from earlier builds, where its unit depended on the command. */
    public static String changed(String field, String metric) {
        return field("error") + " is now in percent of the size; " + field(field) + " bounds " + metric + ", as "
                + field("error") + " did before";
    }
}
