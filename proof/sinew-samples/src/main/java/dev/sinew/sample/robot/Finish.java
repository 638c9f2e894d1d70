package dev.sinew.sample.robot;

import dev.sinew.mesh.Material;
import java.util.List;
import java.util.Optional;

/** What the robot is painted with. */
final class Finish {
    static final int WHITE = 0;
    static final int ORANGE = 1;
    static final int GRAPHITE = 2;
    static final int VISOR = 3;
    static final int CYAN = 4;

    private Finish() {}

    static List<Material> materials() {
        return List.of(
                material("white enamel", 0.78f, 0.78f, 0.76f, 0.35f, 0f),
                material("orange enamel", 0.83f, 0.19f, 0.018f, 0.35f, 0f),
                material("graphite", 0.055f, 0.060f, 0.068f, 0.5f, 0.6f),
                material("visor", 0.008f, 0.010f, 0.014f, 0.12f, 0f),
                material("cyan light", 0.10f, 0.80f, 0.86f, 0.3f, 0f));
    }

    private static Material material(String name, float r, float g, float b, float roughness, float metallic) {
        return new Material(name, r, g, b, 1f, roughness, metallic, Optional.empty());
    }
}
