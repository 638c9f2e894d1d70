package dev.sinew.io.parts;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Sentences about what a reader left aside or put right: each once, and no more than a person reads. */
public final class Notes {
    private static final int MOST = 12;

    /** None yet. */
    public Notes() {}

    private final Set<String> sentences = new LinkedHashSet<>();
    private int more;

    public void add(String sentence) {
        if (sentences.contains(sentence)) {
            return;
        }
        if (sentences.size() < MOST) {
            sentences.add(sentence);
        } else {
            more++;
        }
    }

    public void addAll(List<String> others) {
        others.forEach(this::add);
    }

    public List<String> list() {
        List<String> all = new ArrayList<>(sentences);
        if (more > 0) {
            all.add("and " + more + " more notes of this kind");
        }
        return List.copyOf(all);
    }
}
