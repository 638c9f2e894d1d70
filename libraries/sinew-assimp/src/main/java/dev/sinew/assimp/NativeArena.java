package dev.sinew.assimp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.assimp.AIString;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.system.Pointer;
import org.lwjgl.system.Struct;
import org.lwjgl.system.StructBuffer;

/** Keeps native memory until a scene is written, and gives all of it back. */
final class NativeArena implements AutoCloseable {
    private final List<Long> addresses = new ArrayList<>();

    <T extends Struct<T>> T keep(T struct) {
        addresses.add(struct.address());
        return struct;
    }

    <B extends StructBuffer<?, B>> B keepAll(B buffer) {
        addresses.add(buffer.address0());
        return buffer;
    }

    IntBuffer ints(int... values) {
        IntBuffer buffer = MemoryUtil.memAllocInt(Math.max(1, values.length));
        addresses.add(MemoryUtil.memAddress0(buffer));
        buffer.put(0, values).limit(values.length);
        return buffer;
    }

    PointerBuffer pointers(List<? extends Pointer> things) {
        PointerBuffer buffer = MemoryUtil.memAllocPointer(Math.max(1, things.size()));
        addresses.add(buffer.address0());
        for (int k = 0; k < things.size(); k++) {
            buffer.put(k, things.get(k).address());
        }
        buffer.limit(things.size());
        return buffer;
    }

    /** Zeroed bytes. */
    ByteBuffer bytes(int count) {
        ByteBuffer buffer = MemoryUtil.memCalloc(count).order(ByteOrder.nativeOrder());
        addresses.add(MemoryUtil.memAddress0(buffer));
        return buffer;
    }

    /** Fills in a name; Assimp's are at most 1023 bytes. */
    void name(AIString target, String name) {
        String shorter = name.length() > 200 ? name.substring(0, 200) : name;
        ByteBuffer text = MemoryUtil.memUTF8(shorter);
        addresses.add(MemoryUtil.memAddress0(text));
        target.data(text);
    }

    @Override
    public void close() {
        addresses.forEach(MemoryUtil::nmemFree);
    }
}
