package dev.sinew.studio.guard;

/** Somebody who may not come in, or who asks for what is not there: a status and one sentence. */
public final class TurnedAwayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    public TurnedAwayException(int status, String sentence) {
        super(sentence);
        this.status = status;
    }

    public static TurnedAwayException notFound(String what) {
        return new TurnedAwayException(404, what);
    }

    public static TurnedAwayException wrong(String sentence) {
        return new TurnedAwayException(400, sentence);
    }

    public int status() {
        return status;
    }
}
