package dev.sinew.handles;

import dev.sinew.platform.Machine;
import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import java.util.Objects;
import java.util.Optional;

/**
 * Options of weights.
 *
 * @param domain where the weights are smooth
 * @param resolution cubes along the longest side of the volume's grid, 8 to {@link #MAX_RESOLUTION}; if empty, chosen for about {@link
 *     #DEFAULT_NODES} nodes
 * @param bounds how biharmonic weights are kept between 0 and 1
 * @param method type of weights
 * @param threads at least 1; results do not depend on it
 */
public record WeightsOptions(
        DomainChoice domain, Optional<Integer> resolution, Bounds bounds, Method method, int threads) {
    public static final int MAX_RESOLUTION = 120;

    /** Default number of nodes of the volume's grid. */
    public static final int DEFAULT_NODES = 15_000;

    /** Where weights are smooth. */
    public enum DomainChoice {
        /** The volume if the mesh is closed or almost closed, else the surface. */
        AUTO,
        SURFACE,
        VOLUME
    }

    /** Type of weights. */
    public enum Method {
        /** The smoothest weights within the bounds (Jacobson et al. 2011). */
        BIHARMONIC,
        /**
         * The steady state of heat with the conductivity that makes it smoothest (Wang and Solomon 2021). Always between 0 and 1 with a sum
         * of one. Surface only.
         */
        QUASI_HARMONIC
    }

    /** How weights are kept between 0 and 1. */
    public enum Bounds {
        /** The smoothest of all weights within the bounds: they stay near their handles. Slower. */
        SOLVED,
        /**
         * The smoothest weights without bounds, clamped to 0–1: one factorisation for all handles. They reach farther: oscillations above 1
         * far from a handle stay at 1.
         */
        CLIPPED
    }

    public WeightsOptions {
        Objects.requireNonNull(domain);
        Objects.requireNonNull(bounds);
        Objects.requireNonNull(method);
        if (method == Method.QUASI_HARMONIC && domain == DomainChoice.VOLUME) {
            throw new IllegalArgumentException("quasi-harmonic weights need the surface domain");
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
