package dev.sinew.handles;

import java.util.Objects;
import java.util.Optional;

/**
 * What weights are asked for.
 *
 * @param domain where the weights are smooth
 * @param resolution cubes along the longest side of the volume's grid, 8 to {@link #MAX_RESOLUTION}; where it is absent, as many as
 *     give about {@link #USUAL_NODES} nodes
 * @param threads at least 1; results do not depend on it
 */
public record WeightsOptions(DomainChoice domain, Optional<Integer> resolution, int threads) {
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

    public WeightsOptions {
        Objects.requireNonNull(domain);
        Objects.requireNonNull(resolution);
        if (resolution.isPresent() && (resolution.get() < 8 || resolution.get() > MAX_RESOLUTION)) {
            throw new IllegalArgumentException(
                    "resolution " + resolution.get() + " must be from 8 to " + MAX_RESOLUTION);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads " + threads + " must be at least 1");
        }
    }

    public static WeightsOptions defaults() {
        return new WeightsOptions(
                DomainChoice.AUTO, Optional.empty(), Runtime.getRuntime().availableProcessors());
    }

    public WeightsOptions withDomain(DomainChoice newDomain) {
        return new WeightsOptions(newDomain, resolution, threads);
    }

    public WeightsOptions withResolution(int newResolution) {
        return new WeightsOptions(domain, Optional.of(newResolution), threads);
    }

    public WeightsOptions withThreads(int newThreads) {
        return new WeightsOptions(domain, resolution, newThreads);
    }
}
