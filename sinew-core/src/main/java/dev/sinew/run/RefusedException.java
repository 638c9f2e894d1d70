package dev.sinew.run;

/**
 * What was asked cannot be done: data that cannot be worked on, a place that cannot be written. The message is one sentence for the person who owns the data: it names the file or
 * object, the place in it, the value found and the bound it breaks.
 */
public class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RefusedException(String sentence) {
        super(sentence);
    }

    public RefusedException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
