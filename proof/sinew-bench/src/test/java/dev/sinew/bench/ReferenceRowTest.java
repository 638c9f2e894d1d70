package dev.sinew.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReferenceRowTest {
    private static final String HEADER = "sequence\tbones\t"
            + Arrays.stream(Column.values()).map(Column::header).collect(Collectors.joining("\t"));

    private static String line(String sequence, String bones, String first) {
        return sequence + "\t" + bones + "\t" + first + "\t-".repeat(Column.values().length - 1);
    }

    @Test
    void readsNumbersAndLeavesOutWhatIsUnknown() {
        List<ReferenceRow> rows =
                ReferenceRow.parse(List.of("# a source", HEADER, "", line("cow", "18", "3.4"), line("cat", "5", "-")));

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).sequence()).isEqualTo("cow");
        assertThat(rows.get(0).bones()).isEqualTo(18);
        assertThat(rows.get(0).number(Column.BOUND_ERMS)).contains(new BigDecimal("3.4"));
        assertThat(rows.get(0).number(Column.SVD)).isEmpty();
        assertThat(rows.get(1).numbers()).isEmpty();
    }

    @Test
    void refusesARowThatDoesNotFitTheHeader() {
        assertThatThrownBy(() -> ReferenceRow.parse(List.of(HEADER, "cow\t18")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2 cells")
                .hasMessageContaining("cow");
    }

    @Test
    void refusesAHeaderWithoutAColumn() {
        assertThatThrownBy(() -> ReferenceRow.parse(List.of(HEADER.replace("kso10Seconds", "other"))))
                .hasMessageContaining("'kso10Seconds'");
    }

    @Test
    void theTableThatComesAlongHoldsThePapersRows() {
        List<ReferenceRow> rows = ReferenceRow.all();

        assertThat(rows).extracting(r -> r.sequence() + "/" + r.bones()).doesNotHaveDuplicates();
        ReferenceRow gallop = rows.stream()
                .filter(r -> r.sequence().equals("horse-gallop") && r.bones() == 30)
                .findFirst()
                .orElseThrow();
        assertThat(gallop.number(Column.KSO10)).contains(new BigDecimal("1.3"));
        assertThat(gallop.number(Column.LE_DENG)).contains(new BigDecimal("1.73"));
        assertThat(gallop.number(Column.SVD)).contains(new BigDecimal("2e-5"));
        assertThat(gallop.number(Column.DEM_BONES_SECONDS)).contains(new BigDecimal("2.8"));
        assertThat(gallop.number(Column.BOUND_SECONDS)).contains(new BigDecimal("0.9"));
    }
}
