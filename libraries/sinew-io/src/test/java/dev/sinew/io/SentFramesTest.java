package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.SequenceInput.UpAxis;
import dev.sinew.io.alembic.AlembicSequence;
import dev.sinew.io.alembic.AlembicWriter;
import dev.sinew.io.cache.Mdd;
import dev.sinew.io.cache.Pc2;
import dev.sinew.io.cache.PointCache;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames in files are serialized as file names and are the same after deserialization. */
class SentFramesTest {
    private static final int VERTICES = 40;
    private static final int[] WANTED = {5, 0, 3};

    @TempDir
    Path folder;

    private final float[][] frames = new float[6][3 * VERTICES];
    private MeshSequence sequence;

    @BeforeEach
    void fill() {
        Random random = new Random(4);
        for (float[] frame : frames) {
            for (int k = 0; k < frame.length; k++) {
                frame[k] = random.nextFloat();
            }
        }
        Mesh rest = Mesh.ofTriangles(frames[0], new int[] {0, 1, 2, 37, 38, 39});
        sequence = new MeshSequence("noise", rest, FrameSource.of(frames), 24);
    }

    private record Name(String text) implements Serializable {}

    private static byte[] bytes(FrameSource source) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        class Writer extends ObjectOutputStream {
            Writer(OutputStream out) throws IOException {
                super(out);
                enableReplaceObject(true);
            }

            @Override
            protected Object replaceObject(Object object) {
                return object instanceof Path file ? new Name(file.toString()) : object;
            }
        }
        try (ObjectOutputStream out = new Writer(bytes)) {
            out.writeObject(source);
        }
        return bytes.toByteArray();
    }

    private static FrameSource read(byte[] bytes) throws IOException, ClassNotFoundException {
        class Reader extends ObjectInputStream {
            Reader(InputStream in) throws IOException {
                super(in);
                enableResolveObject(true);
            }

            @Override
            protected Object resolveObject(Object object) {
                return object instanceof Name name ? Path.of(name.text) : object;
            }
        }
        try (ObjectInputStream in = new Reader(new ByteArrayInputStream(bytes))) {
            return (FrameSource) in.readObject();
        }
    }

    private void check(Path file, FrameSource source) throws Exception {
        FrameSource transformed = new Placement(UpAxis.Z, 2).place(source);
        byte[] sent = bytes(transformed);
        assertThat(sent.length).as("a file name, no numbers").isLessThan(2000);
        FrameSource there = read(sent);
        assertThat(there.isStreamed()).isTrue();
        assertThat(there.frameCount()).isEqualTo(WANTED.length);
        for (int f = 0; f < WANTED.length; f++) {
            float[] some = new float[3 * 17];
            float[] wanted = new float[3 * 17];
            there.positions(f, 11, 28, some, 0);
            transformed.positions(f, 11, 28, wanted, 0);
            assertThat(some).containsExactly(wanted);
            assertThat(some[0]).isEqualTo(2 * frames[WANTED[f]][33]);
        }
        Files.delete(file);
        assertThatThrownBy(() -> read(sent))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void serializesCaches() throws Exception {
        Path pc2 = folder.resolve("noise.pc2");
        AtomicFile.write(pc2, out -> Pc2.write(out, sequence));
        check(pc2, PointCache.open(pc2).streamFrames(WANTED).orElseThrow());
        Path mdd = folder.resolve("noise.mdd");
        AtomicFile.write(mdd, out -> Mdd.write(out, sequence));
        check(mdd, PointCache.open(mdd).streamFrames(WANTED).orElseThrow());
    }

    @Test
    void serializesArchives() throws Exception {
        Path file = folder.resolve("noise.abc");
        AtomicFile.write(file, out -> AlembicWriter.write(out, sequence));
        AlembicSequence archive = AlembicSequence.open(file, List.of());
        archive.rest(0);
        check(file, archive.streamFrames(WANTED).orElseThrow());
    }
}
