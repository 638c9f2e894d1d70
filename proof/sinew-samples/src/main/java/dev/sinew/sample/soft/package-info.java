/** A bouncing soft body: neo-Hookean tetrahedra on a lattice, and a smooth surface carried by it. */
package dev.sinew.sample.soft;
