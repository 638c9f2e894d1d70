/** A small cloth simulation: position-based dynamics with compliance, wind on triangles, colliders. */
package dev.sinew.sample.cloth;
