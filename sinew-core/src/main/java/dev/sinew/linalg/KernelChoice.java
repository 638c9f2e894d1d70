package dev.sinew.linalg;

import java.lang.reflect.InvocationTargetException;

/** Picks the provider once: the Vector API's where the module is there and its code links, else plain Java. */
final class KernelChoice {
    static final Kernels BEST = choose();

    private KernelChoice() {}

    private static Kernels choose() {
        if ("plain".equals(System.getProperty("sinew.kernels"))
                || ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
            return withoutVectors();
        }
        try {
            return (Kernels) Class.forName("dev.sinew.linalg.VectorKernels")
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException
                | LinkageError unusable) {
            // An incubating API may change between releases; plain Java gives the same answers, later.
            return withoutVectors();
        }
    }

    private static Kernels withoutVectors() {
        return fusedIsFast() ? new PlainKernels() : new SimpleKernels();
    }

    /** Where the processor has no such instruction, the JVM computes {@link Math#fma} with big decimals. */
    private static boolean fusedIsFast() {
        int calls = 2000;
        double sum = 1;
        long start = System.nanoTime();
        for (int k = 0; k < calls; k++) {
            sum = Math.fma(sum, 1.0000001, 1e-9 * k);
        }
        // Interpreted it takes a tenth of a microsecond, by big decimals several.
        return sum > 0 && System.nanoTime() - start < calls * 2000L;
    }
}
