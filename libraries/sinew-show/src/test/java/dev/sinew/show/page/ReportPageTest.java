package dev.sinew.show.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.run.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportPageTest {
    private static final Set<String> VOID = Set.of("meta", "link", "path", "circle", "br", "input");

    private static String page(String title, String json, Map<String, byte[]> buffers) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportPage.write(out, title, json, buffers);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String page() throws IOException {
        Map<String, byte[]> buffers = new LinkedHashMap<>();
        buffers.put("rest", new byte[] {1, 2, 3, -4});
        return page("a walk", "{\"title\":\"a walk\"}", buffers);
    }

    private static String block(String page, String attribute) {
        Matcher m = Pattern.compile("<script type=\"[^\"]*\" " + Pattern.quote(attribute) + ">([^<]*)</script>")
                .matcher(page);
        assertThat(m.find()).as(attribute).isTrue();
        return m.group(1);
    }

    private static JsonNode modules(String page) throws IOException {
        byte[] gzip = Base64.getDecoder().decode(block(page, "id=\"sinew-modules\""));
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return JsonMapper.shared().readTree(in.readAllBytes());
        }
    }

    @Test
    void loadsNothing() throws IOException {
        String page = page();
        String markup = page.replaceAll("(?s)<!--.*?-->", "");
        assertThat(markup).doesNotContain("http://").doesNotContain("https://").doesNotContain("src=");
        assertThat(markup).contains("default-src 'none'");
        Matcher links =
                Pattern.compile("(?:href|url)\\s*[=(]\\s*[\"']?([^\"')\\s]*)").matcher(markup);
        while (links.find()) {
            assertThat(links.group(1)).startsWith("data:");
        }
    }

    @Test
    void elementsAreClosedInOrderAndIdsAreUnique() throws IOException {
        String markup =
                page().replaceAll("(?s)<!--.*?-->", "").replaceAll("(?s)(<(script|style)[^>]*>).*?(</\\2>)", "$1$3");
        List<String> open = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        Matcher tag = Pattern.compile("<(/?)([a-z][a-z0-9]*)([^>]*)>").matcher(markup);
        while (tag.find()) {
            Matcher id = Pattern.compile("\\bid=\"([^\"]+)\"").matcher(tag.group(3));
            assertThat(!id.find() || ids.add(id.group(1))).as(tag.group()).isTrue();
            if (!tag.group(1).isEmpty()) {
                assertThat(open.remove(open.size() - 1)).as(tag.group()).isEqualTo(tag.group(2));
            } else if (!VOID.contains(tag.group(2))) {
                open.add(tag.group(2));
            }
        }
        assertThat(open).isEmpty();
        assertThat(markup).startsWith("<!doctype html>").contains("<html lang=\"en\">");
    }

    @Test
    void containsEveryImportedModule() throws IOException {
        JsonNode modules = modules(page());
        Pattern imported = Pattern.compile("(?:from|import)\\s*[\"']([^\"']+)[\"'];");
        modules.properties().forEach(module -> {
            String code = module.getValue().asString().replaceAll("(?s)/\\*.*?\\*/", "");
            Matcher m = imported.matcher(code);
            while (m.find()) {
                assertThat(modules.has(m.group(1)))
                        .as(module.getKey() + " imports " + m.group(1))
                        .isTrue();
            }
        });
        assertThat(modules.has("sinew/main.js")).isTrue();
        assertThat(modules.has("three")).isTrue();
        assertThat(modules.has("chart.js")).isTrue();
    }

    @Test
    void containsEveryElementTheViewerUses() throws IOException {
        String page = page();
        modules(page).properties().forEach(module -> {
            Matcher m = Pattern.compile("byId\\('([\\w-]+)'\\)")
                    .matcher(module.getValue().asString());
            while (m.find()) {
                boolean made = modulesMake(page, m.group(1));
                assertThat(made || page.contains("id=\"" + m.group(1) + "\""))
                        .as(module.getKey() + " looks for #" + m.group(1))
                        .isTrue();
            }
        });
    }

    private static boolean modulesMake(String page, String id) {
        try {
            return modules(page)
                    .valueStream()
                    .anyMatch(source -> source.asString().contains("id: '" + id + "'"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void embedsBuffersUnchanged() throws IOException {
        assertThat(Base64.getDecoder().decode(block(page(), "data-buffer=\"rest\"")))
                .containsExactly(1, 2, 3, -4);
    }

    @Test
    void escapesTitleAndHeader() throws IOException {
        String evil = "</title></script><script>alert(1)</script><!--";
        String json = JsonMapper.shared().writeValueAsString(Map.of("title", evil));
        String page = page(evil, json, Map.of());
        assertThat(page).doesNotContain("<script>alert");
        assertThat(JsonMapper.shared()
                        .readTree(block(page, "id=\"sinew-scene\""))
                        .get("title")
                        .asString())
                .isEqualTo(evil);
    }

    @Test
    void pageWithoutDataIsSmall() throws IOException {
        assertThat(page().length()).isLessThan(600_000);
    }

    @Test
    void containsLicencesOfLibraries() throws IOException {
        assertThat(page()).contains("three.js authors", "Chart.js Contributors", "Permission is hereby granted");
    }

    @Test
    void rejectsMissingFolder(@TempDir Path folder) {
        Path file = folder.resolve("not/there.html");
        assertThatThrownBy(() -> AtomicFile.write(file, out -> ReportPage.write(out, "t", "{}", Map.of())))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("there.html")
                .hasMessageContaining("does not exist");
    }

    @Test
    void sameInputSameBytes() throws IOException {
        assertThat(page()).isEqualTo(page());
    }
}
