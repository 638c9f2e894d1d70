package dev.sinew.fit;

import dev.sinew.model.BoneType;
import java.util.Optional;
import java.util.function.Function;

/**
 * Fits with the kind of bones that was asked for, and where rigid bones are of that kind too, with those: the better one counts.
 * Bones that may scale find more ways into a poor minimum. On 200 cubes that move in four rigid groups they ended at an
 * E_RMS of 0.75 where rigid ones reached 0.04; a rigid solution is a similar one, so that must not be.
 *
 * <p>NOTE: affine bones, which include both, are not held against them: they solve another, linear problem, and a second and third fit
 * would be paid by everybody.
 */
final class KindContest {
    private final SingleFit asked;
    private final Optional<SingleFit> rigid;

    private KindContest(SingleFit asked, Optional<SingleFit> rigid) {
        this.asked = asked;
        this.rigid = rigid;
    }

    /** @param fit makes a fit of options that differ in the kind of bones only */
    static KindContest of(FitOptions options, Function<FitOptions, SingleFit> fit) {
        return new KindContest(
                fit.apply(options),
                options.boneType() == BoneType.SIMILARITY
                        ? Optional.of(fit.apply(options.withBoneType(BoneType.RIGID)))
                        : Optional.empty());
    }

    SingleFit.Finished solve(int bones) {
        SingleFit.Finished best = asked.solve(bones);
        if (rigid.isPresent()) {
            SingleFit.Finished other = rigid.get().solve(bones);
            best = other.erms() < best.erms() ? other : best;
        }
        return best;
    }
}
