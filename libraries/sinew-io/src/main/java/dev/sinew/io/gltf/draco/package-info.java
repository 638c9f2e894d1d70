/** {@code KHR_draco_mesh_compression}: compressed meshes are decoded when a document is opened, so no other reader knows about them. */
package dev.sinew.io.gltf.draco;
