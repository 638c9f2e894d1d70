/** One reader or writer per format. How a format is read is not exported, but what the readers hand out is. */
module dev.sinew.io {
    requires transitive dev.sinew.core;
    requires ch.randelshofer.fastdoubleparser;
    requires transitive tools.jackson.databind;

    exports dev.sinew.io;
    exports dev.sinew.io.bvh;
    exports dev.sinew.io.file;
    exports dev.sinew.io.format;
    exports dev.sinew.io.gltf;
    exports dev.sinew.io.handles;
    exports dev.sinew.io.numpy;
    exports dev.sinew.io.parts;
    exports dev.sinew.io.texture;
    exports dev.sinew.io.weights;

    uses dev.sinew.io.format.Format;
}
