package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.Models;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.VertexOrder;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.Optional;

/** Whether vertices are reordered. */
public record ReorderChoice(
        @OptionInfo(
                group = OptionGroup.OUTPUT,
                help = "With {compressFile}: reorder vertices for the smallest file.",
                details = "The file can then no longer be compared with the input vertex by vertex.")
        Boolean reorder) {
    /** The order of vertices in the file. */
    public record Written(Optional<VertexOrder> order) {
        public SkinnedModel apply(SkinnedModel model) {
            return order.map(other -> other.apply(model)).orElse(model);
        }

        public ModelDocument apply(ModelDocument document) {
            return order.map(other -> other.apply(document)).orElse(document);
        }

        /** The model in its original order. */
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

    /** Rejects outputs for which it has no effect. */
    public void check(Path output, StorageChoice storage) {
        if (isAsked() && !(Boolean.TRUE.equals(storage.compressFile()) && Inputs.namesModel(output))) {
            throw new InvalidRequestException(
                    field("reorder") + " needs " + field("compressFile") + " and a .glb or .gltf");
        }
    }
}
