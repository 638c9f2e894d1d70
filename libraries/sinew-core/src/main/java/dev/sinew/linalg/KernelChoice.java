package dev.sinew.linalg;

import dev.sinew.math.FusedMultiplyAdd;
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
        return FusedMultiplyAdd.FAST ? new PlainKernels() : new SimpleKernels();
    }
}
