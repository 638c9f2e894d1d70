package dev.sinew.io.gltf.read;

import dev.sinew.math.Svd3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import java.util.List;

/** Tells what the bones of a file do from what they did in its clips. */
public final class BoneKinds {
    /** Singular values that differ by less than this part of the largest are the same. */
    private static final double SAME = 1e-5;

    private BoneKinds() {}

    /** Whether bones of a type can do what the clips ask for: another program may have scaled what a file says is rigid. */
    public static boolean allows(BoneType type, List<Clip> clips) {
        return switch (type) {
            case AFFINE -> true;
            case SIMILARITY -> of(clips) != BoneType.AFFINE;
            case RIGID -> of(clips) == BoneType.RIGID;
        };
    }

    /** The narrowest type that fits every matrix; rigid where there are none. */
    public static BoneType of(List<Clip> clips) {
        BoneType type = BoneType.RIGID;
        Svd3 svd = new Svd3();
        for (Clip clip : clips) {
            BoneMotion motion = clip.motion();
            for (int at = 0; at < motion.matrices().length; at += BoneMotion.STRIDE) {
                svd.decompose(motion.matrices(), at, 4);
                double[] s = svd.sigma();
                if (s[0] - Math.abs(s[2]) > SAME * s[0]) {
                    return BoneType.AFFINE;
                }
                if (Math.abs(s[0] - 1) > SAME || s[2] < 0) {
                    type = BoneType.SIMILARITY;
                }
            }
        }
        return type;
    }
}
