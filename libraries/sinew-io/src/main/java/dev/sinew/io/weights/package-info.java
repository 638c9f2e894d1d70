/** Skinning weights in files of their own: libigl's DMAT, and CSV. */
package dev.sinew.io.weights;
