/** Readers and writers, one per format. The types that readers return are exported, the readers are not. */
module dev.sinew.io {
    requires transitive dev.sinew.core;
    requires ch.randelshofer.fastdoubleparser;
    requires transitive tools.jackson.databind;

    exports dev.sinew.io;
    exports dev.sinew.io.bvh;
    exports dev.sinew.io.child;
    exports dev.sinew.io.file;
    exports dev.sinew.io.format;
    exports dev.sinew.io.gltf;
    exports dev.sinew.io.gltf.draco;
    exports dev.sinew.io.handles;
    exports dev.sinew.io.numpy;
    exports dev.sinew.io.parts;
    exports dev.sinew.io.texture;
    exports dev.sinew.io.weights;

    uses dev.sinew.io.format.Format;
    uses dev.sinew.io.gltf.draco.DracoDecoder.Provider;
}
