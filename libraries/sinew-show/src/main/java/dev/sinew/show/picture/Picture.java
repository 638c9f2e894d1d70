package dev.sinew.show.picture;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.show.picture.Scene.Panel.Legend;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** A rendered picture. Needs no display; the same scene and options give the same pixels. */
public final class Picture {
    private final BufferedImage image;

    private Picture(BufferedImage image) {
        this.image = image;
    }

    public static Picture of(Scene scene, PictureOptions options) {
        int width = options.width();
        int height = options.height();
        int panels = scene.panels().size();
        if (panels > width / 16) {
            throw new IllegalArgumentException(panels + " panels do not fit into a picture width of " + width);
        }
        int[] pixels = new int[width * height];
        Camera[] cameras = new Camera[panels];
        for (int k = 0; k < panels; k++) {
            int from = edge(k, panels, width);
            View view = new View(
                    scene.panels().get(k), scene.framing(), options, edge(k + 1, panels, width) - from, height);
            view.paint(pixels, from, width);
            cameras[k] = view.camera();
        }
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, width, height, pixels, 0, width);
        drawOver(image, scene, cameras);
        return new Picture(image);
    }

    private static int edge(int panel, int panels, int width) {
        return (int) ((long) panel * width / panels);
    }

    private static void drawOver(BufferedImage image, Scene scene, Camera[] cameras) {
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        int panels = cameras.length;
        for (int k = 0; k < panels; k++) {
            int from = edge(k, panels, image.getWidth());
            int wide = edge(k + 1, panels, image.getWidth()) - from;
            g.translate(from, 0);
            new BoneDrawing(cameras[k], wide, image.getHeight())
                    .draw(scene.panels().get(k).bones(), g);
            g.translate(-from, 0);
        }
        try {
            letter(g, image, scene);
        } catch (RuntimeException | LinkageError | InternalError e) {
            // Java without fonts (as in a bare container) can fail here in several ways; the picture is valid without
            // text.
        }
        g.dispose();
    }

    private static void letter(Graphics2D g, BufferedImage image, Scene scene) {
        Lettering lettering = new Lettering(g, image.getHeight());
        lettering.title(scene.title());
        int panels = scene.panels().size();
        for (int k = 0; k < panels; k++) {
            int from = edge(k, panels, image.getWidth());
            int to = edge(k + 1, panels, image.getWidth());
            lettering.caption(scene.panels().get(k).caption(), from, to);
            scene.panels().get(k).legend().ifPresent(legend -> lettering.legend(legend, from, to));
        }
    }

    public BufferedImage image() {
        return image;
    }

    /** Writes a PNG atomically. */
    public void write(Path file) {
        AtomicFile.write(file, out -> {
            // Cached in memory, because ImageIO's default cache is a file in the temporary folder, which may not be
            // writable.
            try (MemoryCacheImageOutputStream whole = new MemoryCacheImageOutputStream(out)) {
                if (!ImageIO.write(image, "png", whole)) {
                    throw new IOException("this Java has no PNG writer");
                }
            }
        });
    }

    /** Draws captions and legends. */
    private static final class Lettering {
        private static final int TICKS = 4;
        private static final Color INK = new Color(0x23272e);
        private static final Color FAINT = new Color(0x5b626d);

        private final Graphics2D g;
        private final int height;

        Lettering(Graphics2D g, int height) {
            this.g = g;
            this.height = height;
        }

        private double unit() {
            return height / 900.0;
        }

        private void font(int style, double size) {
            g.setFont(new Font(Font.SANS_SERIF, style, 1).deriveFont((float) Math.max(9, size * unit())));
        }

        void title(String text) {
            if (!text.isEmpty()) {
                font(Font.BOLD, 25);
                g.setColor(INK);
                g.drawString(text, (float) (30 * unit()), (float) (48 * unit()));
            }
        }

        /** A line at the bottom of a panel. */
        void caption(String text, int from, int to) {
            if (!text.isEmpty()) {
                font(Font.PLAIN, 21);
                g.setColor(INK);
                int wide = g.getFontMetrics().stringWidth(text);
                g.drawString(text, (from + to - wide) / 2f, (float) (height - 34 * unit()));
            }
        }

        /** A colour bar with numbers, in the upper right corner of the panel. */
        void legend(Legend legend, int from, int to) {
            int wide = (int) Math.min(260 * unit(), 0.34 * (to - from));
            int tall = (int) Math.max(6, 12 * unit());
            int left = (int) (to - wide - 34 * unit());
            int top = (int) (58 * unit());
            for (int x = 0; x < wide; x++) {
                g.setColor(new Color(legend.map().srgb((x + 0.5) / wide)));
                g.fillRect(left + x, top, 1, tall);
            }
            font(Font.PLAIN, 16);
            FontMetrics metrics = g.getFontMetrics();
            g.setColor(FAINT);
            g.drawString(legend.label(), left, (float) (top - 9 * unit()));
            for (int k = 0; k <= TICKS; k += TICKS / 2) {
                double share = (double) k / TICKS;
                String text = RoundNumbers.text(legend.from() + share * (legend.to() - legend.from()));
                double x = left + share * wide;
                float at = (float) (x - share * metrics.stringWidth(text));
                g.drawString(text, at, (float) (top + tall + 20 * unit()));
            }
        }
    }
}
