package dev.sinew.io.picture;

/**
 * A bone in its pose: a slim octahedron from its joint to its tip, or a little diamond where the two are one.
 *
 * @param joint x, y, z
 * @param tip x, y, z
 * @param colour linear RGB
 */
public record BoneShape(double[] joint, double[] tip, float[] colour) {}
