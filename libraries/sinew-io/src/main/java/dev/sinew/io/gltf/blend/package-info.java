/** Writes a rigged file again with blend bones and leaves everything else unchanged. */
package dev.sinew.io.gltf.blend;
