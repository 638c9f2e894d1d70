package dev.sinew.io.alembic;

import dev.sinew.io.alembic.OgawaFile.OgawaGroup;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.run.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An open Alembic file. Reads its tables at once and its objects on demand. Not thread-safe. */
final class AlembicArchive {
    private static final int VERSION = 0;
    private static final int LIBRARY_VERSION = 1;
    private static final int OBJECTS = 2;
    private static final int META_DATA = 3;
    private static final int TIME_SAMPLINGS = 4;
    private static final int INDEXED_META_DATA = 5;
    private static final int OLDEST_LIBRARY = 9999;
    private static final String HDF5 = "\u0089HDF";

    /** The tables that headers refer to. */
    record Tables(List<TimeSampling> samplings, List<Map<String, String>> metaData) {
        TimeSampling sampling(long index, HeaderBytes header) {
            if (index == 0 && samplings.isEmpty()) {
                return TimeSampling.DEFAULT;
            }
            if (index >= samplings.size()) {
                throw header.bad("refer to time sampling " + index + ", but there are " + samplings.size());
            }
            return samplings.get((int) index);
        }

        Map<String, String> metaData(int index, HeaderBytes header) {
            if (index >= metaData.size()) {
                throw header.bad("refer to meta data " + index + ", but there are " + metaData.size());
            }
            return metaData.get(index);
        }
    }

    private final OgawaFile file;
    private final Tables tables;
    private final Map<String, String> metaData;
    private final AlembicObject top;
    /** Header bytes that may still be read: a valid file needs each once. */
    private long headerBytesLeft;

    private AlembicArchive(OgawaFile file) {
        this.file = file;
        this.headerBytesLeft = 2 * file.size();
        OgawaGroup root = file.root();
        if (root.count() <= INDEXED_META_DATA) {
            throw file.bad("not an Alembic archive: its root has " + root.count() + " children instead of 6");
        }
        checkVersion(root);
        tables = new Tables(samplings(root), indexedMetaData(root));
        metaData = MetaData.parse(text(root.data(META_DATA, "the archive's meta data")));
        top = AlembicObject.top(this, root.group(OBJECTS, "the group of all objects"));
    }

    static AlembicArchive open(Path path) {
        if (isHdf5(InputFiles.head(path, HDF5.length()))) {
            throw new InvalidInputException(
                    path + " is an Alembic archive in the old HDF5 form. Only Ogawa archives are supported."
                            + " Convert it with abcconvert -toOgawa IN.abc OUT.abc, or export it again as Ogawa");
        }
        return new AlembicArchive(OgawaFile.open(path));
    }

    /** Whether a file with these first bytes may be an Alembic archive. */
    public static boolean begins(byte[] head) {
        return InputFiles.startsWith(head, OgawaFile.MAGIC) || isHdf5(head);
    }

    private static boolean isHdf5(byte[] head) {
        boolean same = head.length >= HDF5.length();
        for (int k = 0; same && k < HDF5.length(); k++) {
            same = (head[k] & 0xff) == HDF5.charAt(k);
        }
        return same;
    }

    private void checkVersion(OgawaGroup root) {
        int version = number(root, VERSION, "the archive's version");
        if (version != 0) {
            throw file.bad("Alembic archive version " + version + " is not supported; only version 0 is");
        }
        int library = number(root, LIBRARY_VERSION, "the library's version");
        if (library < OLDEST_LIBRARY) {
            throw file.bad(
                    "it was written by Alembic " + library + "; the oldest supported version is " + OLDEST_LIBRARY);
        }
    }

    private int number(OgawaGroup root, int child, String what) {
        ByteBuffer data = root.data(child, what);
        if (data.remaining() != 4) {
            throw file.bad(what + " has " + data.remaining() + " bytes instead of 4");
        }
        return data.getInt(0);
    }

