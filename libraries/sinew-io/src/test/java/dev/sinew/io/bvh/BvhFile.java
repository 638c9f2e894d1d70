package dev.sinew.io.bvh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/** A simple, independent reader of BVH files. */
final class BvhFile {
    static final class Joint {
        String name = "";
        Joint parent;
        double[] offset = new double[3];
        List<String> channels = new ArrayList<>();
        /** By frame and channel. */
        double[][] values;

        boolean isEndSite() {
            return channels.isEmpty();
        }

        /** The 4×4 matrix for column vectors of a frame, relative to the parent. */
        double[][] local(int f) {
            double[][] m = {{1, 0, 0, offset[0]}, {0, 1, 0, offset[1]}, {0, 0, 1, offset[2]}, {0, 0, 0, 1}};
            for (int c = 0; c < channels.size(); c++) {
                int axis = "XYZ".indexOf(channels.get(c).charAt(0));
                if (channels.get(c).endsWith("position")) {
                    m[axis][3] += values[f][c];
                } else {
                    m = times(m, turn(axis, Math.toRadians(values[f][c])));
                }
            }
            return m;
        }

        double[][] global(int f) {
            return parent == null ? local(f) : times(parent.global(f), local(f));
        }

        double[] place(int f) {
            double[][] m = global(f);
            return new double[] {m[0][3], m[1][3], m[2][3]};
        }
    }

    final List<Joint> joints = new ArrayList<>();
    final int frames;
    final double frameTime;

    BvhFile(Path file) throws IOException {
        try (Scanner words = new Scanner(Files.readString(file))) {
            words.useLocale(java.util.Locale.ROOT);
            expect(words, "HIERARCHY");
            expect(words, "ROOT");
            joint(words, null);
            expect(words, "MOTION");
            expect(words, "Frames:");
            frames = words.nextInt();
            expect(words, "Frame");
            expect(words, "Time:");
            frameTime = words.nextDouble();
            joints.forEach(joint -> joint.values = new double[frames][joint.channels.size()]);
            for (int f = 0; f < frames; f++) {
                for (Joint joint : joints) {
                    for (int c = 0; c < joint.channels.size(); c++) {
                        joint.values[f][c] = words.nextDouble();
                    }
                }
            }
            if (words.hasNext()) {
                throw new IOException("unexpected data: " + words.next());
            }
        }
    }

    private void joint(Scanner words, Joint parent) throws IOException {
        Joint joint = new Joint();
        joint.parent = parent;
        joint.name = words.next();
        joints.add(joint);
        expect(words, "{");
        while (true) {
            switch (words.next()) {
                case "OFFSET" ->
                    joint.offset = new double[] {words.nextDouble(), words.nextDouble(), words.nextDouble()};
                case "CHANNELS" -> {
                    int count = words.nextInt();
                    for (int c = 0; c < count; c++) {
                        joint.channels.add(words.next());
                    }
                }
                case "JOINT", "End" -> joint(words, joint);
                case "}" -> {
                    return;
                }
                default -> throw new IOException("an unknown word in " + joint.name);
            }
        }
    }

    private static void expect(Scanner words, String word) throws IOException {
        String found = words.next();
        if (!found.equals(word)) {
            throw new IOException(found + " where " + word + " belongs");
        }
    }

    private static double[][] turn(int axis, double angle) {
        int a = (axis + 1) % 3;
        int b = (axis + 2) % 3;
        double[][] m = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
        m[a][a] = Math.cos(angle);
        m[a][b] = -Math.sin(angle);
        m[b][a] = Math.sin(angle);
        m[b][b] = Math.cos(angle);
        return m;
    }

    private static double[][] times(double[][] a, double[][] b) {
        double[][] c = new double[4][4];
        for (int k = 0; k < 64; k++) {
            c[k / 16][k / 4 % 4] += a[k / 16][k % 4] * b[k % 4][k / 4 % 4];
        }
        return c;
    }
}
