package dev.sinew.show.view;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A number or text on the page.
 *
 * @param value a {@link Number} or a {@link String}
 * @param unit follows the value, may be empty
 * @param hint explanation, may be empty
 * @param place where to see it
 */
public record Fact(String label, Object value, String unit, String hint, Optional<Place> place) {
    /**
     * A vertex in a frame.
     *
     * @param shows the colouring that makes it visible: error or angle
     */
    public record Place(int vertex, int frame, String shows) {}

    /** Facts under one heading. */
    public record Group(String title, List<Fact> facts) {
        public Group {
            Objects.requireNonNull(title);
            facts = List.copyOf(facts);
        }
    }

    public Fact {
        Objects.requireNonNull(label);
        Objects.requireNonNull(unit);
        Objects.requireNonNull(hint);
        Objects.requireNonNull(place);
        if (!(value instanceof Number || value instanceof String)) {
            throw new IllegalArgumentException("fact '" + label + "' must be a number or a string");
        }
    }

    public static Fact of(String label, Object value) {
        return new Fact(label, value, "", "", Optional.empty());
    }

    public Fact in(String newUnit) {
        return new Fact(label, value, newUnit, hint, place);
    }

    public Fact meaning(String newHint) {
        return new Fact(label, value, unit, newHint, place);
    }

    public Fact at(int vertex, int frame) {
        return new Fact(label, value, unit, hint, Optional.of(new Place(vertex, frame, "error")));
    }

    /** @param colouring the viewer's colouring at the place */
    public Fact showing(String colouring) {
        return new Fact(label, value, unit, hint, place.map(at -> new Place(at.vertex(), at.frame(), colouring)));
    }
}
