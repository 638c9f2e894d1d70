package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.Models;
import dev.sinew.io.parts.VertexOrder;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.Optional;

/** Whether vertices keep their order. */
public record ReorderChoice(
        @Ask(
                help =
                        "With {compressFile}: put the vertices into the order in which triangles use them, which packs best; the file"
                                + " can then no longer be compared with the input vertex by vertex.")
        Boolean reorder) {
    /** The order a file is written in. */
    public record Written(Optional<VertexOrder> order) {
        public SkinnedModel apply(SkinnedModel model) {
            return order.map(other -> other.apply(model)).orElse(model);
        }

        /** What was read back, in the order it had. */
        public SkinnedModel undo(SkinnedModel model) {
            return order.map(other -> other.inverse().apply(model)).orElse(model);
        }
    }

    public static final ReorderChoice KEPT = new ReorderChoice(null);

    public boolean isAsked() {
        return Boolean.TRUE.equals(reorder);
    }

    public Written of(SkinnedModel model) {
        return new Written(isAsked() ? Optional.of(Models.packedOrder(model.rest())) : Optional.empty());
    }

    /** Refuses what it does nothing for. */
    public void check(Path output, StorageChoice storage) {
        if (isAsked() && !(Boolean.TRUE.equals(storage.compressFile()) && Inputs.namesModel(output))) {
            throw new WrongRequestException(field("reorder") + " is for a .glb or .gltf with " + field("compressFile"));
        }
    }
}
