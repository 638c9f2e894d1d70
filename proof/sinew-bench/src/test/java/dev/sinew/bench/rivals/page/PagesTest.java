package dev.sinew.bench.rivals.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.bench.rivals.sheet.Chapter;
import dev.sinew.bench.rivals.sheet.Chapter.Figure;
import dev.sinew.bench.rivals.sheet.Chapter.Table;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell.Source;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Row;
import dev.sinew.bench.rivals.sheet.Verdicts;
import java.util.List;
import org.junit.jupiter.api.Test;

class PagesTest {
    private static final Row PRINTED =
            new Row("cow/18", Source.PAPER, List.of(Cell.paper("16 (9.1)"), Cell.paper("1.3"), Cell.none()));
    private static final Row AGAIN = new Row(
            "cow/18",
            Source.RERUN,
            List.of(Cell.of(Source.RERUN, 8), Cell.notReproduced("a, b"), Cell.of(Source.OURS, 9)));
    private static final Table TABLE = new Table(
            "t", "Table", "E_RMS", List.of("SAD", "<SVD>", "Sinew"), "Sinew", List.of(PRINTED, AGAIN), List.of());
    private static final Figure FIGURE = new Figure(
            "f",
            "Figure",
            "x",
            "y",
            Figure.Scale.LINEAR,
            List.of(new Figure.Curve("one", Source.OURS, new double[] {1, 2}, new double[] {3, 4})));
    private static final List<Chapter> CHAPTERS = List.of(new Chapter("Paper", List.of(TABLE), List.of(FIGURE)));

    @Test
    void csvCellsHaveTheirSource() {
        assertThat(CsvFile.of(CHAPTERS).lines())
                .contains(
                        "t,cow/18,SAD,16.0,paper,",
                        "t,cow/18,SAD,8.0,rerun,",
                        "t,cow/18,<SVD>,,not reproduced,\"a, b\"",
                        "t,cow/18,Sinew,9.0,ours,",
                        "f,1.0,one,3.0,ours,");
    }

    @Test
    void markdownHasPrintedDigitsNotesAndCurves() {
        assertThat(MarkdownPage.of(CHAPTERS).lines())
                .contains(
                        "| cow/18 | paper | 16 (9.1) | 1.3 | – |",
                        "| cow/18 | rerun | 8.00 | – [1] | 9.00 *ours* |",
                        "1. a, b",
                        "| one | ours | 1.00: 3.00, 2.00: 4.00 |");
    }

    @Test
    void pageLoadsNothingAndEscapesNames() {
        String page = TablesPage.of(CHAPTERS);

        assertThat(page).contains("&lt;SVD&gt;", "<canvas id=\"f\">", "class=\"ours\" title=\"ours\">9.00");
        assertThat(page).doesNotContain("{{", "<script src", "<link");
    }

    @Test
    void verdictsCompareWithPaperAndWithSinew() {
        assertThat(Verdicts.nearness(TABLE))
                .containsExactly("SAD: nearest to the paper on cow/18, by a factor of 2.00, beyond 1.5.");
        assertThat(Verdicts.beaten(TABLE)).containsExactly("cow/18: SAD has 8.00, Sinew 9.00.");
    }
}
