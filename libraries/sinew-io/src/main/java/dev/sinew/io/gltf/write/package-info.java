/**
 * A model as glTF 2.0: {@link dev.sinew.io.gltf.write.GltfWriter} puts together mesh, materials, skin, bone nodes and animations; what
 * each writes and why is said in its class.
 */
package dev.sinew.io.gltf.write;
