package dev.sinew.assimp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.assimp.AIMaterial;
import org.lwjgl.assimp.AIMaterialProperty;
import org.lwjgl.assimp.Assimp;
import org.lwjgl.system.MemoryUtil;

/** Materials by name and colour, which is what survives the way into FBX. */
final class Materials {
    private final NativeArena arena;

    Materials(NativeArena arena) {
        this.arena = arena;
    }

    AIMaterial of(Scene.Paint given) {
        List<AIMaterialProperty> properties = new ArrayList<>();
        properties.add(text(Assimp.AI_MATKEY_NAME, given.name()));
        properties.add(colour(given));
        AIMaterial material = arena.keep(AIMaterial.calloc());
        material.mProperties(arena.pointers(properties)).mNumAllocated(properties.size());
        return material;
    }

    private AIMaterialProperty text(String key, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        // A length, the letters, and a zero.
        ByteBuffer data = arena.bytes(4 + bytes.length + 1);
        data.putInt(0, bytes.length).put(4, bytes).put(4 + bytes.length, (byte) 0);
        return property(key, data, Assimp.aiPTI_String);
    }

    private AIMaterialProperty colour(Scene.Paint given) {
        ByteBuffer data = arena.bytes(12);
        data.putFloat(0, given.red()).putFloat(4, given.green()).putFloat(8, given.blue());
        return property(Assimp.AI_MATKEY_COLOR_DIFFUSE, data, Assimp.aiPTI_Float);
    }

    private AIMaterialProperty property(String key, ByteBuffer data, int type) {
        // LWJGL has no setters for these.
        ByteBuffer bytes = arena.bytes(AIMaterialProperty.SIZEOF);
        AIMaterialProperty property = AIMaterialProperty.create(MemoryUtil.memAddress(bytes));
        arena.name(property.mKey(), key);
        bytes.putInt(AIMaterialProperty.MDATALENGTH, data.capacity()).putInt(AIMaterialProperty.MTYPE, type);
        MemoryUtil.memPutAddress(property.address() + AIMaterialProperty.MDATA, MemoryUtil.memAddress(data));
        return property;
    }
}
