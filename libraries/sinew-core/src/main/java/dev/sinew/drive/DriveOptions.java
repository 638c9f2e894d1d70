package dev.sinew.drive;

import dev.sinew.model.Drivers.Kind;
import dev.sinew.platform.Machine;
import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import java.util.Objects;

/**
 * Options for learning drivers.
 *
 * @param kind what drivers may depend on; less is used where that is better in motion that was left out
 * @param form what function drivers may be
 * @param ridge λ, strength of the ridge in units of the frames, on inputs of variance 1, above 0 and at most 100 (default: 0.1, chosen by
 *     leaving motions out); a weaker one is used where that is much better in motion that was left out
 * @param threads at least 1; results do not depend on it
 */
public record DriveOptions(Kind kind, Form form, double ridge, int threads) {
    /** Chosen on eight simulated motions of a garment, each left out in turn; values from 0.03 to 0.3 differ by less than their spread. */
    public static final double DEFAULT_RIDGE = 0.1;

    private static final double MAX_RIDGE = 100;

    /** The function from inputs to outputs. */
    public enum Form {
        /** The one of the others with the smaller error in motion that was left out. */
        AUTO,
        LINEAR,
        /** Linear plus radial basis functions. */
        RBF
    }

    public DriveOptions {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(form);
        Limits.requireWithin("ridge", ridge, Double.MIN_NORMAL, MAX_RIDGE);
        Effort.requireThreads(threads);
    }

    /** All inputs, the better function, all processors. */
    public static DriveOptions defaults() {
        return new DriveOptions(Kind.MOTION, Form.AUTO, DEFAULT_RIDGE, Machine.processors());
    }

    public DriveOptions withKind(Kind newKind) {
        return new DriveOptions(newKind, form, ridge, threads);
    }

    public DriveOptions withForm(Form newForm) {
        return new DriveOptions(kind, newForm, ridge, threads);
    }

    public DriveOptions withRidge(double newRidge) {
        return new DriveOptions(kind, form, newRidge, threads);
    }

    public DriveOptions withThreads(int newThreads) {
        return new DriveOptions(kind, form, ridge, newThreads);
    }
}
