package dev.sinew.retarget;

import java.util.List;
import java.util.Objects;

/**
 * How motion is put onto a model.
 *
 * @param match what the bones are matched by
 * @param referencePose the poses in which both skeletons are taken to do the same
 * @param rootMotion what becomes of travel over the ground
 * @param contacts whether feet that stand stay where they stand
 * @param loop whether the last frame becomes the first one
 * @param map matches that are given; they override others
 */
public record RetargetOptions(
        Match match,
        ReferencePose referencePose,
        RootMotion rootMotion,
        Contacts contacts,
        Loop loop,
        List<BoneMap.Entry> map) {
    /** What bones are matched by. */
    public enum Match {
        /** The first of the others that is possible, in the order mesh, skeleton in the same body, names, shape of the skeleton. */
        AUTO,
        /** The other file's mesh, which must be that of the model. */
        MESH,
        /** Where the bones are and how they are connected. */
        SKELETON,
        /** What the bones are called. */
        NAMES
    }

    /** Poses of both skeletons that correspond; limbs that point elsewhere are aligned. */
    public enum ReferencePose {
        /** The rest pose of the motion's skeleton if a body can stand like that, otherwise as {@link #TARGET}. */
        AUTO,
        /** The rest pose of the motion's skeleton. */
        SOURCE,
        /** The frame of the motion that is most like the model's rest pose. */
        TARGET
    }

    /** What becomes of travel over the ground. */
    public enum RootMotion {
        KEEP,
        IN_PLACE,
        /** Moved to the bone above the hips. */
        EXTRACT
    }

    /** Whether feet that stand in the motion are kept in place. */
    public enum Contacts {
        ON,
        OFF
    }

    /** Whether a clip is closed. */
    public enum Loop {
        OFF,
        /** The difference between last and first frame is spread over the clip. */
        CLOSE
    }

    public RetargetOptions {
        Objects.requireNonNull(match);
        Objects.requireNonNull(referencePose);
        Objects.requireNonNull(rootMotion);
        Objects.requireNonNull(contacts);
        Objects.requireNonNull(loop);
        map = List.copyOf(map);
    }

    public static RetargetOptions defaults() {
        return new RetargetOptions(Match.AUTO, ReferencePose.AUTO, RootMotion.KEEP, Contacts.ON, Loop.OFF, List.of());
    }

    public RetargetOptions withMatch(Match value) {
        return new RetargetOptions(value, referencePose, rootMotion, contacts, loop, map);
    }

    public RetargetOptions withReferencePose(ReferencePose value) {
        return new RetargetOptions(match, value, rootMotion, contacts, loop, map);
    }

    public RetargetOptions withRootMotion(RootMotion value) {
        return new RetargetOptions(match, referencePose, value, contacts, loop, map);
    }

    public RetargetOptions withContacts(Contacts value) {
        return new RetargetOptions(match, referencePose, rootMotion, value, loop, map);
    }

    public RetargetOptions withLoop(Loop value) {
        return new RetargetOptions(match, referencePose, rootMotion, contacts, value, map);
    }

    public RetargetOptions withMap(List<BoneMap.Entry> value) {
        return new RetargetOptions(match, referencePose, rootMotion, contacts, loop, value);
    }
}
