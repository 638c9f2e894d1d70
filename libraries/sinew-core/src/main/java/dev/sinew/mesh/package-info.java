/** Polygon meshes and sequences of them: topology once, positions a frame. Knows nothing of bones. */
package dev.sinew.mesh;
