package dev.sinew.hdf5;

import dev.sinew.io.parts.ArchiveFormat;
import dev.sinew.run.RefusedException;
import io.jhdf.HdfFile;
import io.jhdf.api.Attribute;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The objects and properties of an archive. An object is a group; its properties stand in the group {@code .prop}, its meta data in the
 * attribute {@code .prop.meta}. Property NAME has the attributes {@code NAME.info} and {@code NAME.meta}; its first sample is
 * {@code NAME.smp0}, the others {@code 0001}, {@code 0002} … of the group {@code NAME.smpi}: attributes for scalars, datasets for arrays.
 */
final class Hdf5Archive implements ArchiveFormat.Archive {
    private static final int DEEPEST = 400;
    private static final int MOST_OBJECTS = 1_000_000;
    private static final int MOST_SAMPLES = 200_000;
    private static final int MOST_SAMPLINGS = 65_536;
    private static final int NEWEST = 1;
    private static final int OLDEST = -8;
    private static final long ACYCLIC = 0xffffffffL;
    private static final String PROPERTIES = ".prop";
    private static final String INFO = ".info";

    private final Path file;
    private final HdfFile hdf;
    private final List<ArchiveFormat.Sampling> samplings = new ArrayList<>();
    private final ArchiveFormat.Item top;
    /** Groups that lie above the one being read: links may lead in circles. */
    private final Set<Long> above = new HashSet<>();

    private int objects;

    Hdf5Archive(Path file, HdfFile hdf) {
        this.file = file;
        this.hdf = hdf;
        checkVersion();
        readSamplings();
        Node root = hdf.getChild("ABC");
        if (!(root instanceof Group group)) {
            throw bad("has no group ABC, so it is HDF5 but no Alembic archive");
        }
        top = item(group, "ABC", 0);
    }

    private RefusedException bad(String what) {
        return new RefusedException(file + " " + what);
    }

    private void checkVersion() {
        double[] version = numbers(hdf, "abc_version").orElse(new double[0]);
        if (version.length != 1 || version[0] < OLDEST || version[0] > NEWEST) {
            throw bad("is an Alembic archive of version " + (version.length == 1 ? version[0] : "unknown")
                    + " in HDF5, those from " + OLDEST + " to " + NEWEST + " are read");
        }
    }

    @Override
    public List<ArchiveFormat.Sampling> samplings() {
        return samplings;
    }

    @Override
    public ArchiveFormat.Item top() {
        return top;
    }

    @Override
    public void close() {
        hdf.close();
    }

    private static Optional<double[]> numbers(Node node, String name) {
        Attribute attribute = node.getAttributes().get(name);
        return attribute == null || attribute.isEmpty()
                ? Optional.empty()
                : Optional.of(Numbers.doubles(attribute.getData()));
    }

    private static String text(Node node, String name) {
        Attribute attribute = node.getAttributes().get(name);
        Object data = attribute == null || attribute.isEmpty() ? "" : attribute.getData();
        return data instanceof String string
                ? string
                : data instanceof String[] several ? String.join("", several) : "";
    }

    /** 1.tspc, 1.ttpc and 1.time, then 2 …; number 0 is one sample a second. */
    private void readSamplings() {
        samplings.add(new ArchiveFormat.Sampling(1, new double[] {0}));
        for (int k = 1; k < MOST_SAMPLINGS; k++) {
            Optional<double[]> perCycle = numbers(hdf, k + ".tspc");
            Optional<double[]> cycle = numbers(hdf, k + ".ttpc");
            if (perCycle.isEmpty() && cycle.isEmpty()) {
                return;
            }
            int number = k;
            double[] times = numbers(hdf, k + ".time").orElseThrow(() -> bad("has no times for sampling " + number));
            boolean acyclic = perCycle.isPresent() && perCycle.get()[0] == ACYCLIC;
            double seconds =
                    acyclic ? Double.POSITIVE_INFINITY : cycle.map(c -> c[0]).orElse(1.0);
            samplings.add(new ArchiveFormat.Sampling(seconds, times));
        }
    }

