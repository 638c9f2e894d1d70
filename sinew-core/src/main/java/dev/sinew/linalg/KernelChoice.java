package dev.sinew.linalg;

import java.lang.reflect.InvocationTargetException;
import java.util.Optional;

/** Picks the provider once: the Vector API's where the module is there and its code links, else plain Java. */
final class KernelChoice {
    static final Kernels BEST = choose();

    private KernelChoice() {}

    private static Kernels choose() {
        Optional<Module> vectors = ModuleLayer.boot().findModule("jdk.incubator.vector");
        if ("plain".equals(System.getProperty("sinew.kernels")) || vectors.isEmpty()) {
            return withoutVectors();
        }
        // Not in module-info: `requires static` of an incubating module can not be compiled with --release.
        KernelChoice.class.getModule().addReads(vectors.get());
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

    /**
     * Where the processor has no such instruction, the JVM computes {@link Math#fma} with big decimals: several
     * microseconds a call instead of a tenth of one, even interpreted. The best of some tries counts, since a thread may be
     * put aside in the middle of one.
     */
    private static boolean fusedIsFast() {
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
