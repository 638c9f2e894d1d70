package dev.sinew.show.view;

import java.util.Objects;

/**
 * A clip of a page whose frames are those of several, one after another.
 *
 * @param frames how many of them are its own
 */
public record ShownClip(String name, int frames) {
    public ShownClip {
        Objects.requireNonNull(name);
        if (frames < 1) {
            throw new IllegalArgumentException("clip '" + name + "' has " + frames + " frames, at least 1 is needed");
        }
    }
}
