package dev.sinew.bench.rivals.page;

import dev.sinew.bench.rivals.page.MarkdownPage.Footnotes;
import dev.sinew.bench.rivals.sheet.Chapter;
import dev.sinew.bench.rivals.sheet.Chapter.Figure;
import dev.sinew.bench.rivals.sheet.Chapter.Table;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Row;
import dev.sinew.bench.rivals.sheet.Verdicts;
import dev.sinew.job.text.Json;
import dev.sinew.show.page.ReportPage.Diagrams;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** One HTML file with all tables and charts; it opens from disk and loads nothing. Charts look like those of the report. */
public final class TablesPage {
    private TablesPage() {}

    public static String of(List<Chapter> chapters) {
        String body = chapters.stream().map(TablesPage::chapter).collect(Collectors.joining("\n"));
        List<Map<String, Object>> figures = chapters.stream()
                .flatMap(chapter -> chapter.figures().stream())
                .filter(figure -> !figure.curves().isEmpty())
                .map(TablesPage::tree)
                .toList();
        return resource("tables.html")
                .replace("{{colours}}", Diagrams.colours())
                .replace("{{body}}", body)
                .replace("{{licence}}", escape(Diagrams.licence()))
                .replace("{{library}}", Diagrams.library().replace("</script", "<\\/script"))
                .replace("{{figures}}", Json.line(figures).replace("<", "\\u003c"));
    }

    private static String chapter(Chapter chapter) {
        StringBuilder out = new StringBuilder("<section><h2>" + escape(chapter.title()) + "</h2>\n");
        chapter.tables().forEach(table -> add(out, table));
        for (Figure figure : chapter.figures()) {
            out.append("<figure><figcaption>").append(escape(figure.title())).append("</figcaption>");
            String plot = "<div class=\"plot\"><canvas id=\"" + escape(figure.id()) + "\"></canvas></div>";
            out.append(figure.curves().isEmpty() ? "<p>not run yet</p>" : plot).append("</figure>\n");
        }
        return out.append("</section>").toString();
    }

    private static void add(StringBuilder out, Table table) {
        out.append("<h3 id=\"").append(escape(table.id())).append("\">").append(escape(table.title()));
        out.append(" <small>")
                .append(escape(table.metric()))
                .append("</small></h3>\n<div class=\"wide\"><table><tr><th>row<th>from");
        table.columns().forEach(column -> out.append("<th>").append(escape(column)));
        out.append("</tr>\n");
        Footnotes notes = new Footnotes();
        for (Row row : table.rows()) {
            out.append("<tr class=\"")
                    .append(name(row.kind().name()))
                    .append("\"><td>")
                    .append(escape(row.subject()));
            out.append("<td>").append(row.kind().word());
            row.cells().forEach(cell -> add(out, cell, notes));
            out.append("</tr>\n");
        }
        out.append("</table></div>\n");
        list(out, "ol", "", notes.all());
        list(out, "ul", "", table.notes());
        list(out, "ul", "How close the rivals are to the published figures", Verdicts.nearness(table));
        list(out, "ul", "Where a rival run here is better than Sinew", Verdicts.beaten(table));
    }

    private static void add(StringBuilder out, Cell cell, Footnotes notes) {
        int note = notes.number(cell);
        String title = cell.source().word() + (note == 0 ? "" : ": " + cell.note());
        out.append("<td class=\"")
                .append(name(cell.source().name()))
                .append("\" title=\"")
                .append(escape(title))
                .append("\">");
        out.append(escape(cell.text())).append(note == 0 ? "" : "<sup>" + note + "</sup>");
    }

    private static void list(StringBuilder out, String element, String head, List<String> sentences) {
        if (!sentences.isEmpty()) {
            out.append(head.isEmpty() ? "" : "<p>" + escape(head) + "</p>\n")
                    .append('<')
                    .append(element)
                    .append('>');
            sentences.forEach(sentence -> out.append("<li>").append(escape(sentence)));
            out.append("</").append(element).append(">\n");
        }
    }

    private static Map<String, Object> tree(Figure figure) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("id", figure.id());
        tree.put("x", figure.xLabel());
        tree.put("y", figure.yLabel());
        tree.put("scale", name(figure.scale().name()));
        tree.put(
                "curves",
                figure.curves().stream()
                        .map(curve -> Map.<String, Object>of(
                                "name",
                                curve.name() + " (" + curve.source().word() + ")",
                                "x",
                                Arrays.stream(curve.x()).boxed().toList(),
                                "y",
                                Arrays.stream(curve.y()).boxed().toList()))
                        .toList());
        return tree;
    }

    private static String name(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String resource(String name) {
        try (InputStream in = TablesPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + " is missing from the jar", e);
        }
    }
}
