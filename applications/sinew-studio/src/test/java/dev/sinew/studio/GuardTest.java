package dev.sinew.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests without the token, from other origins or for files outside the folder are rejected. */
class GuardTest {
    @TempDir
    static Path folder;

    @TempDir
    static Path elsewhere;

    private static Visit visit;

    @BeforeAll
    static void open() throws IOException {
        Visit.putFlag(folder);
        Files.writeString(elsewhere.resolve("secret.obj"), "v 0 0 0\n");
        Files.createSymbolicLink(folder.resolve("linked"), elsewhere);
        visit = new Visit(folder);
    }

    @AfterAll
    static void close() {
        visit.close();
    }

    /** A raw request with any Host and any header, which browsers would not send. */
    private String raw(String host, String more) throws IOException {
        int port = URI.create(visit.base).getPort();
        try (Socket socket = new Socket("127.0.0.1", port)) {
            String text = "GET /api/runs HTTP/1.1\r\nHost: " + host + "\r\n" + more + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String withToken() {
        return "Authorization: Bearer " + visit.token + "\r\n";
    }

    private String own() {
        return visit.base.substring("http://".length());
    }

    @Test
    void addressIsLoopbackWithToken() {
        assertThat(visit.studio().address()).matches("http://127\\.0\\.0\\.1:\\d+/#[\\w-]{32}");
    }

    @Test
    void rejectsRequestsWithoutToken() throws Exception {
        assertThat(raw(own(), "")).startsWith("HTTP/1.1 401").contains("sentence");
        assertThat(raw(own(), "Authorization: Bearer wrong\r\n")).startsWith("HTTP/1.1 401");
        assertThat(raw(own(), "Cookie: sinew=" + visit.token + "\r\n")).startsWith("HTTP/1.1 401");
        assertThat(raw(own(), withToken())).startsWith("HTTP/1.1 200");
    }

    @Test
    void rejectsOtherHostsAndOrigins() throws Exception {
        assertThat(raw("evil.example", withToken())).startsWith("HTTP/1.1 403");
        assertThat(raw(own(), withToken() + "Origin: http://evil.example\r\n")).startsWith("HTTP/1.1 403");
        assertThat(raw(own(), withToken() + "Origin: null\r\n")).startsWith("HTTP/1.1 403");
        assertThat(raw(own(), withToken() + "Origin: https://" + own() + "\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw(own(), withToken() + "Sec-Fetch-Site: cross-site\r\n")).startsWith("HTTP/1.1 403");
        assertThat(raw(own(), withToken() + "Origin: " + visit.base + "\r\n")).startsWith("HTTP/1.1 200");
    }

    @Test
    void tokenBecomesStrictHttpOnlyCookie() throws Exception {
        HttpResponse<String> answer = visit.send(visit.request("/api/session")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
        assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
                .contains("HttpOnly")
                .contains("SameSite=Strict")
                .contains(visit.token);
    }

    @Test
    void pageLoadsNoForeignOrInlineScripts() throws Exception {
        HttpResponse<String> page = visit.send(visit.request("/").build());
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'")
                .contains("script-src 'self'")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(page.body())
                .doesNotContain("https://")
                .doesNotContain("<style")
                .doesNotContain("style=\"")
                .doesNotContainPattern("<script(?![^>]* src=)");
    }

    @Test
    void listensOnLoopbackOnly() throws Exception {
        int port = URI.create(visit.base).getPort();
        for (NetworkInterface network : NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress address : network.inetAddresses().toList()) {
                if (!address.isLoopbackAddress()) {
                    assertThatThrownBy(() -> new Socket(address, port).close()).isInstanceOf(IOException.class);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"../outside.obj", "/etc/passwd", "a/../../outside.obj", "linked/secret.obj", "", "\u0000"})
    void rejectsPathsOutsideTheFolder(String name) throws Exception {
        HttpResponse<String> asked = visit.post(
                "/api/runs", Map.of("command", "fit", "input", List.of(name), "options", Map.of("bones", 2)));
        assertThat(asked.statusCode()).as(asked.body()).isEqualTo(400);
        HttpResponse<String> rest = visit.post(
                "/api/runs",
                Map.of(
                        "command",
                        "fit",
                        "input",
                        List.of("flag.obj"),
                        "options",
                        Map.of("bones", 2, "rest", "../x.obj")));
        assertThat(rest.statusCode()).as(rest.body()).isEqualTo(400);
        String encoded = java.net.URLEncoder.encode(name, StandardCharsets.UTF_8);
        for (String place : List.of("/api/library/scene?name=", "/api/library/picture?name=")) {
            assertThat(visit.send(visit.request(place + encoded).build()).statusCode())
                    .isEqualTo(400);
        }
        HttpResponse<String> put = visit.send(visit.request("/api/library/files?name=" + encoded)
                .PUT(HttpRequest.BodyPublishers.ofString("v 0 0 0"))
                .build());
        assertThat(put.statusCode()).as(put.body()).isBetween(400, 415);
    }

    @Test
    void privateFilesCannotBeOverwritten() throws Exception {
        for (String name : List.of(".sinew/token", ".sinew/runs/x.json", ".hidden.obj", "program.exe")) {
            HttpResponse<String> put = visit.send(visit.request("/api/library/files?name=" + name)
                    .PUT(HttpRequest.BodyPublishers.ofString("x"))
                    .build());
            assertThat(put.statusCode()).as(name).isIn(400, 415);
        }
    }

    @Test
    void rejectsFolderOpenInAnotherStudio() {
        assertThatThrownBy(() -> Studio.open(folder, OptionalInt.of(0)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("open in another studio");
    }

    @Test
    void rejectsPortInUse() {
        int port = URI.create(visit.base).getPort();
        assertThatThrownBy(() -> Studio.open(elsewhere, OptionalInt.of(port)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("port " + port);
    }
}
