/** A rigged file written again with blend bones, everything else as it was. */
package dev.sinew.io.gltf.blend;
