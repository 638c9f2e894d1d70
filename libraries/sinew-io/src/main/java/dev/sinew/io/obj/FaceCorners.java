package dev.sinew.io.obj;

import dev.sinew.io.parts.CornerTables;
import dev.sinew.io.parts.GrowingInts;
import dev.sinew.io.text.TextLines;
import dev.sinew.run.RefusedException;

/** The corners of an OBJ file's faces in all their forms: {@code v}, {@code v/vt}, {@code v//vn}, {@code v/vt/vn}. */
final class FaceCorners {
    private static final int KINDS = 3;
    private static final String[] KIND_NAMES = {"vertex", "texture coordinate", "normal"};

    private final GrowingInts faceStarts;
    private final GrowingInts[] rows = new GrowingInts[KINDS];

    /** Names may come before what they name, so the farthest one of each kind is checked at the end. */
    private final int[] farthest = new int[KINDS];

    private final long[] farthestLine = new long[KINDS];

    /** The current face, three rows per corner. */
    private final GrowingInts face;

    FaceCorners(String file) {
        faceStarts = new GrowingInts(file + ", faces");
        faceStarts.add(0);
        face = new GrowingInts(file + ", corners of a face");
        for (int kind = 0; kind < KINDS; kind++) {
            rows[kind] = new GrowingInts(file + ", corners of faces");
        }
    }

    /**
     * Takes the rest of an {@code f} line.
     *
     * @param counts how many vertices, texture coordinates and normals the file has had so far
     * @return false where the face has fewer than three corners and is left out
     */
    boolean add(TextLines lines, int[] counts) {
        face.clear();
        while (lines.nextToken()) {
            corner(lines, counts);
        }
        if (face.size() < 3 * KINDS) {
            return false;
        }
        for (int k = 0; k < face.size(); k += KINDS) {
            rows[0].add(face.get(k));
            rows[1].add(face.get(k + 1));
            rows[2].add(face.get(k + 2));
        }
        faceStarts.add(rows[0].size());
        return true;
    }

    private void corner(TextLines lines, int[] counts) {
        byte[] bytes = lines.bytes();
        int end = lines.tokenEnd();
        int at = lines.tokenStart();
        for (int kind = 0; kind < KINDS; kind++) {
            int stop = at;
            while (stop < end && bytes[stop] != '/') {
                stop++;
            }
            if (stop > at) {
                face.add(row(lines, at, stop, kind, counts[kind]));
            } else if (kind == 0) {
                throw lines.refusal("the corner " + lines.quoted() + " names no vertex");
            } else {
                face.add(CornerTables.NO_ROW);
            }
            at = Math.min(end, stop + 1);
        }
        if (at < end) {
            throw lines.refusal("the corner " + lines.quoted() + " has more than vertex/texture/normal");
        }
    }

    /** OBJ counts from 1, or backwards from what came last. */
    private int row(TextLines lines, int from, int to, int kind, int count) {
        long index = whole(lines, from, to);
        long row = index < 0 ? count + index : index - 1;
        if (index == 0 || row < 0) {
            throw lines.refusal("the corner " + lines.quoted() + " names " + KIND_NAMES[kind] + " " + index + ", but "
                    + (index == 0 ? "they are counted from 1" : "only " + count + " came before"));
        }
        if (row > Integer.MAX_VALUE - 1) {
            throw lines.refusal("the corner " + lines.quoted() + " names " + KIND_NAMES[kind] + " " + index
                    + ", more than any file can hold");
        }
        if (row >= farthest[kind]) {
            farthest[kind] = (int) row + 1;
            farthestLine[kind] = lines.line();
        }
        return (int) row;
    }

    private static long whole(TextLines lines, int from, int to) {
        byte[] bytes = lines.bytes();
        boolean negative = bytes[from] == '-';
        int at = negative || bytes[from] == '+' ? from + 1 : from;
        if (at == to || to - at > 18) {
            throw lines.refusal("the corner " + lines.quoted() + " is not made of whole numbers");
        }
        long value = 0;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                throw lines.refusal("the corner " + lines.quoted() + " is not made of whole numbers");
            }
            value = 10 * value + digit;
        }
        return negative ? -value : value;
    }

    /** Says what is wrong where a corner names more than the file has, with the line it stands on. */
    void check(TextLines lines, int[] counts) {
        for (int kind = 0; kind < KINDS; kind++) {
            if (farthest[kind] > counts[kind]) {
                throw new RefusedException(lines.file() + ", line " + farthestLine[kind] + ": a face names "
                        + KIND_NAMES[kind] + " " + farthest[kind] + " where the file has " + counts[kind]);
            }
        }
    }

    int[] faceStarts() {
        return faceStarts.toArray();
    }

    /** The vertex of every corner. */
    int[] vertices() {
        return rows[0].toArray();
    }

    int[] uvRows() {
        return rows[1].toArray();
    }

    int[] normalRows() {
        return rows[2].toArray();
    }
}
