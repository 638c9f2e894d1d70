package dev.sinew.assimp;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.Deflater;

/** A node of an FBX file, to parse files, change them, and write them as binary or text. */
final class FbxNode {
    private static final int HEADER_BYTES = 27;
    private static final int NODE_BYTES = 25;
    private static final int VERSION = 7500;

    String name;
    /** Numbers, strings, or arrays of numbers, each with its type letter. */
    final List<Value> values = new ArrayList<>();

    final List<FbxNode> children = new ArrayList<>();
    boolean nested;

    /** An array as stored in a file, with its three header numbers. */
    record Raw(byte[] bytes) {}

    /** This many doubles, compressed. */
    static Raw packedZeros(int count) {
        byte[] packed = new byte[count / 64];
        Deflater deflater = new Deflater();
        deflater.setInput(new byte[8 * count]);
        deflater.finish();
        int length = deflater.deflate(packed);
        deflater.end();
        return new Raw(little(12 + length)
                .putInt(count)
                .putInt(1)
                .putInt(length)
                .put(packed, 0, length)
                .array());
    }

    /** A value: {@link Number}, {@code byte[]} for text, {@code double[]} or {@link Raw} for arrays. */
    record Value(char kind, Object content) {}

    FbxNode(String name) {
        this.name = name;
    }

    static FbxNode of(String name, Value... values) {
        FbxNode node = new FbxNode(name);
        node.values.addAll(List.of(values));
        return node;
    }

    static Value text(String text) {
        return new Value('S', text.getBytes(StandardCharsets.ISO_8859_1));
    }

    static Value number(long number) {
        return new Value('L', number);
    }

    FbxNode copy() {
        FbxNode copy = new FbxNode(name);
        copy.values.addAll(values);
        copy.nested = nested;
        children.forEach(child -> copy.children.add(child.copy()));
        return copy;
    }

    FbxNode child(String wanted) {
        return children.stream().filter(c -> c.name.equals(wanted)).findFirst().orElseThrow();
    }

    /** All nodes below, this one first. */
    void forEach(Consumer<FbxNode> action) {
        action.accept(this);
        new ArrayList<>(children).forEach(child -> child.forEach(action));
    }

    List<FbxNode> all() {
        List<FbxNode> all = new ArrayList<>();
        forEach(all::add);
        return all;
    }

