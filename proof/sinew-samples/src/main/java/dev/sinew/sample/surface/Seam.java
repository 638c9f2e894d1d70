package dev.sinew.sample.surface;

/** How a grid's first and last column meet. */
public enum Seam {
    OPEN,
    /** The last column's neighbour is the first. */
    CLOSED
}
