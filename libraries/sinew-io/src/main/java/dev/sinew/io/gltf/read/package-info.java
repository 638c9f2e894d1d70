/** Readers for the parts of a glTF file; {@link dev.sinew.io.gltf.read.RigFile} combines those of a rigged file. */
package dev.sinew.io.gltf.read;