    /** The unnamed root node of a binary file with 64-bit positions. */
    static FbxNode parse(byte[] file) {
        FbxNode root = new FbxNode("");
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).position(HEADER_BYTES);
        parseChildren(root, in);
        return root;
    }

    private static void parseChildren(FbxNode parent, ByteBuffer in) {
        while (true) {
            long end = in.getLong();
            long count = in.getLong();
            in.getLong();
            byte[] name = new byte[in.get() & 0xff];
            if (end == 0) {
                return;
            }
            in.get(name);
            FbxNode node = new FbxNode(new String(name, StandardCharsets.ISO_8859_1));
            for (long k = 0; k < count; k++) {
                node.values.add(parseValue(in));
            }
            node.nested = in.position() < end;
            if (node.nested) {
                parseChildren(node, in);
            }
            parent.children.add(node);
        }
    }

    private static Value parseValue(ByteBuffer in) {
        char kind = (char) in.get();
        return switch (kind) {
            case 'Y' -> new Value(kind, in.getShort());
            case 'C', 'B' -> new Value(kind, in.get());
            case 'I' -> new Value(kind, in.getInt());
            case 'F' -> new Value(kind, in.getFloat());
            case 'D' -> new Value(kind, in.getDouble());
            case 'L' -> new Value(kind, in.getLong());
            case 'S', 'R' -> {
                byte[] text = new byte[in.getInt()];
                in.get(text);
                yield new Value(kind, text);
            }
            default -> {
                double[] numbers = new double[in.getInt()];
                in.getLong();
                for (int k = 0; k < numbers.length; k++) {
                    numbers[k] = element(kind, in);
                }
                yield new Value(kind, numbers);
            }
        };
    }

    private static double element(char kind, ByteBuffer in) {
        return switch (kind) {
            case 'f' -> in.getFloat();
            case 'd' -> in.getDouble();
            case 'l' -> in.getLong();
            case 'i' -> in.getInt();
            default -> in.get();
        };
    }

    /** The file with the children of this node. */
    byte[] binary() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("Kaydara FBX Binary  \0\u001a\0".getBytes(StandardCharsets.ISO_8859_1));
        out.writeBytes(little(4).putInt(VERSION).array());
        children.forEach(child -> child.write(out, 0));
        out.writeBytes(new byte[NODE_BYTES + 16]);
        return out.toByteArray();
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void write(ByteArrayOutputStream out, int before) {
        byte[] letters = name.getBytes(StandardCharsets.ISO_8859_1);
        int length = Math.min(255, letters.length);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        values.forEach(value -> write(value, body));
        int valueBytes = body.size();
        int start = before + out.size() + NODE_BYTES + length;
        children.forEach(child -> child.write(body, start));
        if (nested || !children.isEmpty()) {
            body.writeBytes(new byte[NODE_BYTES]);
        }
        out.writeBytes(little(NODE_BYTES)
                .putLong(start + body.size())
                .putLong(values.size())
                .putLong(valueBytes)
                .put((byte) length)
                .array());
        out.write(letters, 0, length);
        out.writeBytes(body.toByteArray());
    }

    private static void write(Value value, ByteArrayOutputStream out) {
        out.write(value.kind);
        if (value.content instanceof byte[] text) {
            out.writeBytes(little(4).putInt(text.length).array());
            out.writeBytes(text);
        } else if (value.content instanceof Raw raw) {
            out.writeBytes(raw.bytes);
        } else if (value.content instanceof double[] numbers) {
            int width = width(value.kind);
            out.writeBytes(little(12)
                    .putInt(numbers.length)
                    .putInt(0)
                    .putInt(width * numbers.length)
                    .array());
            for (double number : numbers) {
                out.writeBytes(element(value.kind, number));
            }
        } else {
            out.writeBytes(element(Character.toLowerCase(value.kind), ((Number) value.content).doubleValue()));
        }
    }

    private static int width(char kind) {
        return kind == 'd' || kind == 'l' ? 8 : kind == 'b' || kind == 'c' ? 1 : kind == 'y' ? 2 : 4;
    }

    private static byte[] element(char kind, double number) {
        ByteBuffer bytes = little(width(kind));
        return switch (kind) {
            case 'f' -> bytes.putFloat((float) number).array();
            case 'd' -> bytes.putDouble(number).array();
            case 'l' -> bytes.putLong((long) number).array();
            case 'i' -> bytes.putInt((int) number).array();
            case 'y' -> bytes.putShort((short) number).array();
            default -> bytes.put((byte) number).array();
        };
    }

    /** The same as text. */
    byte[] text() {
        StringBuilder out = new StringBuilder("; FBX 7.5.0 project file\n");
        children.forEach(child -> child.text(out));
        return out.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private void text(StringBuilder out) {
        out.append(name).append(": ");
        boolean array = false;
        for (int k = 0; k < values.size(); k++) {
            out.append(k == 0 ? "" : ",");
            Object content = values.get(k).content;
            if (content instanceof byte[] letters) {
                out.append('"').append(inText(letters)).append('"');
            } else if (content instanceof double[] numbers) {
                array = true;
                out.append('*').append(numbers.length).append(" {\na: ");
                for (int n = 0; n < numbers.length; n++) {
                    out.append(n == 0 ? "" : ",").append(number(values.get(k).kind, numbers[n]));
                }
                out.append("\n}");
            } else {
                char kind = values.get(k).kind;
                out.append(
                        kind == 'C' || kind == 'B'
                                ? ((Number) content).intValue() == 0 ? "F" : "T"
                                : number(Character.toLowerCase(kind), ((Number) content).doubleValue()));
            }
        }
        if (!array && (nested || !children.isEmpty())) {
            out.append(" {\n");
            children.forEach(child -> child.text(out));
            out.append('}');
        }
        out.append('\n');
    }

    /** Binary writes "name, type" separated by a zero and a one, text "type::name". */
    private static String inText(byte[] letters) {
        String text = new String(letters, StandardCharsets.ISO_8859_1).replace('"', '\'');
        int at = text.indexOf("\0\u0001");
        return at < 0 ? text : text.substring(at + 2) + "::" + text.substring(0, at);
    }

    private static String number(char kind, double number) {
        return kind == 'f' || kind == 'd' ? Double.toString(number) : Long.toString((long) number);
    }
}
