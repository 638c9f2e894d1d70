package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SparseMatrixTest {
    @Test
    void scalesEachRowByItsFactor() {
        SparseBuilder builder = new SparseBuilder(3, 2, 4);
        builder.add(0, 0, 1);
        builder.add(0, 1, -2);
        builder.add(2, 1, 3);
        SparseMatrix a = builder.build();
        SparseMatrix scaled = a.scaledRows(new double[] {2, 5, -4});
        double[] y = new double[3];
        scaled.multiply(new double[] {1, 10}, y);
        assertThat(y).containsExactly(-38, 0, -120);
        assertThat(a.get(2, 1)).isEqualTo(3);
        assertThat(scaled.rows()).isEqualTo(3);
        assertThat(scaled.columns()).isEqualTo(2);
    }
}
