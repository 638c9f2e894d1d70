package dev.sinew.job.form;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The group of the fields of a nested record, one of {@link OptionGroup}. In JSON its fields belong to the request itself. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Heading {
    String value();
}
