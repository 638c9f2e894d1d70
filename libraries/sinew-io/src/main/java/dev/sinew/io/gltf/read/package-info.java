/** The parts of a glTF file, each read by a class of its own; {@link dev.sinew.io.gltf.read.RigFile} has those of a rigged one together. */
package dev.sinew.io.gltf.read;
