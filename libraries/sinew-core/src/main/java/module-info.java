/**
 * Meshes, models, solvers and the runtime; knows no file. Everything a caller needs is exported; how the solvers work
 * ({@code solve}, {@code linalg}) is not. A program that is
 * started with {@code --add-modules jdk.incubator.vector} is faster; the two classes that use it find it for themselves.
 */
@SuppressWarnings("module") // dev.sinew.jobs is built after this one
module dev.sinew.core {
    exports dev.sinew.compress;
    exports dev.sinew.correct;
    exports dev.sinew.edit;
    exports dev.sinew.fit;
    exports dev.sinew.handles;
    exports dev.sinew.linearize;
    exports dev.sinew.measure;
    exports dev.sinew.mesh;
    exports dev.sinew.model;
    exports dev.sinew.platform;
    exports dev.sinew.reduce;
    exports dev.sinew.rig;
    exports dev.sinew.run;
    exports dev.sinew.skin;
    exports dev.sinew.skin.operator;
    exports dev.sinew.skin.runtime;
    exports dev.sinew.keys to
            dev.sinew.io;
    exports dev.sinew.math to
            dev.sinew.io,
            dev.sinew.jobs;
    /** Jobs hand the machines that run a fit over a cluster on to the solver. */
    exports dev.sinew.solve.sequence to
            dev.sinew.jobs;
}
