package dev.sinew.bench.rivals.sheet;

import dev.sinew.bench.rivals.sheet.Cell.Source;
import java.util.List;

/** All of one paper. */
public record Chapter(String title, List<Table> tables, List<Figure> figures) {
    public Chapter {
        tables = List.copyOf(tables);
        figures = List.copyOf(figures);
    }

    /** A diagram of several curves. */
    public record Figure(String id, String title, String xLabel, String yLabel, Scale scale, List<Curve> curves) {
        /** How the vertical axis lays out its numbers. */
        public enum Scale {
            LINEAR,
            LOGARITHMIC
        }

        /** @param x as many as y */
        public record Curve(String name, Source source, double[] x, double[] y) {
            public static Curve of(String name, Source source, List<Double> x, List<Double> y) {
                return new Curve(
                        name,
                        source,
                        x.stream().mapToDouble(value -> value).toArray(),
                        y.stream().mapToDouble(value -> value).toArray());
            }

            public Curve {
                if (x.length != y.length) {
                    throw new IllegalArgumentException(
                            "curve '" + name + "' has " + x.length + " x for " + y.length + " y");
                }
            }
        }

        /** Curves without a point are not run yet, and left out. */
        public Figure {
            curves = curves.stream().filter(curve -> curve.x.length > 0).toList();
        }
    }
}
