package dev.sinew.job.form;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a field of a request for every front end: the options of the command line and the inputs of a form are made from it.
 * Texts name other fields in braces, {@code {boneType}}, and each front end inserts its own names for them.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface OptionInfo {
    /** One short sentence; bounds and default are added to it by {@link Field#help}. */
    String help();

    /** What else there is to know, in full sentences. */
    String details() default "";

    /** The placeholder for the value in a synopsis, such as N. */
    String label() default "";

    /** The value of a field that is not given; empty if that depends on other fields or on the input. */
    String defaultValue() default "";

    /** The default in words, if it is not {@link #defaultValue}. */
    String defaultText() default "";

    boolean required() default false;

    double least() default Double.NEGATIVE_INFINITY;

    double most() default Double.POSITIVE_INFINITY;

    /** Whether {@link #least} itself is out of bounds. */
    boolean above() default false;

    /** All possible values, if the value is a word. */
    String[] words() default {};

    /** The name of the option on the command line, if it differs from that of the field. */
    String flag() default "";

    /** Whether several values may follow one option on the command line. */
    boolean listed() default false;

    /** One of {@link OptionGroup}; empty for the heading of the record. */
    String group() default "";
}
