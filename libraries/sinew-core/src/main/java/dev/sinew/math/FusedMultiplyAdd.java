package dev.sinew.math;

/** Whether {@link Math#fma} is an instruction of this processor; kernels that must agree to the bit use it then. */
public final class FusedMultiplyAdd {
    public static final boolean FAST = measured();

    private FusedMultiplyAdd() {}

    /**
     * Where the processor has no such instruction, the JVM computes {@link Math#fma} with big decimals: several
     * microseconds a call instead of a tenth of one, even interpreted. The best of some tries counts, since a thread may be
     * put aside in the middle of one.
     */
    private static boolean measured() {
        int calls = 100;
        double sum = 1;
        for (int attempt = 0; attempt < 10; attempt++) {
            long start = System.nanoTime();
            for (int k = 0; k < calls; k++) {
                sum = Math.fma(sum, 1.0000001, 1e-9 * k);
            }
            if (sum > 0 && System.nanoTime() - start < calls * 1000L) {
                return true;
            }
        }
        return false;
    }
}
