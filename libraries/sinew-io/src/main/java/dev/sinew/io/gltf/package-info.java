/**
 * Skinned models and sequences as glTF 2.0, on the JSON tree and the buffers themselves, so that what a file holds besides
 * stays as it is: {@link dev.sinew.io.gltf.GltfPlayer} opens a rigged file, gives the model sampled at its frames, and plays
 * it at any time in between with the file's own interpolation; {@link dev.sinew.io.gltf.GltfSequence} is a file as frames
 * of a mesh.
 */
package dev.sinew.io.gltf;
