package dev.sinew.io.gltf.meshopt;

import dev.sinew.io.gltf.meshopt.CompressedView.ByteReader;
import java.io.ByteArrayOutputStream;

/**
 * Mode "TRIANGLES": a byte per triangle says which recent edge and vertex it shares; other indices follow separately. Decoded
 * triangles have the same winding order, but may begin at another corner.
 */
public final class TriangleCodec {
    private static final int HEADER = 0xe1;
    private static final int TABLE = 16;
    /** Pairs with short codes: whether the second and third corner are new (0) or recent (1 + age). */
    private static final int[] PAIRS = {
        0x00, 0x01, 0x10, 0x12, 0x21, 0x02, 0x20, 0x13, 0x31, 0x03, 0x30, 0x23, 0x32, 0x04, 0, 0
    };

    private static final int FIFO = 16;
    private static final int NOT_THERE = -1;

    /** The state that encoder and decoder share. */
    private static final class Memory {
        private final int[] edges = new int[2 * FIFO];
        private final int[] vertices = new int[FIFO];
        private int edgeCount;
        private int vertexCount;
        private int next;
        private int last;

        Memory() {
            java.util.Arrays.fill(edges, NOT_THERE);
            java.util.Arrays.fill(vertices, NOT_THERE);
        }

        void pushEdge(int a, int b) {
            int at = edgeCount++ % FIFO * 2;
            edges[at] = a;
            edges[at + 1] = b;
        }

        void pushVertex(int v) {
            vertices[vertexCount++ % FIFO] = v;
        }

        /** 0 is the newest. */
        int edge(int age, int end) {
            return edges[Math.floorMod(edgeCount - 1 - age, FIFO) * 2 + end];
        }

        int vertex(int age) {
            return vertices[Math.floorMod(vertexCount - 1 - age, FIFO)];
        }

        int ageOf(int vertex, int from, int to) {
            for (int age = from; age < to; age++) {
                if (vertex(age) == vertex) {
                    return age;
                }
            }
            return NOT_THERE;
        }

        void pushTriangleEdges(int a, int b, int c) {
            pushEdge(b, a);
            pushEdge(c, b);
            pushEdge(a, c);
        }
    }

    private TriangleCodec() {}

    /** @param indices three per triangle, not modified */
    public static byte[] encode(int[] indices) {
        Memory memory = new Memory();
        ByteArrayOutputStream codes = new ByteArrayOutputStream();
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        codes.write(HEADER);
        for (int t = 0; t + 2 < indices.length; t += 3) {
            encode(indices[t], indices[t + 1], indices[t + 2], memory, codes, data);
        }
        codes.writeBytes(data.toByteArray());
        for (int pair : PAIRS) {
            codes.write(pair);
        }
        return codes.toByteArray();
    }

    private static void encode(
            int a, int b, int c, Memory memory, ByteArrayOutputStream codes, ByteArrayOutputStream data) {
        for (int age = 0; age < FIFO - 1; age++) {
            int from = memory.edge(age, 0);
            int to = memory.edge(age, 1);
            if (from == a && to == b) {
                encodeOnEdge(age, a, b, c, memory, codes, data);
                return;
            } else if (from == b && to == c) {
                encodeOnEdge(age, b, c, a, memory, codes, data);
                return;
            } else if (from == c && to == a) {
                encodeOnEdge(age, c, a, b, memory, codes, data);
                return;
            }
        }
        int next = memory.next;
        // A new corner comes first, if there is one.
        if (b == next && a != next) {
            encodeAlone(b, c, a, memory, codes, data);
        } else if (c == next && a != next) {
            encodeAlone(c, a, b, memory, codes, data);
        } else {
            encodeAlone(a, b, c, memory, codes, data);
        }
    }

    private static void encodeOnEdge(
            int edge, int a, int b, int c, Memory memory, ByteArrayOutputStream codes, ByteArrayOutputStream data) {
        int age = memory.ageOf(c, 1, 0xd);
        int code;
        if (c == memory.next) {
            code = 0;
            memory.next++;
        } else if (age != NOT_THERE) {
            code = age;
        } else if (Math.abs(c - memory.last) == 1) {
            code = c < memory.last ? 0xd : 0xe;
            memory.last = c;
        } else {
            code = 0xf;
            explicit(c, memory, data);
        }
        codes.write(edge << 4 | code);
        memory.pushEdge(c, b);
        memory.pushEdge(a, c);
        if (code == 0 || code >= 0xd) {
            memory.pushVertex(c);
        }
    }

