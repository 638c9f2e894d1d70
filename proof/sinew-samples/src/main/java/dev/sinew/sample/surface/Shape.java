package dev.sinew.sample.surface;

/** A solid given by a field: negative inside, positive outside, close to the distance near its surface. */
public interface Shape {
    double value(double x, double y, double z);

    /**
     * The value, and where the field rises.
     *
     * @param gradient 3, modified
     */
    double gradient(double x, double y, double z, double[] gradient);
}
