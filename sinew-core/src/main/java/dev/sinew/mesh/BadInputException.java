package dev.sinew.mesh;

/**
 * Data that cannot be worked on. The message is one sentence for the person who owns the data: it names the file or
 * object, the place in it, the value found and the bound it breaks.
 */
public final class BadInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BadInputException(String sentence) {
        super(sentence);
    }

    public BadInputException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
