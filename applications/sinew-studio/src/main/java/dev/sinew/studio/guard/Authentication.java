package dev.sinew.studio.guard;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.util.List;
import java.util.Set;

/**
 * Checks every request: the Host header must be this machine's (against DNS rebinding), the origin must be the studio's own page,
 * and API routes need the token.
 */
public final class Authentication {
    private static final String BEARER = "Bearer ";
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Token token;
    private volatile int port;

    public Authentication(Token token) {
        this.token = token;
    }

    /** Sets the port, which is only known once the server listens. */
    public void setPort(int newPort) {
        this.port = newPort;
    }

    /** Runs before every route. */
    public void check(Context context) {
        Headers.put(context);
        if (!hosts().contains(context.header("Host"))) {
            throw new RejectedRequestException(403, "use the host 127.0.0.1:" + port);
        }
        String origin = context.header("Origin");
        if (origin != null && !hosts().contains(origin.replaceFirst("^http://", ""))) {
            throw new RejectedRequestException(403, "requests from other origins are not allowed");
        }
        String site = context.header("Sec-Fetch-Site");
        boolean api = context.path().startsWith("/api/");
        if (api && site != null && !OWN_SITES.contains(site)) {
            throw new RejectedRequestException(403, "requests from other origins are not allowed");
        }
        if (api && !hasToken(context)) {
            throw new RejectedRequestException(
                    401, "missing or wrong token: open the full link printed by 'sinew studio'");
        }
    }

    private boolean hasToken(Context context) {
        String said = context.header("Authorization");
        return said != null && said.startsWith(BEARER)
                ? token.matches(said.substring(BEARER.length()))
                : token.matches(context.cookie(cookieName()));
    }

    /** Sets a cookie with the token, which scripts cannot read. */
    public void setCookie(Context context) {
        Cookie cookie = new Cookie(cookieName(), token.toString());
        cookie.setHttpOnly(true);
        cookie.setSameSite(SameSite.STRICT);
        cookie.setPath("/");
        context.cookie(cookie);
    }

    /** Cookies are shared by all ports of a host, so the name contains the port. */
    private String cookieName() {
        return "sinew-" + port;
    }

    private List<String> hosts() {
        return List.of("127.0.0.1:" + port, "localhost:" + port);
    }

    /** Security headers of every response: scripts from this server only, no framing, no requests to other servers. */
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
