package dev.sinew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.SkinnedModel;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps the API small: solver internals are not exported, and the number of exported types is bounded. */
class ExportedTypesTest {
    /** Public top-level types. */
    private static final int MOST = 127;

    private static ModuleDescriptor descriptor() throws IOException, URISyntaxException {
        // Not as a resource: modules of the JDK have one of that name too.
        try (InputStream compiled = Files.newInputStream(classes().resolve("module-info.class"))) {
            return ModuleDescriptor.read(compiled);
        }
    }

    private static Set<String> exported() throws IOException, URISyntaxException {
        return descriptor().exports().stream()
                .filter(export -> !export.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
    }

    private static Path classes() throws URISyntaxException {
        return Path.of(SkinnedModel.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /** Names of the top-level types of a package. */
    private static Stream<String> typesOf(Path classes, String room) throws IOException {
        try (Stream<Path> files = Files.list(classes.resolve(room.replace('.', '/')))) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("$") && !name.startsWith("package-info"))
                    .map(name -> room + "." + name.substring(0, name.length() - ".class".length()))
                    .toList()
                    .stream();
        }
    }

    @Test
    void doesNotExportSolversAndLinearAlgebra() throws IOException, URISyntaxException {
        assertThat(exported())
                .isNotEmpty()
                .noneMatch(p -> p.startsWith("dev.sinew.solve") || p.startsWith("dev.sinew.linalg"));
    }

    @Test
    void requiresTheVectorApiOnlyOptionally() throws IOException, URISyntaxException {
        assertThat(descriptor().requires())
                .extracting(ModuleDescriptor.Requires::name)
                .containsExactly("java.base");
    }

    @Test
    void exportsFewTypes() throws IOException, URISyntaxException, ReflectiveOperationException {
        List<String> types = new ArrayList<>();
        for (String room : exported()) {
            for (String name : typesOf(classes(), room).toList()) {
                if (Modifier.isPublic(Class.forName(name, false, SkinnedModel.class.getClassLoader())
                        .getModifiers())) {
                    types.add(name);
                }
            }
        }
        assertThat(types).hasSizeBetween(50, MOST);
    }
}
