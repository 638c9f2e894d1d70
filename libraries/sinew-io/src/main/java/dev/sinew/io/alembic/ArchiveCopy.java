package dev.sinew.io.alembic;

import dev.sinew.io.alembic.CompoundWriter.Description;
import dev.sinew.io.parts.ArchiveFormat.Archive;
import dev.sinew.io.parts.ArchiveFormat.Item;
import dev.sinew.io.parts.ArchiveFormat.Kind;
import dev.sinew.io.parts.ArchiveFormat.Property;
import dev.sinew.io.parts.ArchiveFormat.Sampling;
import dev.sinew.run.RefusedException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Copies an archive of another form into an Ogawa file, object by object and sample by sample. Text properties are left out. */
final class ArchiveCopy {
    private static final int LIBRARY_VERSION = 10800;
    /** What files hold for times that never come again. */
    private static final double ACYCLIC = Double.MAX_VALUE / 32;

    private final OgawaWriter writer;

    private ArchiveCopy(OgawaWriter writer) {
        this.writer = writer;
    }

    /** Reads through the copy of an archive, which nobody else gets to see. */
    static OgawaFile of(Path file, Archive archive) {
        try {
            Path copy = Files.createTempFile("sinew-", ".abc");
            try {
                long root = new ArchiveCopy(new OgawaWriter(OutputStream.nullOutputStream(), 0)).write(archive);
                try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(copy), 1 << 16)) {
                    new ArchiveCopy(new OgawaWriter(out, root)).write(archive);
                }
                return OgawaFile.open(file, copy);
            } finally {
                copy.toFile().deleteOnExit();
                deleteWhereMappedFilesMayGo(copy);
            }
        } catch (IOException e) {
            throw new RefusedException(file + " cannot be read: no room for its copy, " + e.getMessage(), e);
        }
    }

    /** Elsewhere it goes with the program. */
    private static void deleteWhereMappedFilesMayGo(Path copy) {
        try {
            Files.deleteIfExists(copy);
        } catch (IOException mapped) {
            // deleteOnExit is asked already.
        }
    }

    private long write(Archive archive) throws IOException {
        long version = writer.data(OgawaWriter.buffer(4).putInt(0).array());
        long library = writer.data(OgawaWriter.buffer(4).putInt(LIBRARY_VERSION).array());
        long top = object(archive.top());
        long metaData = writer.data(new byte[] {' '});
        List<byte[]> samplings = new ArrayList<>();
        for (Sampling sampling : archive.samplings()) {
            samplings.add(sampling(sampling));
        }
        return writer.group(
                version, library, top, metaData, writer.data(samplings.toArray(byte[][]::new)), OgawaWriter.EMPTY_DATA);
    }

    private static byte[] sampling(Sampling sampling) {
        ByteBuffer bytes = OgawaWriter.buffer(16 + 8 * sampling.times().length);
        bytes.putInt(0)
                .putDouble(Double.isInfinite(sampling.cycle()) ? ACYCLIC : sampling.cycle())
                .putInt(sampling.times().length);
        for (double time : sampling.times()) {
            bytes.putDouble(time);
        }
        return bytes.array();
    }

    private long object(Item item) throws IOException {
        List<Long> children = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<String> metaData = new ArrayList<>();
        for (Item child : item.children()) {
            children.add(object(child));
            names.add(child.name());
            metaData.add(child.metaData());
        }
        return AlembicWriter.object(writer, compound(item.properties()), children, names, metaData);
    }

    private long compound(List<Property> properties) throws IOException {
        CompoundWriter compound = new CompoundWriter(writer);
        for (Property property : properties) {
            if (property.kind() == Kind.COMPOUND) {
                compound.compound(property.name(), property.metaData(), compound(property.children()));
                continue;
            }
            Optional<Pod> pod = Pod.ofCode(property.pod()).filter(p -> !p.isText());
            if (pod.isPresent()) {
                Description said = new Description(
                        property.name(), pod.get(), property.extent(), property.metaData(), property.sampling());
                if (property.kind() == Kind.SCALAR) {
                    compound.scalar(said, property.samples(), property.bytes()::apply);
                } else {
                    compound.array(said, property.samples(), property.bytes()::apply);
                }
            }
        }
        return compound.end();
    }
}
