package dev.sinew.draco;

import com.openize.drako.Draco;
import com.openize.drako.DracoMesh;
import com.openize.drako.DracoPointCloud;
import com.openize.drako.DrakoException;
import com.openize.drako.PointAttribute;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The process that decodes Draco data, because damaged data makes the decoder run forever. It answers one request per mesh until its input
 * ends.
 *
 * <p>Request: length, bytes, number of attributes, their unique ids. Answer: {@link #MESH}, points, faces, vertex indices, then for each
 * attribute its number of components and its values as doubles; or {@link #FAILED} and a message.
 */
public final class DracoChild {
    static final int MESH = 1;
    static final int FAILED = 2;

    private DracoChild() {}

    public static void main(String[] arguments) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        // Whatever the library prints must not mix with the answers.
        System.setOut(System.err);
        for (int length = readLength(in); length >= 0; length = readLength(in)) {
            byte[] data = in.readNBytes(length);
            int[] ids = new int[in.readInt()];
            for (int k = 0; k < ids.length; k++) {
                ids[k] = in.readInt();
            }
            try {
                write(decode(data), ids, out);
            } catch (DrakoException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
                out.writeInt(FAILED);
                out.writeUTF(e instanceof OutOfMemoryError ? "it needs too much memory" : "it is damaged");
            }
            out.flush();
        }
    }

    private static int readLength(DataInputStream in) throws IOException {
        int first = in.read();
        return first < 0 ? -1 : first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
    }

    private static DracoMesh decode(byte[] data) throws DrakoException {
        DracoPointCloud decoded = Draco.decode(data);
        if (decoded instanceof DracoMesh mesh) {
            return mesh;
        }
        throw new IllegalArgumentException("not a mesh");
    }

    private static void write(DracoMesh mesh, int[] ids, DataOutputStream out) throws IOException {
        PointAttribute[] attributes = new PointAttribute[ids.length];
        double[][] values = new double[ids.length][];
        for (int k = 0; k < ids.length; k++) {
            attributes[k] = attribute(mesh, ids[k]);
            values[k] = values(attributes[k], mesh.getNumPoints());
        }
        int[] corners = mesh.getIndices().toArray();
        for (int corner : corners) {
            if (corner < 0 || corner >= mesh.getNumPoints()) {
                throw new IllegalArgumentException("a corner that is not a point of the mesh");
            }
        }
        out.writeInt(MESH);
        out.writeInt(mesh.getNumPoints());
        out.writeInt(corners.length);
        for (int corner : corners) {
            out.writeInt(corner);
        }
        for (int k = 0; k < ids.length; k++) {
            out.writeInt(attributes[k].getComponentsCount());
            for (double value : values[k]) {
                out.writeDouble(value);
            }
        }
    }

    private static PointAttribute attribute(DracoMesh mesh, int id) {
        for (int k = 0; k < mesh.getNumAttributes(); k++) {
            if (mesh.attribute(k).getUniqueId() == id) {
                return mesh.attribute(k);
            }
        }
        throw new IllegalArgumentException("no attribute with id " + id);
    }

    /** Values of all points; {@code DataType} of the library numbers the types as Draco's bit stream does. */
    private static double[] values(PointAttribute attribute, int points) {
        int components = attribute.getComponentsCount();
        ByteBuffer bytes = ByteBuffer.wrap(attribute.getBuffer().toArray()).order(ByteOrder.LITTLE_ENDIAN);
        double[] values = new double[Math.multiplyExact(points, components)];
        int width = attribute.getByteStride() / components;
        for (int p = 0; p < points; p++) {
            int at = attribute.getByteOffset() + attribute.mappedIndex(p) * attribute.getByteStride();
            for (int c = 0; c < components; c++) {
                values[p * components + c] = value(bytes, at + c * width, attribute.getDataType());
            }
        }
        return values;
    }

    private static double value(ByteBuffer bytes, int at, int type) {
        return switch (type) {
            case 1 -> bytes.get(at);
            case 2, 11 -> bytes.get(at) & 0xff;
            case 3 -> bytes.getShort(at);
            case 4 -> bytes.getShort(at) & 0xffff;
            case 5 -> bytes.getInt(at);
            case 6 -> bytes.getInt(at) & 0xffff_ffffL;
            case 9 -> bytes.getFloat(at);
            case 10 -> bytes.getDouble(at);
            default -> throw new IllegalArgumentException("values of type " + type);
        };
    }
}
