package dev.sinew.handles;

import dev.sinew.platform.Machine;
import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import java.util.Objects;
import java.util.Optional;

/**
 * What weights are asked for.
 *
 * @param domain where the weights are smooth
 * @param resolution cubes along the longest side of the volume's grid, 8 to {@link #MAX_RESOLUTION}; where it is absent, as many as
 *     give about {@link #USUAL_NODES} nodes
 * @param bounds how biharmonic weights are kept between 0 and 1
 * @param method what weights are
 * @param threads at least 1; results do not depend on it
 */
public record WeightsOptions(
        DomainChoice domain, Optional<Integer> resolution, Bounds bounds, Method method, int threads) {
    public static final int MAX_RESOLUTION = 120;

    /** Nodes of the volume's grid where nothing else is asked for. */
    public static final int USUAL_NODES = 15_000;

    /** Where weights are smooth. */
    public enum DomainChoice {
        /** The volume where the mesh is closed or nearly so, else the surface. */
        AUTO,
        SURFACE,
        VOLUME
    }

    /** What weights are. */
    public enum Method {
        /** The smoothest within their bounds (Jacobson et al. 2011). */
        BIHARMONIC,
        /**
         * What heat settles at under the conductivity that makes it smoothest (Wang and Solomon 2021): within 0 and 1 and summing to one by
         * nature. On the surface only.
         */
        QUASI_HARMONIC
    }

    /** How weights are kept between 0 and 1. */
    public enum Bounds {
        /** Among all weights within the bounds, the smoothest: they stay near their handle, and take a while. */
        SOLVED,
        /**
         * The smoothest weights without bounds, cut off at 0 and 1: one factorisation for all handles. They reach farther: what swings beyond
         * 1 far from its handle stays there at 1.
         */
        CLIPPED
    }

    public WeightsOptions {
        Objects.requireNonNull(domain);
        Objects.requireNonNull(bounds);
        Objects.requireNonNull(method);
        if (method == Method.QUASI_HARMONIC && domain == DomainChoice.VOLUME) {
            throw new IllegalArgumentException("quasi-harmonic weights are for the surface");
        }
        Objects.requireNonNull(resolution);
        resolution.ifPresent(cubes -> Limits.requireWithin("resolution", cubes, 8, MAX_RESOLUTION));
        Effort.requireThreads(threads);
    }

    public static WeightsOptions defaults() {
        return new WeightsOptions(
                DomainChoice.AUTO, Optional.empty(), Bounds.SOLVED, Method.BIHARMONIC, Machine.processors());
    }

    public WeightsOptions withDomain(DomainChoice newDomain) {
        return new WeightsOptions(newDomain, resolution, bounds, method, threads);
    }

    public WeightsOptions withResolution(int newResolution) {
        return new WeightsOptions(domain, Optional.of(newResolution), bounds, method, threads);
    }

    public WeightsOptions withThreads(int newThreads) {
        return new WeightsOptions(domain, resolution, bounds, method, newThreads);
    }

    public WeightsOptions withBounds(Bounds newBounds) {
        return new WeightsOptions(domain, resolution, newBounds, method, threads);
    }

    public WeightsOptions withMethod(Method newMethod) {
        return new WeightsOptions(domain, resolution, bounds, newMethod, threads);
    }
}
