package dev.sinew.retarget;

import dev.sinew.model.Clip;
import java.util.List;

/**
 * Motion that was put onto a model.
 *
 * @param clips for the model's bones, in the order of the motion's clips
 * @param match what the bones were matched by: never {@link RetargetOptions.Match#AUTO}
 * @param contacts when feet stand, per clip
 * @param notes what a reader should know, such as limbs without a match
 */
public record RetargetResult(
        List<Clip> clips, RetargetOptions.Match match, BoneMap map, List<List<Contact>> contacts, List<String> notes) {
    /**
     * A foot that stands.
     *
     * @param foot {@code left} or {@code right}
     * @param from first frame
     * @param to last frame
     */
    public record Contact(String foot, int from, int to) {}

    public RetargetResult {
        clips = List.copyOf(clips);
        contacts = List.copyOf(contacts);
        notes = List.copyOf(notes);
    }
}
