package dev.sinew.show.view;

import dev.sinew.io.handles.Targets;
import dev.sinew.model.HandleSet;
import dev.sinew.model.PosingSystem;
import java.util.List;
import java.util.Objects;

/**
 * Handles that can be dragged on the page; the first model follows.
 *
 * @param boneOf the first model's bone of each handle
 * @param system what the page solves
 * @param targets where handles are at first; without any the page starts from the rest pose
 */
public record DragHandles(HandleSet handles, int[] boneOf, PosingSystem system, List<Targets.Target> targets) {
    public DragHandles {
        Objects.requireNonNull(handles);
        targets = List.copyOf(targets);
        if (boneOf.length != handles.count() || system.handleCount() != handles.count()) {
            throw new IllegalArgumentException(handles.count() + " handles with " + boneOf.length
                    + " bones and a system of " + system.handleCount());
        }
    }
}
