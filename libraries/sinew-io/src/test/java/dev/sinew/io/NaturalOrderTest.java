package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NaturalOrderTest {
    private static void checkOrder(String... expected) {
        List<String> shuffled = new ArrayList<>(List.of(expected));
        for (int seed = 0; seed < 20; seed++) {
            Collections.shuffle(shuffled, new Random(seed));
            shuffled.sort(NaturalOrder.INSTANCE);
            assertThat(shuffled).containsExactly(expected);
        }
    }

    @Test
    void comparesDigitsAsNumbers() {
        checkOrder("frame1.obj", "frame2.obj", "frame10.obj", "frame100.obj");
    }

    @Test
    void ignoresLeadingZerosExceptBetweenEquals() {
        checkOrder("f000.obj", "f001.obj", "f01.obj", "f1.obj", "f02.obj", "f9.obj", "f010.obj");
    }

    @Test
    void comparesSeveralNumbersFromTheLeft() {
        checkOrder("take2_frame10", "take10_frame2", "take10_frame10");
    }

    @Test
    void comparesVeryLongNumbers() {
        checkOrder("a9", "a99999999999999999998", "a99999999999999999999", "a100000000000000000000");
    }

    @Test
    void ignoresCase() {
        checkOrder("Frame1", "frame2", "FRAME3", "frame10");
    }

    @Test
    void putsShorterNamesFirst() {
        checkOrder("", "a", "a1", "a1b", "ab");
    }
}
