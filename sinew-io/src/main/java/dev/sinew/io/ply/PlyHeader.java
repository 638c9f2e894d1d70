package dev.sinew.io.ply;

import java.util.List;

/**
 * What a PLY file says about itself.
 *
 * @param elements in the order of their data
 * @param bytes length of the header, where the data begins
 */
record PlyHeader(PlyFormat format, List<PlyElement> elements, long bytes) {}
