package dev.sinew.studio.guard;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.util.List;
import java.util.Set;

/**
 * Who may come in: only who calls this machine by its own name (else another site's name could be pointed here), only pages that
 * come from here, and to what the folder holds only who has the token.
 */
public final class Authentication {
    private static final String BEARER = "Bearer ";
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Token token;
    private volatile int port;

    public Authentication(Token token) {
        this.token = token;
    }

    /** Known only once the server listens. */
    public void openAt(int newPort) {
        this.port = newPort;
    }

    /** Before everything. */
    public void check(Context context) {
        Headers.put(context);
        if (!hosts().contains(context.header("Host"))) {
            throw new TurnedAwayException(403, "this server answers to 127.0.0.1:" + port + " only");
        }
        String origin = context.header("Origin");
        if (origin != null && !hosts().contains(origin.replaceFirst("^http://", ""))) {
            throw new TurnedAwayException(403, "pages of other sites may not ask this server");
        }
        String site = context.header("Sec-Fetch-Site");
        boolean api = context.path().startsWith("/api/");
        if (api && site != null && !OWN_SITES.contains(site)) {
            throw new TurnedAwayException(403, "pages of other sites may not ask this server");
        }
        if (api && !hasToken(context)) {
            throw new TurnedAwayException(
                    401, "open the address that 'sinew studio' printed: it carries the token that lets you in");
        }
    }

    private boolean hasToken(Context context) {
        String said = context.header("Authorization");
        return said != null && said.startsWith(BEARER)
                ? token.is(said.substring(BEARER.length()))
                : token.is(context.cookie(cookieName()));
    }

    /** From now on the browser shows the token by itself, and scripts cannot read it. */
    public void letIn(Context context) {
        Cookie cookie = new Cookie(cookieName(), token.toString());
        cookie.setHttpOnly(true);
        cookie.setSameSite(SameSite.STRICT);
        cookie.setPath("/");
        context.cookie(cookie);
    }

    /** Cookies know hosts, not ports: two studios must not take each other's. */
    private String cookieName() {
        return "sinew-" + port;
    }

    private List<String> hosts() {
        return List.of("127.0.0.1:" + port, "localhost:" + port);
    }

    /** What every answer says about itself: scripts only from here, nothing inside other pages, nothing to anywhere else. */
    private static final class Headers {
        private static final String CONTENT = String.join(
                "; ",
                "default-src 'none'",
                "script-src 'self'",
                "style-src 'self'",
                "img-src 'self' blob: data:",
                "connect-src 'self'",
                "base-uri 'none'",
                "form-action 'none'",
                "frame-ancestors 'none'");

        private Headers() {}

        static void put(Context context) {
            context.header("Content-Security-Policy", CONTENT);
            context.header("X-Content-Type-Options", "nosniff");
            context.header("Referrer-Policy", "no-referrer");
            context.header("Cross-Origin-Opener-Policy", "same-origin");
            context.header("Cross-Origin-Resource-Policy", "same-origin");
            context.header("Cache-Control", "no-store");
        }
    }
}
