package dev.sinew.studio.guard;

/** A request that is not allowed or names something that does not exist: an HTTP status and a message. */
public final class RejectedRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    public RejectedRequestException(int status, String sentence) {
        super(sentence);
        this.status = status;
    }

    public static RejectedRequestException notFound(String what) {
        return new RejectedRequestException(404, what);
    }

    public static RejectedRequestException badRequest(String sentence) {
        return new RejectedRequestException(400, sentence);
    }

    public int status() {
        return status;
    }
}
