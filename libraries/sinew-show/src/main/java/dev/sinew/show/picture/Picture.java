package dev.sinew.show.picture;

import dev.sinew.io.file.AtomicFile;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** A finished picture. Made without a display, and the same scene and options give the same picture. */
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
            throw new IllegalArgumentException(panels + " panels do not fit into a width of " + width);
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
        drawOver(image, scene, options, cameras);
        return new Picture(image);
    }

    private static int edge(int panel, int panels, int width) {
        return (int) ((long) panel * width / panels);
    }

    private static void drawOver(BufferedImage image, Scene scene, PictureOptions options, Camera[] cameras) {
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
            letter(g, image, scene, options);
        } catch (RuntimeException | LinkageError | InternalError e) {
            // Java without fonts (a bare container) fails in many ways here; the picture itself is done.
        }
        g.dispose();
    }

    private static void letter(Graphics2D g, BufferedImage image, Scene scene, PictureOptions options) {
        Lettering lettering = new Lettering(g, image.getHeight(), options.backdrop());
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

    /** Writes a PNG, whole or not at all. */
    public void write(Path file) {
        AtomicFile.write(file, out -> {
            // In memory: ImageIO's usual cache is a file in the temporary folder, which may not be for us to write.
            try (MemoryCacheImageOutputStream whole = new MemoryCacheImageOutputStream(out)) {
                if (!ImageIO.write(image, "png", whole)) {
                    throw new IOException("this Java has no PNG writer");
                }
            }
        });
    }
}
