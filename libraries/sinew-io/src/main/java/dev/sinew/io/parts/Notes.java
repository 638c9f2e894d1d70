package dev.sinew.io.parts;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Notes about content that a reader ignored or corrected: each once, up to a readable number. */
public final class Notes {
    private static final int MAX_NOTES = 12;

    /** Creates an empty list. */
    public Notes() {}

    private final Set<String> sentences = new LinkedHashSet<>();
    private int more;

    public void add(String sentence) {
        if (sentences.contains(sentence)) {
            return;
        }
        if (sentences.size() < MAX_NOTES) {
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
            all.add("and " + more + " more notes");
        }
        return List.copyOf(all);
    }
}