    private static void encodeAlone(
            int a, int b, int c, Memory memory, ByteArrayOutputStream codes, ByteArrayOutputStream data) {
        boolean fresh = a == memory.next;
        memory.next += fresh ? 1 : 0;
        int z = corner(b, memory);
        int w = corner(c, memory);
        if (!fresh && z == 0 && w == 0) {
            // Two new corners would be read as a restart.
            z = 0xf;
            memory.next = b;
            w = c == memory.next ? 0 : 0xf;
        }
        int pair = fresh ? pair(z << 4 | w) : NOT_THERE;
        codes.write(pair != NOT_THERE ? 0xf0 | pair : fresh ? 0xfe : 0xff);
        if (pair == NOT_THERE) {
            data.write(z << 4 | w);
            if (!fresh) {
                explicit(a, memory, data);
            }
            if (z == 0xf) {
                explicit(b, memory, data);
            }
            if (w == 0xf) {
                explicit(c, memory, data);
            }
        }
        memory.pushTriangleEdges(a, b, c);
        memory.pushVertex(a);
        if (z == 0 || z == 0xf) {
            memory.pushVertex(b);
        }
        if (w == 0 || w == 0xf) {
            memory.pushVertex(c);
        }
    }

    /** 0 for the next new vertex, 1 + age for a recent one, 15 for any other. */
    private static int corner(int vertex, Memory memory) {
        if (vertex == memory.next) {
            memory.next++;
            return 0;
        }
        int age = memory.ageOf(vertex, 0, 14);
        return age == NOT_THERE ? 0xf : age + 1;
    }

    private static int pair(int zw) {
        for (int k = 0; k < TABLE - 2; k++) {
            if (PAIRS[k] == zw) {
                return k;
            }
        }
        return NOT_THERE;
    }

    private static void explicit(int index, Memory memory, ByteArrayOutputStream data) {
        int delta = index - memory.last;
        int v = delta << 1 ^ delta >> 31;
        memory.last = index;
        for (; (v & ~0x7f) != 0; v >>>= 7) {
            data.write(v & 0x7f | 0x80);
        }
        data.write(v);
    }

    /** @param count number of indices, a multiple of three */
    static int[] decode(ByteReader codes, ByteReader data, int count) {
        codes.expect(HEADER, "triangles");
        data.bytes(1 + count / 3);
        data.keepBack(TABLE);
        byte[] table = data.lastBytes(TABLE);
        Memory memory = new Memory();
        int[] out = new int[count];
        for (int t = 0; t < count; t += 3) {
            int code = codes.next() & 0xff;
            if (code >> 4 < 0xf) {
                onEdge(code, memory, data, out, t);
            } else {
                alone(code & 0xf, table, memory, data, out, t);
            }
        }
        data.expectEnd();
        return out;
    }

    private static void onEdge(int code, Memory memory, ByteReader data, int[] out, int t) {
        int a = memory.edge(code >> 4, 0);
        int b = memory.edge(code >> 4, 1);
        int kind = code & 0xf;
        int c;
        if (kind == 0) {
            c = memory.next++;
        } else if (kind < 0xd) {
            c = memory.vertex(kind);
        } else if (kind < 0xf) {
            c = memory.last + (kind == 0xd ? -1 : 1);
            memory.last = c;
        } else {
            c = index(memory, data);
        }
        memory.pushEdge(c, b);
        memory.pushEdge(a, c);
        if (kind == 0 || kind >= 0xd) {
            memory.pushVertex(c);
        }
        put(out, t, a, b, c);
    }

    private static void alone(int kind, byte[] table, Memory memory, ByteReader data, int[] out, int t) {
        int zw = (kind < 0xe ? table[kind] : data.next()) & 0xff;
        if (kind >= 0xe && zw == 0) {
            memory.next = 0;
        }
        int a = kind == 0xf ? index(memory, data) : memory.next++;
        int b = corner(zw >> 4, memory, data);
        int c = corner(zw & 0xf, memory, data);
        memory.pushTriangleEdges(a, b, c);
        memory.pushVertex(a);
        if (zw >> 4 == 0 || zw >> 4 == 0xf) {
            memory.pushVertex(b);
        }
        if ((zw & 0xf) == 0 || (zw & 0xf) == 0xf) {
            memory.pushVertex(c);
        }
        put(out, t, a, b, c);
    }

    private static int corner(int kind, Memory memory, ByteReader data) {
        return kind == 0 ? memory.next++ : kind < 0xf ? memory.vertex(kind - 1) : index(memory, data);
    }

    private static int index(Memory memory, ByteReader data) {
        int v = data.varint();
        memory.last += v >>> 1 ^ -(v & 1);
        return memory.last;
    }

    private static void put(int[] out, int t, int a, int b, int c) {
        out[t] = a;
        out[t + 1] = b;
        out[t + 2] = c;
    }
}
