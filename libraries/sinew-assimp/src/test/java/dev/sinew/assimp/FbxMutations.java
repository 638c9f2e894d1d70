package dev.sinew.assimp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damages files: single bytes, or nodes, so that the result still looks like FBX. */
final class FbxMutations {
    private FbxMutations() {}

    static byte[] bytes(byte[] sound, Random random) {
        byte[] bytes = sound.clone();
        int at = random.nextInt(bytes.length - 8);
        switch (random.nextInt(4)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes = Arrays.copyOf(bytes, at);
            case 2 -> Arrays.fill(bytes, at, at + 1 + random.nextInt(8), (byte) (random.nextBoolean() ? 0xff : 0x7f));
            default -> System.arraycopy(sound, random.nextInt(sound.length - 8), bytes, at, 8);
        }
        return bytes;
    }

    /** Drops, duplicates, moves, renames and retargets nodes, and changes their values, counts and types. */
    static FbxNode nodes(FbxNode sound, Random random) {
        FbxNode root = sound.copy();
        int times = 1 + random.nextInt(3);
        for (int k = 0; k < times; k++) {
            mutate(root, random);
        }
        return root;
    }

    private static void mutate(FbxNode root, Random random) {
        List<FbxNode> all = root.all();
        FbxNode parent = one(all.stream().filter(n -> !n.children.isEmpty()).toList(), random);
        int at = random.nextInt(parent.children.size());
        FbxNode node = parent.children.get(at);
        switch (random.nextInt(8)) {
            case 0 -> parent.children.remove(at);
            case 1 -> parent.children.add(node.copy());
            case 2 -> one(all, random).children.add(node.copy());
            case 3 -> node.name = rename(one(all, random).name, random);
            case 4 -> retarget(root, random);
            case 5 -> changeValue(one(all, random), random);
            case 6 -> node.values.clear();
            default -> changeArray(all, random);
        }
    }

    private static <T> T one(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private static String rename(String name, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> name + "X";
            case 1 -> "";
            case 2 -> "x".repeat(255);
            default -> name;
        };
    }

    /** Changes the source or the target of a connection. */
    private static void retarget(FbxNode root, Random random) {
        List<FbxNode> connections = root.child("Connections").children;
        if (connections.isEmpty()) {
            return;
        }
        FbxNode connection = one(connections, random);
        FbxNode other = one(connections, random);
        int which = 1 + random.nextInt(2);
        if (connection.values.size() > 2 && other.values.size() > 2) {
            connection.values.set(which, other.values.get(1 + random.nextInt(2)));
        }
    }

    private static void changeValue(FbxNode node, Random random) {
        if (node.values.isEmpty()) {
            node.values.add(FbxNode.number(random.nextLong()));
            return;
        }
        int at = random.nextInt(node.values.size());
        FbxNode.Value value = node.values.get(at);
        node.values.set(
                at,
                switch (random.nextInt(6)) {
                    case 0 -> FbxNode.number(random.nextBoolean() ? -1 : Long.MAX_VALUE);
                    case 1 -> FbxNode.text("y".repeat(random.nextBoolean() ? 0 : 70_000));
                    case 2 -> new FbxNode.Value('D', random.nextBoolean() ? Double.NaN : 1e300);
                    case 3 -> new FbxNode.Value('I', random.nextInt());
                    case 4 -> new FbxNode.Value('d', new double[] {1, 2, 3});
                    default ->
                        value.content() instanceof byte[] text
                                ? FbxNode.text(new StringBuilder(new String(text, StandardCharsets.ISO_8859_1))
                                        .reverse()
                                        .toString())
                                : value;
                });
    }

    /** Makes an array shorter, longer, of another type, or sets an out-of-range index. */
    private static void changeArray(List<FbxNode> all, Random random) {
        List<FbxNode> arrays = new ArrayList<>(all);
        arrays.removeIf(n -> n.values.size() != 1 || !(n.values.get(0).content() instanceof double[]));
        if (arrays.isEmpty()) {
            return;
        }
        FbxNode node = one(arrays, random);
        FbxNode.Value value = node.values.get(0);
        double[] numbers = ((double[]) value.content()).clone();
        char kind = value.kind();
        switch (random.nextInt(4)) {
            case 0 -> numbers = Arrays.copyOf(numbers, random.nextInt(numbers.length + 1));
            case 1 -> numbers = Arrays.copyOf(numbers, numbers.length + 1 + random.nextInt(50));
            case 2 -> kind = "fdlibc".charAt(random.nextInt(6));
            default -> {
                if (numbers.length > 0) {
                    numbers[random.nextInt(numbers.length)] = random.nextBoolean() ? 1e9 : -2;
                }
            }
        }
        node.values.set(0, new FbxNode.Value(kind, numbers));
    }
}
