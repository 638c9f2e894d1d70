package dev.sinew.job.form;

import dev.sinew.edit.Edit;
import dev.sinew.run.Suggestions;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fields of a request record, including those of nested records: reads a request from names and values, and writes it. */
public final class Form<R extends Record> {
    private final Class<R> type;
    private final List<Field> fields;

    private Form(Class<R> type) {
        this.type = type;
        this.fields = fields(type, "");
    }

    public static <R extends Record> Form<R> of(Class<R> type) {
        return new Form<>(type);
    }

    /** In the order in which they are shown. */
    public List<Field> fields() {
        return fields;
    }

    private static List<Field> fields(Class<?> record, String heading) {
        List<Field> fields = new ArrayList<>();
        for (RecordComponent component : record.getRecordComponents()) {
            if (component.getType().isRecord()) {
                Heading inner = component.getType().getAnnotation(Heading.class);
                fields.addAll(fields(component.getType(), inner == null ? heading : inner.value()));
            } else {
                fields.add(field(component, heading));
            }
        }
        return List.copyOf(fields);
    }

    private static Field field(RecordComponent component, String heading) {
        OptionInfo info = component.getAnnotation(OptionInfo.class);
        if (info == null) {
            throw new IllegalStateException(component + " has no @OptionInfo");
        }
        boolean several = component.getType() == List.class;
        Type of = several
                ? ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0]
                : component.getType();
        String group = info.group().isEmpty() ? heading : info.group();
        return new Field(component.getName(), (Class<?>) of, several, group, info);
    }

    /** Reads a request. Rejects unknown names, values of another type and values out of bounds. */
    public R read(Map<String, ?> values) {
        List<String> names = fields.stream().map(Field::name).toList();
        for (String given : values.keySet()) {
            if (!names.contains(given)) {
                throw new InvalidRequestException("unknown field " + Words.field(given) + "; fields are: "
                        + String.join(", ", names) + Suggestions.hint(given, names));
            }
        }
        Map<String, Object> complete = new LinkedHashMap<>();
        for (Field field : fields) {
            Object value = Values.of(field, values.get(field.name()));
            if (field.info().required() && (value == null || List.of().equals(value))) {
                throw new InvalidRequestException(Words.field(field.name()) + " is missing");
            }
            field.check(value);
            complete.put(field.name(), value == null ? field.defaultValue() : value);
        }
        return type.cast(made(type, complete));
    }

    /** The request as names and values that {@link #read} accepts. Paths are strings, edits are trees. */
    public Map<String, Object> write(R request) {
        Map<String, Object> values = new LinkedHashMap<>();
        collect(request, values);
        values.replaceAll((name, value) -> plain(value));
        return values;
    }

    /** The same request with another value of one field. */
    public R with(R request, String name, Object value) {
        Map<String, Object> values = new LinkedHashMap<>();
        collect(request, values);
        values.put(name, value);
        return read(values);
    }

    private static Object plain(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(Form::plain).toList();
        }
        if (value instanceof Edit edit) {
            return EditTree.of(edit);
        }
        return value instanceof Path path ? path.toString() : value;
    }

    private static void collect(Record record, Map<String, Object> values) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = value(component, record);
            if (value instanceof Record inner) {
                collect(inner, values);
            } else {
                values.put(component.getName(), value);
            }
        }
    }

    private static Object value(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(component + " cannot be read", e);
        }
    }

    private static Object made(Class<?> record, Map<String, Object> values) {
        RecordComponent[] components = record.getRecordComponents();
        Object[] arguments = new Object[components.length];
        for (int k = 0; k < components.length; k++) {
            Class<?> type = components[k].getType();
            arguments[k] = type.isRecord() ? made(type, values) : values.get(components[k].getName());
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = record.getDeclaredConstructor(types);
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException rejected) {
                throw rejected;
            }
            throw new IllegalStateException(record + " cannot be made", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(record + " cannot be made", e);
        }
    }
}
