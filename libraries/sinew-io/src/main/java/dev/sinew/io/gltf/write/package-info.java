/**
 * Writes a model as glTF 2.0: {@link dev.sinew.io.gltf.write.GltfWriter} combines the writers of mesh, materials, skin, bone
 * nodes and animations.
 */
package dev.sinew.io.gltf.write;
