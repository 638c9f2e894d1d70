package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.parts.Storage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Keys of one kind, one after the other, to become a view. */
final class KeyPool {
    private static final int NONE = -1;

    private final int stride;
    private final List<byte[]> pieces = new ArrayList<>();
    private long length;
    private int view = NONE;

    /** @param stride bytes an element has */
    KeyPool(int stride) {
        this.stride = stride;
    }

    /** Returns where the bytes stand. */
    long add(byte[] bytes) {
        long at = length;
        pieces.add(bytes);
        length += bytes.length;
        return at;
    }

    /**
     * Makes a view of what was added; does nothing the second time, or where there is nothing.
     *
     * @param filter what brings the numbers back where they are packed, empty where they are as they are
     */
    void put(BinaryBuilder binary, Storage storage, String filter) {
        if (view != NONE || length == 0) {
            return;
        }
        ByteBuffer all = BinaryBuilder.littleEndian(length);
        pieces.forEach(all::put);
        view = storage.isPacked() && !filter.isEmpty()
                ? binary.filtered(all.array(), stride, filter, BinaryBuilder.Target.OTHER)
                : binary.strided(all.array(), stride, BinaryBuilder.Target.OTHER);
    }

    int view() {
        return view;
    }
}
