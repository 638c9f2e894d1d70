package dev.sinew.io.alembic;

import dev.sinew.io.alembic.AlembicObject.CompoundProperty;
import dev.sinew.io.alembic.TimeSampling.SampleTimes;
import dev.sinew.math.Affine3;
import java.util.Optional;

/**
 * The transform of an object, which applies to everything below it: a list of operations whose numbers may change over time.
 */
final class Xform {
    private static final int SCALE = 0;
    private static final int TRANSLATE = 1;
    private static final int ROTATE = 2;
    private static final int MATRIX = 3;
    private static final int ROTATE_X = 4;
    private static final int ROTATE_Z = 6;
    /** Numbers that each operation takes. */
    private static final int[] CHANNELS = {3, 3, 4, 16, 1, 1, 1};

    private final OgawaFile file;
    private final String path;
    /** Operation codes, outermost first. */
    private final int[] operations;

    private final Optional<SampledProperty> values;
    private final Optional<SampledProperty> inherits;

    private Xform(OgawaFile file, String path, CompoundProperty properties) {
        this.file = file;
        this.path = path;
        this.values = properties.sampled(".vals");
        this.inherits = properties.sampled(".inherits");
        int[] codes = properties.sampled(".ops").map(ops -> ops.ints(0)).orElse(new int[0]);
        operations = new int[values.isPresent() ? codes.length : 0];
        for (int k = 0; k < operations.length; k++) {
            operations[k] = codes[k] >> 4 & 0xf;
            if (operations[k] >= CHANNELS.length) {
                throw file.bad(path + " has the unknown transform operation " + operations[k] + "; the last known is "
                        + (CHANNELS.length - 1));
            }
        }
    }

    /** The object's transform, if it has one. */
    static Optional<Xform> of(AlembicArchive archive, AlembicObject object) {
        return object.properties()
                .compound(".xform")
                .map(properties -> new Xform(archive.file(), object.path(), properties));
    }

    /** Adds the times at which its numbers are sampled. */
    void addTimes(SampleTimes times) {
        values.filter(v -> operations.length > 0).ifPresent(times::add);
        inherits.ifPresent(times::add);
    }

    /** Whether the transforms above apply as well. */
    boolean inherits(double seconds) {
        return inherits.map(p -> {
                    int sample = (int) p.sampling().samplePosition(seconds, p.samples());
                    int[] flag = p.ints(sample);
                    return flag.length == 0 || flag[0] != 0;
                })
                .orElse(true);
    }

    /** Whether it never changes. */
    boolean isConstant() {
        return inherits.map(p -> p.samples() < 2).orElse(true)
                && values.map(p -> p.samples() < 2).orElse(true);
    }

    /** 3×4 matrix at a time; numbers are interpolated linearly between samples. */
    double[] matrix(double seconds) {
        double[] product = new double[Affine3.STRIDE];
        Affine3.identity(product, 0);
        if (operations.length == 0) {
            return product;
        }
        double[] channels = channels(seconds);
        double[] next = new double[Affine3.STRIDE];
        double[] operation = new double[Affine3.STRIDE];
        int at = 0;
        for (int kind : operations) {
            if (at + CHANNELS[kind] > channels.length) {
                throw file.bad(path + " has " + channels.length
                        + " transform numbers, but its operations need more than " + at);
            }
            fill(operation, kind, channels, at);
            Affine3.multiply(product, 0, operation, 0, next, 0);
            System.arraycopy(next, 0, product, 0, next.length);
            at += CHANNELS[kind];
        }
        return product;
    }

    private double[] channels(double seconds) {
        SampledProperty property = values.orElseThrow();
        double position = property.sampling().samplePosition(seconds, property.samples());
        double[] below = property.doubles((int) position);
        double part = position - Math.floor(position);
        if (part > 0) {
            double[] above = property.doubles((int) position + 1);
            for (int k = 0; k < Math.min(below.length, above.length); k++) {
                below[k] += part * (above[k] - below[k]);
            }
        }
        return below;
    }

    private static void fill(double[] m, int kind, double[] v, int at) {
        Affine3.identity(m, 0);
        switch (kind) {
            case SCALE -> {
                m[0] = v[at];
                m[5] = v[at + 1];
                m[10] = v[at + 2];
            }
            case TRANSLATE -> {
                m[3] = v[at];
                m[7] = v[at + 1];
                m[11] = v[at + 2];
            }
            case ROTATE -> rotation(m, v[at], v[at + 1], v[at + 2], v[at + 3]);
            case MATRIX -> {
                // The file's matrices multiply row vectors: row c here is column c there.
                for (int r = 0; r < 3; r++) {
                    for (int c = 0; c < 4; c++) {
                        m[4 * r + c] = v[at + 4 * c + r];
                    }
                }
            }
            default ->
                rotation(m, kind == ROTATE_X ? 1 : 0, kind == ROTATE_X + 1 ? 1 : 0, kind == ROTATE_Z ? 1 : 0, v[at]);
        }
    }

    /** Rodrigues' formula: R = cos·I + sin·[a]× + (1 − cos)·a·aᵀ; a zero axis means no rotation. */
    private static void rotation(double[] m, double axisX, double axisY, double axisZ, double degrees) {
        double length = Math.sqrt(axisX * axisX + axisY * axisY + axisZ * axisZ);
        if (!(length > 0)) {
            return;
        }
        double x = axisX / length;
        double y = axisY / length;
        double z = axisZ / length;
        double sin = Math.sin(Math.toRadians(degrees));
        double cos = Math.cos(Math.toRadians(degrees));
        m[0] = cos + (1 - cos) * x * x;
        m[1] = (1 - cos) * x * y - sin * z;
        m[2] = (1 - cos) * x * z + sin * y;
        m[4] = (1 - cos) * x * y + sin * z;
        m[5] = cos + (1 - cos) * y * y;
        m[6] = (1 - cos) * y * z - sin * x;
        m[8] = (1 - cos) * x * z - sin * y;
        m[9] = (1 - cos) * y * z + sin * x;
        m[10] = cos + (1 - cos) * z * z;
    }
}
