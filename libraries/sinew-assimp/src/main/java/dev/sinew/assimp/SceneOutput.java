package dev.sinew.assimp;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes a scene to a stream, with counts before their elements. {@link SceneInput} reads it. */
final class SceneOutput {
    private static final int BUFFER_BYTES = 1 << 16;

    private final DataOutputStream out;

    SceneOutput(OutputStream out) {
        this.out = new DataOutputStream(new BufferedOutputStream(out, BUFFER_BYTES));
    }

    /** Encodes a scene as bytes. */
    static byte[] encode(Scene scene) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SceneOutput out = new SceneOutput(bytes);
        try {
            out.scene(scene);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    void flush() throws IOException {
        out.flush();
    }

    void number(int value) throws IOException {
        out.writeInt(value);
    }

    void text(String text) throws IOException {
        bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    void bytes(byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    void scene(Scene scene) throws IOException {
        out.writeDouble(scene.metres());
        list(scene.nodes(), this::node);
        list(scene.parts(), this::part);
        list(scene.materials(), this::paint);
        list(scene.animations(), this::animation);
    }

    /** Writes one list element. */
    private interface One<T> {
        void write(T thing) throws IOException;
    }

    private <T> void list(List<T> things, One<T> one) throws IOException {
        out.writeInt(things.size());
        for (T thing : things) {
            one.write(thing);
        }
    }

    private void node(Scene.Node node) throws IOException {
        text(node.name());
        out.writeInt(node.parent());
        doubles(node.local());
        ints(node.meshes());
    }

    private void part(Scene.Part part) throws IOException {
        text(part.name());
        floats(part.positions());
        floats(part.normals());
        floats(part.uvs());
        ints(part.faceStarts());
        ints(part.corners());
        out.writeInt(part.strayCorners());
        out.writeInt(part.material());
        list(part.bones(), this::bone);
    }

    private void bone(Scene.Bone bone) throws IOException {
        text(bone.node());
        doubles(bone.offset());
        ints(bone.vertices());
        floats(bone.weights());
    }

    private void paint(Scene.Paint paint) throws IOException {
        text(paint.name());
        out.writeFloat(paint.red());
        out.writeFloat(paint.green());
        out.writeFloat(paint.blue());
    }

    private void animation(Scene.Animation animation) throws IOException {
        text(animation.name());
        out.writeDouble(animation.seconds());
        out.writeDouble(animation.ticks());
        list(animation.channels(), this::channel);
    }

    private void channel(Scene.Channel channel) throws IOException {
        text(channel.node());
        for (Scene.Keys keys : List.of(channel.position(), channel.rotation(), channel.scale())) {
            doubles(keys.seconds());
            doubles(keys.values());
        }
    }

    private void ints(int[] values) throws IOException {
        out.writeInt(values.length);
        for (int value : values) {
            out.writeInt(value);
        }
    }

    private void floats(float[] values) throws IOException {
        out.writeInt(values.length);
        for (float value : values) {
            out.writeFloat(value);
        }
    }

    private void doubles(double[] values) throws IOException {
        out.writeInt(values.length);
        for (double value : values) {
            out.writeDouble(value);
        }
    }
}
