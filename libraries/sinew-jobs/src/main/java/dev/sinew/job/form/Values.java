package dev.sinew.job.form;

import dev.sinew.edit.Edit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Converts values from JSON, from a command line or from Java to the type of a field. */
final class Values {
    private Values() {}

    /** @param value of any type; null stays null */
    static Object of(Field field, Object value) {
        if (value == null) {
            return null;
        }
        if (!field.several()) {
            return one(field, value);
        }
        List<Object> all = new ArrayList<>();
        Collection<?> given = value instanceof Collection<?> several ? several : List.of(value);
        given.forEach(each -> all.add(one(field, each)));
        return List.copyOf(all);
    }

    private static Object one(Field field, Object value) {
        if (Path.class == field.type() && value.toString().isEmpty()) {
            throw new InvalidRequestException("a file name is empty; " + Words.field(field.name()) + " needs one");
        }
        if (field.type().isInstance(value)) {
            return value;
        }
        if (field.type() == Edit.class) {
            return EditTree.read(value);
        }
        boolean number = value instanceof Number && Number.class.isAssignableFrom(field.type());
        boolean text = field.type() == String.class && value instanceof Number;
        if (number || text || value instanceof String) {
            return parsed(field.name(), field.type(), value.toString());
        }
        throw wrong(field.name(), field.type(), String.valueOf(value));
    }

    static Object parsed(String name, Class<?> type, String text) {
        try {
            return type == Integer.class
                    ? (Object) Integer.valueOf(text)
                    : type == Long.class
                            ? (Object) Long.valueOf(text)
                            : type == Double.class
                                    ? (Object) Double.valueOf(text)
                                    : type == Path.class
                                            ? Path.of(text)
                                            : type == String.class ? text : flag(name, text);
        } catch (NumberFormatException notOne) {
            throw wrong(name, type, text);
        }
    }

    private static Boolean flag(String name, String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw wrong(name, Boolean.class, text);
        }
        return Boolean.valueOf(text);
    }

    private static InvalidRequestException wrong(String name, Class<?> type, String value) {
        String wanted = type == Integer.class || type == Long.class
                ? "a whole number"
                : type == Double.class ? "a number" : type == Boolean.class ? "true or false" : "text";
        return new InvalidRequestException(Words.field(name) + " " + value + " must be " + wanted);
    }
}
