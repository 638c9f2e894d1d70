/** Skinning weights in separate files: libigl's DMAT, and CSV. */
package dev.sinew.io.weights;
