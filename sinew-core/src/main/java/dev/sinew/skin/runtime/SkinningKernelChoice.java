package dev.sinew.skin.runtime;

import java.lang.reflect.InvocationTargetException;

/** Picks the provider once: the Vector API's where the module is there and its code links, else plain Java. */
final class SkinningKernelChoice {
    static final SkinningKernels BEST = choose();

    private SkinningKernelChoice() {}

    private static SkinningKernels choose() {
        if ("plain".equals(System.getProperty("sinew.kernels"))
                || ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
            return new PlainSkinningKernels();
        }
        try {
            return (SkinningKernels) Class.forName("dev.sinew.skin.runtime.VectorSkinningKernels")
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException
                | LinkageError unusable) {
            // An incubating API may change between releases; plain Java gives the same answers, later.
            return new PlainSkinningKernels();
        }
    }
}
