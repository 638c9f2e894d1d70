package dev.sinew.job.form;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What there is to know about a field of a request, in one place for every front end: the options of the command line are made
 * from it as well as the inputs of a form. Other fields that a sentence names stand in braces, and each front end puts its own
 * names there.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Ask {
    /** One or two sentences for a person. */
    String help();

    /** What stands for the value in a synopsis, such as N. */
    String label() default "";

    /** The value where none is given; empty where that depends on other things. */
    String usual() default "";

    boolean required() default false;

    double least() default Double.NEGATIVE_INFINITY;

    double most() default Double.POSITIVE_INFINITY;

    /** Whether {@link #least} itself is out of bounds. */
    boolean above() default false;

    /** All that the value may be, where it is a word. */
    String[] words() default {};

    /** What a command line calls it, where that is not its own name. */
    String flag() default "";

    /** Whether several values may follow one option of a command line, rather than one value each. */
    boolean listed() default false;
}
