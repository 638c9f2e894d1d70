/**
 * Meshes, models, solvers and the runtime; no file formats. The API for callers is exported; solver internals ({@code solve}, {@code
 * linalg}) are not. Programs started with {@code --add-modules jdk.incubator.vector} run faster; the two classes that use the Vector API
 * detect it at run time.
 */
@SuppressWarnings("module") // dev.sinew.jobs is built after this one
module dev.sinew.core {
    exports dev.sinew.compress;
    exports dev.sinew.correct;
    exports dev.sinew.drive;
    exports dev.sinew.edit;
    exports dev.sinew.fit;
    exports dev.sinew.handles;
    exports dev.sinew.linearize;
    exports dev.sinew.measure;
    exports dev.sinew.mesh;
    exports dev.sinew.model;
    exports dev.sinew.platform;
    exports dev.sinew.reduce;
    exports dev.sinew.retarget;
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
    /** Jobs pass the machines of a cluster to the solver. */
    exports dev.sinew.solve.sequence to
            dev.sinew.jobs;
    exports dev.sinew.symmetry to
            dev.sinew.jobs;
}
