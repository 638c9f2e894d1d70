package dev.sinew.io.gltf.quantize;

import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.BinaryBuilder.Target;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.meshopt.Filters;
import dev.sinew.keys.Property;
import dev.sinew.keys.Track;
import java.nio.ByteBuffer;
import java.util.Arrays;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Vertex attributes with 8 and 16 bits, as defined by KHR_mesh_quantization. */
public final class QuantizedAttributes {
    private static final int BYTE = 127;
    private static final int UNSIGNED_BYTE = 255;
    private static final int SHORT = 32767;
    private static final int UNSIGNED_SHORT = 65535;
    /** Validators require unit normals within the rounding error of bytes. */
    private static final double UNIT = 0.0067;

    /** Tracks share a vertex's tolerance. Rounding errors are random and rarely add up, so each track may use all of it. */
    private static final double ROUNDING_FACTOR = 4;

    private final BinaryBuilder binary;

    public QuantizedAttributes(BinaryBuilder binary) {
        this.binary = binary;
    }

    /** Positions as grid coordinates. */
    public int positions(float[] xyz, PositionGrid grid) {
        int count = xyz.length / 3;
        ByteBuffer data = BinaryBuilder.littleEndian(8L * count);
        int[] low = {UNSIGNED_SHORT, UNSIGNED_SHORT, UNSIGNED_SHORT};
        int[] high = new int[3];
        for (int i = 0; i < count; i++) {
            for (int x = 0; x < 3; x++) {
                int cell = grid.cell(xyz[3 * i + x], x);
                low[x] = Math.min(low[x], cell);
                high[x] = Math.max(high[x], cell);
                data.putShort((short) cell);
            }
            data.putShort((short) 0);
        }
        ObjectNode accessor = attribute(data, 8, ComponentType.UNSIGNED_SHORT, count, "VEC3");
        ArrayNode min = accessor.putArray("min");
        ArrayNode max = accessor.putArray("max");
        for (int x = 0; x < 3; x++) {
            min.add(low[x]);
            max.add(high[x]);
        }
        return binary.lastAccessor();
    }

    /** Unit normals, rounded to the one of eight neighbouring grid points with the smallest angular error. */
    public int normals(float[] normals) {
        int count = normals.length / 3;
        if (binary.isPacked()) {
            int view = binary.filtered(Filters.octahedral(normals), 4, "OCTAHEDRAL", Target.VERTICES);
            binary.accessor(view, 0, ComponentType.BYTE, count, "VEC3").put("normalized", true);
            return binary.lastAccessor();
        }
        ByteBuffer data = BinaryBuilder.littleEndian(4L * count);
        int[] best = new int[3];
        for (int i = 0; i < count; i++) {
            nearest(normals[3 * i], normals[3 * i + 1], normals[3 * i + 2], best);
            for (int b : best) {
                data.put((byte) b);
            }
            data.put((byte) 0);
        }
        attribute(data, 4, ComponentType.BYTE, count, "VEC3");
        return binary.lastAccessor();
    }

    static void nearest(double nx, double ny, double nz, int[] best) {
        double most = -2;
        for (int corner = 0; corner < 8; corner++) {
            double x = Math.floor(nx * BYTE) + (corner & 1);
            double y = Math.floor(ny * BYTE) + (corner >> 1 & 1);
            double z = Math.floor(nz * BYTE) + (corner >> 2);
            double length = Math.sqrt(x * x + y * y + z * z);
            double cosine = (nx * x + ny * y + nz * z) / length;
            boolean allowed = Math.max(Math.abs(x), Math.max(Math.abs(y), Math.abs(z))) <= BYTE
                    && Math.abs(length / BYTE - 1) < UNIT;
            if (allowed && cosine > most) {
                most = cosine;
                set(best, (int) x, (int) y, (int) z);
            }
        }
        if (most < -1) {
            set(best, (int) Math.rint(nx * BYTE), (int) Math.rint(ny * BYTE), (int) Math.rint(nz * BYTE));
        }
    }

    private static void set(int[] best, int x, int y, int z) {
        best[0] = x;
        best[1] = y;
        best[2] = z;
    }

    /** Texture coordinates; floats if some are outside the image. */
    public int uvs(float[] uvs) {
        for (float x : uvs) {
            if (!(x >= 0 && x <= 1)) {
                return binary.vertexFloats(uvs, 2);
            }
        }
        ByteBuffer data = BinaryBuilder.littleEndian(2L * uvs.length);
        for (float x : uvs) {
            data.putShort((short) Math.round(x * UNSIGNED_SHORT));
        }
        attribute(data, 4, ComponentType.UNSIGNED_SHORT, uvs.length / 2, "VEC2");
        return binary.lastAccessor();
    }

    /** Colours from 0 to 1. */
    public int colours(float[] rgb) {
        ByteBuffer data = BinaryBuilder.littleEndian(4L * rgb.length / 3);
        for (int k = 0; k < rgb.length; k++) {
            data.put((byte) Math.round(rgb[k] * UNSIGNED_BYTE));
            if (k % 3 == 2) {
                data.put((byte) UNSIGNED_BYTE);
            }
        }
        attribute(data, 4, ComponentType.UNSIGNED_BYTE, rgb.length / 3, "VEC3");
        return binary.lastAccessor();
    }

    /** Weights that are multiples of 1/255. */
    public int weights(float[] weights) {
        ByteBuffer data = BinaryBuilder.littleEndian(weights.length);
        for (float w : weights) {
            data.put((byte) Math.round(w * UNSIGNED_BYTE));
        }
        attribute(data, 4, ComponentType.UNSIGNED_BYTE, weights.length / 4, "VEC4");
        return binary.lastAccessor();
    }

    private ObjectNode attribute(ByteBuffer data, int stride, ComponentType type, int count, String width) {
        int view = binary.strided(data.array(), stride, Target.VERTICES);
        return binary.accessor(view, 0, type, count, width).put("normalized", true);
    }

    /** A track as stored and played: rotations with 16 bits per number, else floats. */
    public static Track stored(Track track) {
        boolean orientations = track.property() == Property.ROTATION;
        return track.withValues(Arrays.stream(track.values())
                .map(x -> orientations ? Math.rint(x * SHORT) / SHORT : (float) x)
                .toArray());
    }

    /**
     * Bits per number of a rotation stored without its largest component, such that half a step stays within the track's
     * tolerance.
     */
    public static int rotationBits(Track track) {
        // Half a step in each of three numbers, which are stored times √2, rotates by √3/√2 of a step.
        int bits =
                1 + (int) Math.ceil(Math.log(1.3 / Math.max(ROUNDING_FACTOR * track.tolerance(), 1e-9)) / Math.log(2));
        return Math.max(10, Math.min(16, bits));
    }

    /** The rounding step for the numbers of a track. */
    public static double step(Track track) {
        return ROUNDING_FACTOR * track.tolerance();
    }

    /** @param quaternions each number from −1 to 1 */
    public static byte[] shorts(double[] quaternions) {
        ByteBuffer data = BinaryBuilder.littleEndian(2L * quaternions.length);
        for (double x : quaternions) {
            data.putShort((short) Math.rint(x * SHORT));
        }
        return data.array();
    }
}
