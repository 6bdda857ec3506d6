package viatica;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A value of JSON, read without loss: numbers keep their digits, and members that nobody knows stay.
 * What is not there is absent and never an error, so that readers stand what answers come to say.
 */
public final class Json {
    private static final int DEPTH_MAX = 200;
    private static final Json ABSENT = new Json(null, false);

    private final Object value;
    private final boolean isPresent;

    private Json(Object value, boolean isPresent) {
        this.value = value;
        this.isPresent = isPresent;
    }

    /** Reads a text, or throws an {@link IllegalArgumentException} where it is no JSON. */
    public static Json parse(String text) {
        Reader reader = new Reader(text);
        Json whole = new Json(reader.value(0), true);
        reader.end();
        return whole;
    }

    /** Writes maps, lists, texts, numbers, truths, nulls and {@link Json} itself. */
    public static String write(Object value) {
        StringBuilder text = new StringBuilder();
        write(value, text);
        return text.toString();
    }

    /** The value at a path of names and positions; absent where there is none. */
    public Json at(Object... path) {
        Json found = this;
        for (Object step : path) {
            if (step instanceof Integer position && found.value instanceof List<?> list) {
                boolean isIn = position >= 0 && position < list.size();
                found = isIn ? new Json(list.get(position), true) : ABSENT;
            } else if (found.value instanceof Map<?, ?> map && map.containsKey(step)) {
                found = new Json(map.get(step), true);
            } else {
                return ABSENT;
            }
        }
        return found;
    }

    /** Whether there is a value, which may be null. */
    public boolean isPresent() {
        return isPresent;
    }

    /** Whether it is null or absent. */
    public boolean isNull() {
        return value == null;
    }

    public boolean isObject() {
        return value instanceof Map<?, ?>;
    }

    /** The text, or null where it is none. */
    public String text() {
        return value instanceof String text ? text : null;
    }

    /** The number with all its digits, or null where it is none. */
    public BigDecimal decimal() {
        return value instanceof BigDecimal number ? number : null;
    }

    /** Whether it is true. */
    public boolean isTrue() {
        return Boolean.TRUE.equals(value);
    }

    /** The items of a list; none where it is no list. */
    public List<Json> items() {
        List<Json> items = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object each : list) items.add(new Json(each, true));
        }
        return items;
    }

    /** The members of an object in their order; none where it is no object. */
    public Map<String, Json> members() {
        Map<String, Json> members = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, each) -> members.put((String) name, new Json(each, true)));
        }
        return Collections.unmodifiableMap(members);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Json json && isPresent == json.isPresent && Objects.equals(value, json.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(value, isPresent);
    }

    /** The value as JSON. */
    @Override
    public String toString() {
        return write(value);
    }

    private static void write(Object value, StringBuilder text) {
        if (value == null || value instanceof Boolean) {
            text.append(value);
        } else if (value instanceof Json json) {
            write(json.value, text);
        } else if (value instanceof BigDecimal number) {
            text.append(number.toPlainString());
        } else if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            if (!Double.isFinite(number)) throw new IllegalArgumentException(number + " is no number of JSON");
            text.append(new BigDecimal(value.toString()).toPlainString());
        } else if (value instanceof Number) {
            text.append(value);
        } else if (value instanceof String string) {
            quote(string, text);
        } else if (value instanceof Map<?, ?> map) {
            String before = "{";
            for (Map.Entry<?, ?> member : map.entrySet()) {
                text.append(before);
                quote(String.valueOf(member.getKey()), text);
                text.append(':');
                write(member.getValue(), text);
                before = ",";
            }
            text.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> list) {
            String before = "[";
            for (Object each : list) {
                text.append(before);
                write(each, text);
                before = ",";
            }
            text.append(before.equals("[") ? "[]" : "]");
        } else {
            throw new IllegalArgumentException(value.getClass().getName() + " cannot be written as JSON");
        }
    }

    private static void quote(String string, StringBuilder text) {
        text.append('"');
        for (int at = 0; at < string.length(); at++) {
            char each = string.charAt(at);
            if (each == '"' || each == '\\') text.append('\\').append(each);
            else if (each < ' ') text.append(String.format("\\u%04x", (int) each));
            else text.append(each);
        }
        text.append('"');
    }

    /** Goes through a text once, from its beginning to its end. */
    private static final class Reader {
        private final String text;
        private int at = 0;

        Reader(String text) {
            this.text = text;
        }

        void end() {
            space();
            if (at < text.length()) throw wrong();
        }

        Object value(int depth) {
            if (depth > DEPTH_MAX) throw wrong();
            space();
            switch (peek()) {
                case '{':
                    return object(depth);
                case '[':
                    return list(depth);
                case '"':
                    return string();
                case 't':
                    return word("true", true);
                case 'f':
                    return word("false", false);
                case 'n':
                    return word("null", null);
                default:
                    return number();
            }
        }

        private Map<String, Object> object(int depth) {
            Map<String, Object> members = new LinkedHashMap<>();
            at++;
            if (skip('}')) return members;
            do {
                space();
                if (peek() != '"') throw wrong();
                String name = string();
                if (!skip(':')) throw wrong();
                members.put(name, value(depth + 1));
            } while (skip(','));
            if (!skip('}')) throw wrong();
            return members;
        }

        private List<Object> list(int depth) {
            List<Object> items = new ArrayList<>();
            at++;
            if (skip(']')) return items;
            do {
                items.add(value(depth + 1));
            } while (skip(','));
            if (!skip(']')) throw wrong();
            return items;
        }

        private String string() {
            StringBuilder string = new StringBuilder();
            for (at++; peek() != '"'; at++) {
                if (peek() < ' ') throw wrong();
                string.append(peek() == '\\' ? escaped() : peek());
            }
            at++;
            return string.toString();
        }

        private char escaped() {
            at++;
            switch (peek()) {
                case 'b':
                    return '\b';
                case 'f':
                    return '\f';
                case 'n':
                    return '\n';
                case 'r':
                    return '\r';
                case 't':
                    return '\t';
                case 'u':
                    if (at + 4 >= text.length()) throw wrong();
                    String digits = text.substring(at + 1, at + 5);
                    if (!digits.matches("[0-9a-fA-F]{4}")) throw wrong();
                    at += 4;
                    return (char) Integer.parseInt(digits, 16);
                case '"', '\\', '/':
                    return peek();
                default:
                    throw wrong();
            }
        }

        private BigDecimal number() {
            int from = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
            String digits = text.substring(from, at);
            if (!digits.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]{1,6})?")) throw wrong();
            return new BigDecimal(digits);
        }

        private Object word(String word, Object value) {
            if (!text.startsWith(word, at)) throw wrong();
            at += word.length();
            return value;
        }

        private boolean skip(char wanted) {
            space();
            if (at >= text.length() || text.charAt(at) != wanted) return false;
            at++;
            return true;
        }

        private void space() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        }

        private char peek() {
            if (at >= text.length()) throw wrong();
            return text.charAt(at);
        }

        private IllegalArgumentException wrong() {
            return new IllegalArgumentException("no JSON at " + at);
        }
    }
}
