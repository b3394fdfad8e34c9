import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A small JSON reader: one message in, a tree of values out.
 *
 * <p>The lookups never fail: what is not there is null, a null is empty, and its number is 0 and its text "". So
 * unknown fields do no harm, and {@code message.get("view").get("own")} is safe.
 */
final class Json {
    private static final Json NOTHING = new Json(null);

    private final Object content;

    private Json(Object content) {
        this.content = content;
    }

    /** Throws IllegalArgumentException if the text is not JSON. */
    static Json parse(String text) {
        return new Reader(text).whole();
    }

    Json get(String key) {
        return content instanceof Map<?, ?> object && object.get(key) instanceof Json found ? found : NOTHING;
    }

    Json at(int index) {
        return index >= 0 && index < size() ? items().get(index) : NOTHING;
    }

    @SuppressWarnings("unchecked") // only the reader below makes lists, and always of values
    List<Json> items() {
        return content instanceof List<?> array ? (List<Json>) array : List.of();
    }

    int size() {
        return items().size();
    }

    int number() {
        return content instanceof Double number ? number.intValue() : 0;
    }

    String text() {
        return content instanceof String text ? text : "";
    }

    private static final class Reader {
        private static final int DEEPEST = 200; // nested brackets, so that no message can exhaust the stack

        private final String text;
        private int at = 0;
        private int depth = 0;

        Reader(String text) {
            this.text = text;
        }

        Json whole() {
            Json value = value();
            skipSpace();
            if (at < text.length()) throw expected("the end");
            return value;
        }

        private IllegalArgumentException expected(String what) {
            String before = text.substring(Math.min(at, text.length()), Math.min(at + 40, text.length()));
            return new IllegalArgumentException("expected " + what + " before: " + before);
        }

        private void skipSpace() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        }

        private boolean accept(String sign) {
            skipSpace();
            if (!text.startsWith(sign, at)) return false;
            at += sign.length();
            return true;
        }

        private Json value() {
            if (++depth > DEEPEST) throw expected("fewer brackets");
            Json found = new Json(any());
            depth--;
            return found;
        }

        private Object any() {
            if (accept("{")) return object();
            if (accept("[")) return array();
            if (accept("\"")) return string();
            if (accept("true")) return true;
            if (accept("false")) return false;
            if (accept("null")) return null;
            return number();
        }

        private Map<String, Json> object() {
            Map<String, Json> found = new HashMap<>();
            if (accept("}")) return found;
            do {
                if (!accept("\"")) throw expected("a name");
                String key = string();
                if (!accept(":")) throw expected("a colon");
                found.put(key, value());
            } while (accept(","));
            if (!accept("}")) throw expected("}");
            return found;
        }

        private List<Json> array() {
            List<Json> found = new ArrayList<>();
            if (accept("]")) return found;
            do found.add(value());
            while (accept(","));
            if (!accept("]")) throw expected("]");
            return found;
        }

        private Double number() {
            int start = at;
            while (at < text.length() && "-+.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
            try {
                return Double.valueOf(text.substring(start, at));
            } catch (NumberFormatException error) {
                at = start;
                throw expected("a value");
            }
        }

        /** After the opening quote. */
        private String string() {
            StringBuilder out = new StringBuilder();
            while (true) {
                int start = at;
                while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\\') at++;
                if (at == text.length()) throw expected("a closing quote");
                out.append(text, start, at);
                if (text.charAt(at++) == '"') return out.toString();
                out.append(escaped());
            }
        }

        /** After a backslash. Java's own strings keep signs beyond 16 bits as two halves, as JSON does. */
        private char escaped() {
            int known = at < text.length() ? "\"\\/bfnrtu".indexOf(text.charAt(at)) : -1;
            if (known < 0) throw expected("an escape");
            at++;
            return known < 8 ? "\"\\/\b\f\n\r\t".charAt(known) : unicode();
        }

        private char unicode() {
            int code = 0;
            for (int end = at + 4; at < end; at++) {
                int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
                if (digit < 0) throw expected("a hexadecimal digit");
                code = code * 16 + digit;
            }
            return (char) code;
        }
    }
}
