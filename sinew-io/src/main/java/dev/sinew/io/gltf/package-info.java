/**
 * Skinned models as glTF 2.0, on the JSON tree and the buffers themselves, so that what a file holds besides stays as it
 * is.
 *
 * <p>Writing: {@link dev.sinew.io.gltf.GltfWriter} puts together mesh, materials, skin, bone nodes and animations; what
 * each writes and why is said in its class. Reading: {@link dev.sinew.io.gltf.GltfPlayer} opens a file, gives the model
 * sampled at its frames, and plays it at any time in between with the file's own interpolation.
 */
package dev.sinew.io.gltf;
