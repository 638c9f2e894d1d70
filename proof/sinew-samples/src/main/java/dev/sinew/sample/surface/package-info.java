/** Surfaces of any resolution: grids, implicit shapes, and the meshes made from them. */
package dev.sinew.sample.surface;