    private ArchiveFormat.Item item(Group group, String name, int depth) {
        enter(group, depth);
        if (++objects > MOST_OBJECTS) {
            throw bad("has more than " + MOST_OBJECTS + " objects");
        }
        List<ArchiveFormat.Property> properties = List.of();
        List<ArchiveFormat.Item> children = new ArrayList<>();
        for (Map.Entry<String, Node> child : group.getChildren().entrySet()) {
            if (child.getValue() instanceof Group below) {
                if (child.getKey().equals(PROPERTIES)) {
                    properties = compound(below, depth + 1);
                } else {
                    children.add(item(below, child.getKey(), depth + 1));
                }
            }
        }
        above.remove(group.getAddress());
        return new ArchiveFormat.Item(name, text(group, PROPERTIES + ".meta"), properties, children);
    }

    private void enter(Group group, int depth) {
        if (depth > DEEPEST || !above.add(group.getAddress())) {
            throw bad("has the group " + group.getPath() + " "
                    + (depth > DEEPEST ? "nested deeper than " + DEEPEST : "inside itself"));
        }
    }

    private List<ArchiveFormat.Property> compound(Group group, int depth) {
        enter(group, depth);
        List<ArchiveFormat.Property> properties = new ArrayList<>();
        for (String attribute : group.getAttributes().keySet()) {
            if (attribute.length() > INFO.length() && attribute.endsWith(INFO)) {
                String name = attribute.substring(0, attribute.length() - INFO.length());
                properties.add(property(group, name, depth));
            }
        }
        above.remove(group.getAddress());
        return properties;
    }

    private ArchiveFormat.Property property(Group group, String name, int depth) {
        double[] info = numbers(group, name + INFO).orElse(new double[1]);
        String metaData = text(group, name + ".meta");
        int bits = (int) (long) info[0];
        if (info.length == 1 && bits == 0) {
            Node below = group.getChildren().get(name);
            List<ArchiveFormat.Property> inside = below instanceof Group g ? compound(g, depth + 1) : List.of();
            return new ArchiveFormat.Property(
                    name, metaData, ArchiveFormat.Kind.COMPOUND, 0, 1, 0, 0, k -> new byte[0], inside);
        }
        PropertyInfo said = PropertyInfo.of(info, exists(group, name + ".smp0"));
        if (said.samples() > MOST_SAMPLES || said.extent() == 0 || said.sampling() >= samplings.size()) {
            throw bad("has the property " + group.getPath() + name + " with " + said.samples() + " samples of "
                    + said.extent() + " numbers, taken by sampling " + said.sampling() + " of " + samplings.size());
        }
        return new ArchiveFormat.Property(
                name,
                metaData,
                said.kind(),
                said.pod(),
                said.extent(),
                said.sampling(),
                said.samples(),
                k -> Hdf5Archives.guarded(file, () -> sample(group, name, said, said.stored(k))),
                List.of());
    }

    private static boolean exists(Group group, String name) {
        return group.getAttributes().containsKey(name) || group.getChildren().containsKey(name);
    }

    private byte[] sample(Group group, String name, PropertyInfo said, int k) {
        Node holder = k == 0 ? group : group.getChildren().get(name + ".smpi");
        String sample = k == 0 ? name + ".smp0" : String.format(Locale.ROOT, "%04d", k);
        if (!(holder instanceof Group place)) {
            throw bad("has no samples after the first of " + group.getPath() + name);
        }
        Attribute attribute = place.getAttributes().get(sample);
        if (attribute != null) {
            return attribute.isEmpty() ? new byte[0] : Numbers.bytes(attribute.getData(), said.pod());
        }
        if (!(place.getChildren().get(sample) instanceof Dataset dataset)) {
            throw bad("has no sample " + k + " of " + group.getPath() + name);
        }
        return dataset.isEmpty() ? new byte[0] : Numbers.bytes(dataset.getDataFlat(), said.pod());
    }
}
