package dev.sinew.linalg;

/** Runs with the Vector API enabled, as in the module's build. */
class VectorKernelsTest extends KernelsContract {
    @Override
    Kernels kernels() {
        return new VectorKernels();
    }
}
