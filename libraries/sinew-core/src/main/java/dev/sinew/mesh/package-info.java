/** Polygon meshes and sequences: one topology, positions per frame. Independent of bones. */
package dev.sinew.mesh;
