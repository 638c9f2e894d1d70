package dev.sinew.job.source;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.texture.BoneTexture;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.List;

/** The motion as a texture, too. */
public record TextureChoice(
        @Ask(
                label = "FILE",
                help =
                        "Write the bones of all frames of the first clip as a texture of half floats, too, and FILE.json that"
                                + " describes it: thousands of instances of one animation (docs/bone-texture.md).")
        Path boneTexture) {
    public List<Path> writes() {
        return boneTexture == null ? List.of() : List.of(boneTexture, BoneTexture.description(boneTexture));
    }

    /** As the tree has it; null where none was asked for. */
    public String described() {
        return boneTexture == null ? null : boneTexture.toString();
    }

    /** Refuses a place that cannot be written. */
    public void check(Work work) {
        writes().forEach(file -> AtomicFile.requireWritable(work.place(file)));
    }

    public void write(SkinnedModel model, Work work) {
        if (boneTexture != null) {
            work.writing(
                    "write",
                    "writing " + boneTexture,
                    () -> BoneTexture.write(model, model.clips().get(0), work.place(boneTexture)));
        }
    }
}
