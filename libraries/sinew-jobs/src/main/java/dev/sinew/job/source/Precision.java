package dev.sinew.job.source;

import dev.sinew.job.text.Text;
import dev.sinew.mesh.Box;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * What single precision leaves of a mesh far from the origin. Files and engines hold positions, keys and weights in it, so a
 * vertex at distance D is rounded to D/2²³, and weights whose sum misses one by a rounding move it by as much again.
 */
final class Precision {
    /** A ten-thousandth of the size: what an eye could tell, and more than good fits leave. */
    private static final double SEEN = 1e-4;

    private Precision() {}

    /** @param positions coordinates of at least one point */
    static Optional<String> note(String file, float[] positions) {
        Box box = Box.around(positions);
        double far = DoubleStream.of(box.minX(), box.minY(), box.minZ(), box.maxX(), box.maxY(), box.maxZ())
                .map(Math::abs)
                .max()
                .orElse(0);
        double step = Math.ulp((float) far);
        if (step <= SEEN * box.diagonal() || box.diagonal() == 0) {
            return Optional.empty();
        }
        return Optional.of(file + " lies " + Text.number(far) + " from the origin and is " + Text.number(box.diagonal())
                + " in size: files hold single precision, there in steps of " + Text.number(step) + ", "
                + Text.number(100 * step / box.diagonal())
                + " % of the size; no error below that means anything; move it to the"
                + " origin first");
    }
}