    private static String text(ByteBuffer data) {
        byte[] bytes = new byte[data.remaining()];
        data.duplicate().get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private List<TimeSampling> samplings(OgawaGroup root) {
        List<TimeSampling> all = new ArrayList<>();
        HeaderBytes bytes = headers(root, TIME_SAMPLINGS, 0, "the time samplings");
        while (bytes.more()) {
            bytes.count(2, "the number of samples");
            all.add(TimeSampling.read(bytes, "time sampling " + all.size()));
        }
        return all;
    }

    private List<Map<String, String>> indexedMetaData(OgawaGroup root) {
        List<Map<String, String>> all = new ArrayList<>(List.of(Map.of()));
        HeaderBytes bytes = headers(root, INDEXED_META_DATA, 0, "the meta data");
        while (bytes.more()) {
            all.add(MetaData.parse(bytes.text(bytes.unsignedByte("a length"), "an entry")));
        }
        return all;
    }

    /**
     * A block of headers.
     *
     * @param tail bytes at its end that are not headers
     */
    HeaderBytes headers(OgawaGroup group, long child, int tail, String what) {
        ByteBuffer data = group.data(child, what);
        headerBytesLeft -= data.remaining();
        if (headerBytesLeft < 0) {
            throw file.bad(what + " overlap with other headers: together they are longer than the file");
        }
        int length = Math.max(0, data.remaining() - tail);
        return new HeaderBytes(file, data.slice(0, length).order(data.order()), what);
    }

    Tables tables() {
        return tables;
    }

    OgawaFile file() {
        return file;
    }

    /** The archive's meta data, such as the program that wrote it. */
    Map<String, String> metaData() {
        return metaData;
    }

    /** The root object, which has no name. */
    AlembicObject top() {
        return top;
    }

    /** {@code key=value;key=value}: the meta data of archives, objects and properties. */
    static final class MetaData {
        private MetaData() {}

        static Map<String, String> parse(String text) {
            Map<String, String> pairs = new LinkedHashMap<>();
            for (String pair : text.split(";")) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
                }
            }
            return pairs;
        }
    }

    /** Reads a block of headers in order and checks each number and name against its bounds. */
    static final class HeaderBytes {
        private final OgawaFile file;
        private final ByteBuffer data;
        private final String what;

        /** @param what what to call the block in messages */
        HeaderBytes(OgawaFile file, ByteBuffer data, String what) {
            this.file = file;
            this.data = data;
            this.what = what;
        }

        boolean more() {
            return data.hasRemaining();
        }

        InvalidInputException bad(String rest) {
            return file.bad(what + " " + rest);
        }

        private void require(long bytes, String part) {
            if (bytes > data.remaining()) {
                throw bad("are cut off: " + part + " needs " + bytes + " bytes, but " + data.remaining() + " are left");
            }
        }

        int unsignedByte(String part) {
            require(1, part);
            return data.get() & 0xff;
        }

        int info(String part) {
            require(4, part);
            return data.getInt();
        }

        /** A count of 1, 2 or 4 bytes, depending on the hint. */
        long count(int hint, String part) {
            return switch (hint) {
                case 0 -> unsignedByte(part);
                case 1 -> {
                    require(2, part);
                    yield data.getShort() & 0xffff;
                }
                case 2 -> {
                    require(4, part);
                    yield data.getInt() & 0xffffffffL;
                }
                default -> throw bad("have a count of unknown width (" + hint + ") for " + part);
            };
        }

        double number(String part) {
            require(8, part);
            return data.getDouble();
        }

        double[] numbers(long count, String part) {
            require(8 * count, part);
            double[] numbers = new double[(int) count];
            for (int k = 0; k < numbers.length; k++) {
                numbers[k] = data.getDouble();
            }
            return numbers;
        }

        String text(long length, String part) {
            require(length, part);
            byte[] bytes = new byte[(int) length];
            data.get(bytes);
            // Names appear in messages: control characters must not break the line.
            return new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
        }
    }
}
