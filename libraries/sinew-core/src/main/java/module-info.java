/**
 * Meshes, models, solvers and the runtime; knows no file. Everything a caller needs is exported; how the solvers work
 * ({@code solve}, {@code linalg}) is not. A program that is
 * started with {@code --add-modules jdk.incubator.vector} is faster; the two classes that use it find it for themselves.
 */
module dev.sinew.core {
    exports dev.sinew.compress;
    exports dev.sinew.correct;
    exports dev.sinew.edit;
    exports dev.sinew.fit;
    exports dev.sinew.handles;
    exports dev.sinew.keys;
    exports dev.sinew.linearize;
    exports dev.sinew.math;
    exports dev.sinew.measure;
    exports dev.sinew.mesh;
    exports dev.sinew.model;
    exports dev.sinew.reduce;
    exports dev.sinew.rig;
    exports dev.sinew.run;
    exports dev.sinew.skin;
    exports dev.sinew.skin.operator;
    exports dev.sinew.skin.runtime;
}
