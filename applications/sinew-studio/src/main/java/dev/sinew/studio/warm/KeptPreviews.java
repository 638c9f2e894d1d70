package dev.sinew.studio.warm;

import dev.sinew.studio.guard.TurnedAwayException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The models of the last previews, by number and by what was asked: who comes back to one need not wait again. */
final class KeptPreviews {
    private static final long MOST_BYTES = 64L << 20;

    /**
     * @param asked the sequence and the numbers; empty while it is an early one, which is not the answer yet
     * @param told what pages hear of it
     */
    record Kept(String asked, Map<String, Object> told, byte[] model) {}

    private final Map<Integer, Kept> byNumber = new LinkedHashMap<>();
    private long bytes;

    synchronized void put(int number, Kept kept) {
        remove(byNumber.remove(number));
        byNumber.put(number, kept);
        bytes += kept.model.length;
        Iterator<Map.Entry<Integer, Kept>> oldest = byNumber.entrySet().iterator();
        while (bytes > MOST_BYTES && byNumber.size() > 1) {
            Kept gone = oldest.next().getValue();
            oldest.remove();
            remove(gone);
        }
    }

    private void remove(Kept gone) {
        bytes -= gone == null ? 0 : gone.model.length;
    }

    synchronized Optional<Kept> asked(String what) {
        return byNumber.values().stream()
                .filter(kept -> kept.asked.equals(what))
                .findFirst();
    }

    synchronized byte[] model(int number) {
        Kept kept = byNumber.get(number);
        if (kept == null) {
            throw TurnedAwayException.notFound("that preview is not kept any longer");
        }
        return kept.model;
    }
}
