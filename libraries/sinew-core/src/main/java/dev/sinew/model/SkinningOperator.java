package dev.sinew.model;

import java.util.Arrays;
import java.util.Optional;

/** How the transforms of several bones are blended for a vertex: Φ(w; C_1 … C_B) of KCO09 §3. */
public enum SkinningOperator {
    /** Linear blend skinning: the weighted mean of the matrices. */
    LINEAR("lbs"),
    /** Dual quaternion skinning: the normalised weighted sum of unit dual quaternions; rotations and translations only. */
    DUAL_QUATERNION("dqs"),
    /** Two phases: scaling blended linearly, then rotations and translations by dual quaternions. */
    SCALED_DUAL_QUATERNION("sdqs"),
    /** Dual quaternion iterative blending: the intrinsic mean of the rigid motions. */
    ITERATIVE_DUAL_QUATERNION("dib"),
    /** Optimised centres of rotation: rotations by quaternions, each blend about its own centre, which moves linearly. */
    CENTRES_OF_ROTATION("cor");

    private final String word;

    SkinningOperator(String word) {
        this.word = word;
    }

    /** Its name in papers, on the command line and in files. */
    public String word() {
        return word;
    }

    /** The operator with that name. */
    public static Optional<SkinningOperator> named(String word) {
        return Arrays.stream(values())
                .filter(operator -> operator.word.equalsIgnoreCase(word))
                .findFirst();
    }
}
