package dev.sinew.show.page;

/** What the report draws its diagrams with, for other pages that are to look the same. */
public final class Diagrams {
    private Diagrams() {}

    /** Colours and letters of the report, a style sheet. */
    public static String colours() {
        return ViewerFiles.read("css/tokens.css");
    }

    /** The library that draws, a script that makes {@code Chart}. */
    public static String library() {
        return ViewerFiles.read("lib/chart.umd.min.js");
    }

    /** To be shown where the library is. */
    public static String licence() {
        return "Chart.js\n" + ViewerFiles.read("lib/chart.LICENSE");
    }
}
