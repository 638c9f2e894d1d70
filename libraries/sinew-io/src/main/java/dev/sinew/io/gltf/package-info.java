/**
 * Skinned models and sequences as glTF 2.0. Works on the JSON tree and the buffers, so that other content of a file is
 * preserved. {@link dev.sinew.io.gltf.GltfPlayer} opens a rigged file, provides the model sampled at its frames, and plays it
 * at any time with the file's interpolation. {@link dev.sinew.io.gltf.GltfSequence} reads a file as frames of a mesh.
 */
package dev.sinew.io.gltf;
