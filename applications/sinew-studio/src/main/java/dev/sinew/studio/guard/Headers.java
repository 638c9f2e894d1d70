package dev.sinew.studio.guard;

import io.javalin.http.Context;

/** What every answer says about itself: scripts only from here, nothing inside other pages, nothing to anywhere else. */
final class Headers {
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
