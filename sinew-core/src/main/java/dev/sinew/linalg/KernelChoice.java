package dev.sinew.linalg;

import java.lang.reflect.InvocationTargetException;

/** Picks the provider once: the Vector API's where the module is there and its code links, else plain Java. */
final class KernelChoice {
    static final Kernels BEST = choose();

    private KernelChoice() {}

    private static Kernels choose() {
        if ("plain".equals(System.getProperty("sinew.kernels"))
                || ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
            return new PlainKernels();
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
            return new PlainKernels();
        }
    }
}
