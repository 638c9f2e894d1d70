package dev.sinew.assimp;

import dev.sinew.math.Affine3;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a scene from an untrusted stream: a damaged file may have corrupted the process at the other end. Limits the total
 * bytes, checks every count against the bytes left, and checks every index against its bound.
 */
final class SceneInput {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MAX_TEXT_BYTES = 1 << 16;
    /** Bytes of the smallest list element. */
    private static final int MIN_ELEMENT_BYTES = 8;

    private final DataInputStream in;
    private long left;

    SceneInput(InputStream in) {
        this.in = new DataInputStream(new BufferedInputStream(in, BUFFER_BYTES));
    }

    /** Sets how many bytes may follow. */
    void allow(long bytes) {
        left = bytes;
    }

    int number() throws IOException {
        take(4);
        return in.readInt();
    }

    String text() throws IOException {
        int length = count(1);
        require(length <= MAX_TEXT_BYTES, "text of " + length + " bytes, more than " + MAX_TEXT_BYTES);
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    byte[] bytes() throws IOException {
        int length = count(1);
        byte[] bytes = in.readNBytes(length);
        require(bytes.length == length, "the stream ended after " + bytes.length + " of " + length + " bytes");
        return bytes;
    }

    Scene scene() throws IOException {
        double metres = real();
        List<Scene.Node> nodes = list(this::node);
        List<Scene.Part> parts = list(this::part);
        List<Scene.Paint> materials = list(this::paint);
        List<Scene.Animation> animations = list(this::animation);
        require(!nodes.isEmpty() && metres > 0 && Double.isFinite(metres), "no root node or no valid unit");
        for (int n = 0; n < nodes.size(); n++) {
            Scene.Node node = nodes.get(n);
            require(
                    n == 0 ? node.parent() == Scene.NONE : node.parent() >= 0 && node.parent() < n,
                    "node " + n + " has the invalid parent " + node.parent());
            for (int mesh : node.meshes()) {
                require(
                        mesh >= 0 && mesh < parts.size(),
                        "node " + n + " shows mesh " + mesh + ", but there are " + parts.size());
            }
        }
        return new Scene(nodes, parts, materials, animations, metres);
    }

    /** Reads one list element. */
    private interface One<T> {
        T read() throws IOException;
    }

    private <T> List<T> list(One<T> one) throws IOException {
        int count = count(MIN_ELEMENT_BYTES);
        left += (long) MIN_ELEMENT_BYTES * count;
        List<T> things = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            things.add(one.read());
        }
        return things;
    }

    private Scene.Node node() throws IOException {
        return new Scene.Node(text(), number(), matrix(), ints());
    }

    private Scene.Part part() throws IOException {
        Scene.Part part = new Scene.Part(
                text(), floats(), floats(), floats(), ints(), ints(), number(), number(), list(this::bone));
        int count = part.positions().length / 3;
        int[] starts = part.faceStarts();
        require(part.positions().length == 3 * count, "the number of coordinates is not three per vertex");
        require(
                part.normals().length == 0 || part.normals().length == 3 * count,
                "the number of normals does not match the vertices");
        require(
                part.uvs().length == 0 || part.uvs().length == 2 * count,
                "the number of UVs does not match the vertices");
        require(
                starts.length > 0 && starts[0] == 0 && starts[starts.length - 1] == part.corners().length,
                "invalid face offsets");
        require(part.material() >= 0 && part.strayCorners() >= 0, "a negative material or corner count");
        for (int k = 1; k < starts.length; k++) {
            require(starts[k] - (long) starts[k - 1] >= 3, "a face with fewer than three corners");
        }
        requireBelow(part.corners(), count);
        for (Scene.Bone bone : part.bones()) {
            requireBelow(bone.vertices(), count);
            require(
                    bone.vertices().length == bone.weights().length,
                    "the number of weights does not match the vertices");
        }
        return part;
    }

    private static void requireBelow(int[] numbers, int count) throws IOException {
        for (int number : numbers) {
            if (number < 0 || number >= count) {
                throw new InvalidSceneException("vertex index " + number + ", but there are " + count + " vertices");
            }
        }
    }

    private Scene.Bone bone() throws IOException {
        Scene.Bone bone = new Scene.Bone(text(), matrix(), ints(), floats());
        for (float weight : bone.weights()) {
            require(weight > 0 && Float.isFinite(weight), "the weight " + weight);
        }
        return bone;
    }

    private Scene.Paint paint() throws IOException {
        return new Scene.Paint(text(), real32(), real32(), real32());
    }

    private Scene.Animation animation() throws IOException {
        return new Scene.Animation(text(), real(), real(), list(this::channel));
    }

    private Scene.Channel channel() throws IOException {
        return new Scene.Channel(text(), keys(3), keys(4), keys(3));
    }

    private Scene.Keys keys(int width) throws IOException {
        Scene.Keys keys = new Scene.Keys(width, doubles(), doubles());
        require(
                keys.values().length == (long) width * keys.seconds().length,
                "the number of key values does not match the keys");
        return keys;
    }

    private double[] matrix() throws IOException {
        double[] matrix = doubles();
        require(matrix.length == Affine3.STRIDE, "a matrix with " + matrix.length + " numbers");
        return matrix;
    }

    private double real() throws IOException {
        take(8);
        return in.readDouble();
    }

    private float real32() throws IOException {
        take(4);
        return in.readFloat();
    }

    private int[] ints() throws IOException {
        int[] values = new int[count(4)];
        for (int k = 0; k < values.length; k++) {
            values[k] = in.readInt();
        }
        return values;
    }

    private float[] floats() throws IOException {
        float[] values = new float[count(4)];
        for (int k = 0; k < values.length; k++) {
            values[k] = in.readFloat();
        }
        return values;
    }

    private double[] doubles() throws IOException {
        double[] values = new double[count(8)];
        for (int k = 0; k < values.length; k++) {
            values[k] = in.readDouble();
        }
        return values;
    }

    /** How many elements of at least this many bytes follow; their bytes count as read. */
    private int count(int bytes) throws IOException {
        int count = number();
        require(
                count >= 0 && (long) bytes * count <= left,
                "a count of " + count + ", more than the answer can contain");
        left -= (long) bytes * count;
        return count;
    }

    private void take(int bytes) throws IOException {
        left -= bytes;
        require(left >= 0, "more data than allowed");
    }

    private static void require(boolean valid, String what) throws IOException {
        if (!valid) {
            throw new InvalidSceneException(what);
        }
    }

    /** The stream does not contain a valid scene. */
    static final class InvalidSceneException extends IOException {
        private static final long serialVersionUID = 1L;

        InvalidSceneException(String what) {
            super(what);
        }
    }
}
