package dev.sinew.show.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/**
 * One HTML file that contains the viewer, its libraries and the data. It opens from disk and loads nothing.
 *
 * <p>The data format is that of docs/reference/viewer-format.md: a JSON header and gzip-compressed buffers by name.
 */
public final class ReportPage {
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private final String title;
    private final String header;
    private final Map<String, byte[]> buffers;

    private ReportPage(String title, String header, Map<String, byte[]> buffers) {
        this.title = title;
        this.header = header;
        this.buffers = buffers;
    }

    /**
     * Writes the page; the stream stays open.
     *
     * @param header the scene's JSON
     * @param buffers gzip-compressed, not modified
     */
    public static void write(OutputStream out, String title, String header, Map<String, byte[]> buffers)
            throws IOException {
        new ReportPage(title, header, buffers).writeTo(out);
    }

    private void writeTo(OutputStream out) throws IOException {
        String template = ViewerFiles.read("page.html");
        Matcher place = PLACE.matcher(template);
        int from = 0;
        while (place.find()) {
            text(out, template.substring(from, place.start()));
            fill(out, place.group(1));
            from = place.end();
        }
        text(out, template.substring(from));
    }

    private void fill(OutputStream out, String place) throws IOException {
        switch (place) {
            case "title" -> text(out, escape(title));
            case "styles" -> text(out, ViewerFiles.styles());
            case "boot" -> text(out, ViewerFiles.read("boot.js"));
            case "licences" -> text(out, ViewerFiles.licences());
            case "data" -> data(out);
            default -> throw new IllegalStateException("page.html has an unknown placeholder " + place);
        }
    }

    private void data(OutputStream out) throws IOException {
        // Escape "</" and "<!" in the JSON, so that they cannot end the script element.
        text(out, "<script type=\"application/json\" id=\"sinew-scene\">");
        text(out, header.replace("<", "\\u003c"));
        text(out, "</script>\n");
        base64(out, "id=\"sinew-modules\"", gzip(json(ViewerFiles.modules())));
        for (Map.Entry<String, byte[]> buffer : buffers.entrySet()) {
            base64(out, "data-buffer=\"" + escape(buffer.getKey()) + "\"", buffer.getValue());
        }
    }

    private static void base64(OutputStream out, String attribute, byte[] bytes) throws IOException {
        text(out, "<script type=\"application/gzip\" " + attribute + ">");
        out.write(Base64.getEncoder().encode(bytes));
        text(out, "</script>\n");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            text(gzip, text);
        }
        return bytes.toByteArray();
    }

    private static void text(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String json(Map<String, String> strings) {
        return strings.entrySet().stream()
                .map(entry -> quote(entry.getKey()) + ":" + quote(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String quote(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16).append('"');
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", c));
            } else {
                out.append((char) c);
            }
        });
        return out.append('"').toString();
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** The chart resources of the report, for other pages with the same look. */
    public static final class Diagrams {
        private Diagrams() {}

        /** Style sheet with the report's colours and fonts. */
        public static String colours() {
            return ViewerFiles.read("css/tokens.css");
        }

        /** Script of the chart library; it defines {@code Chart}. */
        public static String library() {
            return ViewerFiles.read("lib/chart.umd.min.js");
        }

        /** Licence text to show with the library. */
        public static String licence() {
            return "Chart.js\n" + ViewerFiles.read("lib/chart.LICENSE");
        }
    }
}
