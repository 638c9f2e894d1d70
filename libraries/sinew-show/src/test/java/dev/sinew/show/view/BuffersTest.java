package dev.sinew.show.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class BuffersTest {
    private static SceneReader reader(Buffers buffers) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.set("buffers", buffers.header());
        return new SceneReader(new ViewScene("t", root.toString(), buffers.compressed()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 255, 256, 65_535, 65_536, Integer.MAX_VALUE})
    void integersOfEveryWidthRoundTrip(int most) {
        Random random = new Random(most);
        int[] values = random.ints(207, 0, most).toArray();
        values[3] = most;
        values[4] = 0;
        Buffers buffers = new Buffers();
        buffers.integers("a", values, most);
        assertThat(reader(buffers).integers("a")).containsExactly(values);
    }

    @Test
    void usesTheSmallestWidth() {
        Buffers buffers = new Buffers();
        buffers.integers("a", new int[] {255}, 255);
        buffers.integers("b", new int[] {256}, 256);
        buffers.integers("c", new int[] {65_536}, 65_536);
        assertThat(buffers.header().get("a").get("type").asString()).isEqualTo("u8");
        assertThat(buffers.header().get("b").get("type").asString()).isEqualTo("u16");
        assertThat(buffers.header().get("c").get("type").asString()).isEqualTo("u32");
    }

    @Test
    void floatsRoundTripExactly() {
        float[] values = {0f, -0f, 1e-30f, -3.25f, Float.MAX_VALUE, Float.MIN_VALUE};
        Buffers buffers = new Buffers();
        buffers.floats("a", values);
        assertThat(reader(buffers).floats("a")).containsExactly(values);
    }

    @Test
    void allowsEmptyArraysAndRejectsDuplicateNames() {
        Buffers buffers = new Buffers();
        buffers.integers("a", new int[0], 1);
        assertThat(reader(buffers).integers("a")).isEmpty();
        assertThatThrownBy(() -> buffers.floats("a", new float[1])).isInstanceOf(IllegalStateException.class);
    }
}
