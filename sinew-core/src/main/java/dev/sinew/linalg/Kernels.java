package dev.sinew.linalg;

/**
 * The few inner loops that decide how long a fit takes. Two providers: {@link PlainKernels}, and one on the Vector API
 * where the JVM was started with it. Results agree to rounding; within one provider they are reproducible.
 */
public interface Kernels {
    /**
     * C = A·B.
     *
     * @param a rows×inner from {@code aFrom} on with row stride {@code inner}, not modified
     * @param b inner×columns with row stride {@code columns}, not modified
     * @param c rows×columns from 0 on with row stride {@code columns}, modified
     */
    void multiply(double[] a, int aFrom, int rows, int inner, double[] b, int columns, double[] c);

    /** What runs: {@code plain} or {@code vector}. */
    String name();

    /** The fastest provider this JVM can run. */
    static Kernels best() {
        return KernelChoice.BEST;
    }
}
