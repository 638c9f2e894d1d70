package dev.sinew.linalg;

class SimpleKernelsTest extends KernelsContract {
    @Override
    Kernels kernels() {
        return new SimpleKernels();
    }
}
