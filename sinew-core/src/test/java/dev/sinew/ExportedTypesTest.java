package dev.sinew;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The library's door is narrow: how solvers work is nobody's business, and what is exported can be read in an evening. */
class ExportedTypesTest {
    /** Public types, those inside others not counted: they are read with them. */
    private static final int MOST = 120;

    private static ModuleDescriptor descriptor() throws IOException {
        try (InputStream compiled = ExportedTypesTest.class.getResourceAsStream("/module-info.class")) {
            return ModuleDescriptor.read(compiled);
        }
    }

    private static Set<String> exported() throws IOException {
        return descriptor().exports().stream()
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
    }

    private static List<JavaClass> core() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.sinew").stream()
                        .filter(c -> c.getPackageName().startsWith("dev.sinew."))
                        .toList();
    }

    @Test
    void solveAndLinalgStayInside() throws IOException {
        assertThat(exported())
                .isNotEmpty()
                .noneMatch(p -> p.startsWith("dev.sinew.solve") || p.startsWith("dev.sinew.linalg"));
    }

    @Test
    void theVectorApiIsOptional() throws IOException {
        assertThat(descriptor().requires())
                .extracting(ModuleDescriptor.Requires::name)
                .containsExactly("java.base");
    }

    @Test
    void atMost120TypesAreExported() throws IOException {
        Set<String> exported = exported();
        List<String> types = core().stream()
                .filter(c -> exported.contains(c.getPackageName()))
                .filter(c -> c.isTopLevelClass() && c.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getName)
                .toList();
        assertThat(types).hasSizeBetween(50, MOST);
    }
}
