package dev.sinew.io.ply;

import java.util.List;

/**
 * What a PLY file says about itself.
 *
 * @param elements in the order of their data
 * @param bytes length of the header, where the data begins
 * @param lines of the header
 */
record PlyHeader(PlyFormat format, List<PlyElement> elements, long bytes, int lines) {}
