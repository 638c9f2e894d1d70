package dev.sinew.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FlagsTest {
    @Test
    void parsesValuesAndUsesDefaults() {
        Flags flags = Flags.parse(new String[] {"--repeat", "5"}, "repeat", "data");

        assertThat(flags.count("repeat", 3)).isEqualTo(5);
        assertThat(flags.text("data", "here")).isEqualTo("here");
    }

    @Test
    void rejectsUnknownNamesAndInvalidNumbers() {
        assertThatThrownBy(() -> Flags.parse(new String[] {"--fast", "1"}, "repeat"))
                .hasMessageContaining("'--fast'")
                .hasMessageContaining("--repeat");
        assertThatThrownBy(() -> Flags.parse(new String[] {"--repeat"}, "repeat"))
                .hasMessageContaining("needs a value");
        assertThatThrownBy(() ->
                        Flags.parse(new String[] {"--repeat", "0"}, "repeat").count("repeat", 3))
                .hasMessageContaining("at least 1");
    }
}
