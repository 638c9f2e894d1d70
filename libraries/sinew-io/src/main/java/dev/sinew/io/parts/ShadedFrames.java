package dev.sinew.io.parts;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Frames with their own normals.
 *
 * @param positions 3N per frame
 * @param shades the normals of a frame
 */
public record ShadedFrames(float[][] positions, IntFunction<CornerAttribute> shades) implements FrameSource {
    @Override
    public int frameCount() {
        return positions.length;
    }

    @Override
    public float[] frame(int f) {
        return positions[f];
    }

    @Override
    public Optional<CornerAttribute> normals(int f) {
        return Optional.of(shades.apply(f));
    }
}
