package dev.sinew.show.made;

import dev.sinew.job.text.Text;
import dev.sinew.measure.NormalError;
import dev.sinew.measure.RestError;
import dev.sinew.measure.SequenceError;
import dev.sinew.measure.WeightIslands;
import dev.sinew.show.view.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How far a model is from the truth, for the page: a verdict, a few figures, and the rest for those who ask. */
record ErrorFacts(SequenceError error) {
    /** The page must not say that a bind pose has moved by what rounding moves. */
    private static final double STILL = 0.005;

    private Optional<NormalError> normals() {
        return error.seen().flatMap(SequenceError.Seen::normals);
    }

    private Optional<RestError> rest() {
        return error.seen().map(SequenceError.Seen::rest);
    }

    /** "Worst 2.0 % of the size, in frame 53; shading 3.2° off; the bind pose has not moved" */
    String verdict() {
        StringBuilder verdict =
                new StringBuilder("Worst " + Text.number(error.max().value()) + " % of the size, in frame "
                        + error.max().frame());
        normals()
                .ifPresent(normals ->
                        verdict.append("; shading " + degrees(normals.matrix().mean()) + " off"));
        rest().ifPresent(rest -> verdict.append(
                rest.drift() < STILL
                        ? "; the bind pose has not moved"
                        : "; bind pose " + degrees(rest.normals()) + " off"));
        rest().filter(rest -> rest.flipped() > 0)
                .ifPresent(rest -> verdict.append(", " + Text.number(rest.flipped()) + " % of it flipped"));
        return verdict.toString();
    }

    private static String degrees(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.1f°" : "%.0f°", value);
    }

    /** Set large: one each of position, shading and bind pose, and the worst place. */
    List<Fact> figures() {
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.of("E_RMS", error.erms()).meaning("root mean square per coordinate, thousandths of the radius"));
        facts.add(Fact.of("worst", error.max().value())
                .in("%")
                .meaning("of the size; click to go there")
                .at(error.max().vertex(), error.max().frame()));
        normals()
                .ifPresent(normals ->
                        facts.add(Fact.of("shading", rounded(normals.matrix().mean()))
                                .in("°")
                                .meaning(
                                        "mean angle between the normals engines shade with and the true ones; click for the worst")
                                .at(normals.worst().vertex(), normals.worst().frame())
                                .showing("angle")));
        rest().ifPresent(rest -> facts.add(Fact.of("bind pose", rounded(rest.normals()))
                .in("°")
                .meaning("mean angle between the faces of the stored bind pose and of the given mesh")));
        return facts;
    }

    /** More digits of a mean angle than anybody can see. */
    private static double rounded(double degrees) {
        return Math.round(100 * degrees) / 100.0;
    }

    List<Fact> details() {
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.of("RMSE", error.rmsePercent()).in("%").meaning("root mean square distance, of the size"));
        if (!Double.isNaN(error.distortionPercent())) {
            facts.add(Fact.of("distortion", error.distortionPercent()).in("%").meaning("of the motion itself"));
        }
        normals().ifPresent(normals -> {
            facts.add(
                    Fact.of("shading, 95 % are below", rounded(normals.matrix().p95()))
                            .in("°"));
            facts.add(Fact.of("shading, more than 30° off", normals.matrix().over30())
                    .in("%"));
            facts.add(Fact.of("by inverse transpose", rounded(normals.cofactor().mean()))
                    .in("°")
                    .meaning("as Filament, Bevy and USD turn normals"));
            facts.add(Fact.of("recomputed", rounded(normals.surface().mean()))
                    .in("°")
                    .meaning("normals of the posed faces themselves: what the geometry allows"));
        });
        rest().ifPresent(rest -> {
            facts.add(Fact.of("bind pose moved", rest.drift()).in("%").meaning("root mean square, of the size"));
            facts.add(Fact.of(
                            "its edges",
                            "× " + Text.number(rest.edges().low()) + " – "
                                    + Text.number(rest.edges().high()))
                    .meaning("5th and 95th percentile of new to given length"));
            facts.add(Fact.of("its faces flipped", rest.flipped()).in("%"));
        });
        error.seen().map(SequenceError.Seen::weightIslands).ifPresent(islands -> facts.add(islands(islands)));
        return facts;
    }

    private static Fact islands(WeightIslands islands) {
        return Fact.of("parts per bone", rounded(islands.mean()))
                .meaning("connected parts of the mesh where a bone's weight is above 0.05; 1 is clean. Bone "
                        + islands.bone() + " has most: " + islands.most());
    }
}
