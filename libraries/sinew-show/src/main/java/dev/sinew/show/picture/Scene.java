package dev.sinew.show.picture;

import java.util.List;
import java.util.Objects;

/**
 * What a picture shows: panels side by side, seen by one camera.
 *
 * @param title one line, may be empty
 * @param framing what the camera keeps in view, the same for every frame of a sequence
 */
public record Scene(String title, List<Panel> panels, Framing framing) {
    public Scene {
        Objects.requireNonNull(title);
        Objects.requireNonNull(framing);
        panels = List.copyOf(panels);
        if (panels.isEmpty()) {
            throw new IllegalArgumentException("a scene needs at least one panel");
        }
    }
}
