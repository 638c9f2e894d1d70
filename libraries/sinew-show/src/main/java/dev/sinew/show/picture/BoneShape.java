package dev.sinew.show.picture;

/**
 * A bone in its pose: a slim octahedron from its joint to its tip, or a little diamond where the two are one.
 *
 * @param joint x, y, z
 * @param tip x, y, z
 * @param colour linear RGB
 * @param mark what is drawn at its joint
 */
public record BoneShape(double[] joint, double[] tip, float[] colour, Mark mark) {
    /** What is drawn at a joint. */
    public enum Mark {
        /** Nothing: the bone hangs on no other. */
        NONE,
        /** A ball. */
        JOINT,
        /** A larger ball with a ring: what carries all others. */
        ROOT
    }
}
