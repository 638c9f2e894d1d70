package dev.sinew.show.picture;

import java.util.Objects;

/**
 * What the colours mean.
 *
 * @param label the quantity with its unit
 * @param from value of the map's first colour
 * @param to value of the map's last colour
 */
public record Legend(String label, ColourMap map, double from, double to) {
    public Legend {
        Objects.requireNonNull(label);
        Objects.requireNonNull(map);
    }
}
