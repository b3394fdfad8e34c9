#include "json.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200 }; /* nested brackets, so that no message can exhaust the stack */

typedef struct {
    char *at;    /* what is still to be read */
    json *free;  /* the next unused value */
    int depth;
} reader;

static json NOTHING = {.kind = JSON_NULL, .text = ""};

static json *read_value(reader *in);

static void skip_space(reader *in) { in->at += strspn(in->at, " \t\r\n"); }

/* Step over a sign, if it is the next. */
static int accept(reader *in, char sign) {
    skip_space(in);
    if (*in->at != sign) return 0;
    in->at++;
    return 1;
}

static int read_hex4(const char *digits, unsigned *code) {
    char copy[5] = "";
    for (int i = 0; i < 4; i++) {
        if (!digits[i] || !strchr("0123456789abcdefABCDEF", digits[i])) return 0;
        copy[i] = digits[i];
    }
    *code = (unsigned)strtoul(copy, NULL, 16);
    return 1;
}

static char *write_utf8(char *out, unsigned code) {
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
    } else {
        if (code < 0x10000) {
            *out++ = (char)(0xE0 | code >> 12);
        } else {
            *out++ = (char)(0xF0 | code >> 18);
            *out++ = (char)(0x80 | (code >> 12 & 0x3F));
        }
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
    }
    *out++ = (char)(0x80 | (code & 0x3F));
    return out;
}

/* What follows \u; signs beyond 16 bits come as two halves. Half a sign becomes the replacement sign. */
static char *read_unicode(reader *in, char *out) {
    unsigned code, low;
    if (!read_hex4(in->at, &code)) return NULL;
    in->at += 4;
    if (code >= 0xD800 && code < 0xE000) {
        int is_pair = code < 0xDC00 && in->at[0] == '\\' && in->at[1] == 'u' && read_hex4(in->at + 2, &low) &&
                      low >= 0xDC00 && low < 0xE000;
        if (is_pair) in->at += 6;
        code = is_pair ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : 0xFFFD;
    }
    return write_utf8(out, code);
}

/* A string is never longer than its JSON, so it is decoded in its own place. */
static const char *read_string(reader *in) {
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    if (!accept(in, '"')) return NULL;
    char *start = in->at, *out = start;
    while (*in->at != '"') {
        if (*in->at == '\0') return NULL;
        if (*in->at != '\\') {
            *out++ = *in->at++;
            continue;
        }
        const char *name = in->at[1] ? strchr(names, in->at[1]) : NULL;
        if (name) {
            *out++ = values[name - names];
            in->at += 2;
        } else if (in->at[1] == 'u') {
            in->at += 2;
            out = read_unicode(in, out);
            if (!out) return NULL;
        } else {
            return NULL;
        }
    }
    in->at++;
    *out = '\0';
    return start;
}

static int read_number(reader *in, json *value) {
    size_t length = strspn(in->at, "-+.eE0123456789"); /* strtod alone would also take "0x10" */
    char *end;
    if (!length || !strchr("-0123456789", *in->at)) return 0;
    value->kind = JSON_NUMBER;
    value->number = strtod(in->at, &end);
    if (end != in->at + length) return 0;
    in->at = end;
    return 1;
}

static int read_word(reader *in, json *value, const char *word, enum json_kind kind) {
    size_t length = strlen(word);
    if (strncmp(in->at, word, length) != 0) return 0;
    value->kind = kind;
    in->at += length;
    return 1;
}

/* The values of an array or object, up to the closing bracket. */
static int read_items(reader *in, json *value, char closing) {
    const json **link = &value->first;
    value->kind = closing == '}' ? JSON_OBJECT : JSON_ARRAY;
    if (accept(in, closing)) return 1;
    do {
        const char *key = NULL;
        if (closing == '}' && (!(key = read_string(in)) || !accept(in, ':'))) return 0;
        json *item = read_value(in);
        if (!item) return 0;
        item->key = key;
        *link = item;
        link = &item->next;
        value->size++;
    } while (accept(in, ','));
    return accept(in, closing);
}

static int read_any(reader *in, json *value) {
    skip_space(in);
    switch (*in->at) {
        case '{': in->at++; return read_items(in, value, '}');
        case '[': in->at++; return read_items(in, value, ']');
        case '"': value->kind = JSON_STRING; return (value->text = read_string(in)) != NULL;
        case 't': return read_word(in, value, "true", JSON_TRUE);
        case 'f': return read_word(in, value, "false", JSON_FALSE);
        case 'n': return read_word(in, value, "null", JSON_NULL);
        default: return read_number(in, value);
    }
}

static json *read_value(reader *in) {
    json *value = in->free++;
    if (++in->depth > DEEPEST || !read_any(in, value)) return NULL;
    in->depth--;
    return value;
}

/* Every value but the first follows a comma or an opening bracket, so this many are enough. */
static size_t most_values(const char *line) {
    size_t count = 1;
    while (*(line += strcspn(line, ",[{"))) {
        count++;
        line++;
    }
    return count;
}

json *json_parse(char *line) {
    json *values = calloc(most_values(line), sizeof *values);
    if (!values) return NULL;
    reader in = {.at = line, .free = values};
    json *top = read_value(&in);
    skip_space(&in);
    if (top && *in.at == '\0') return top;
    free(values);
    return NULL;
}

const json *json_get(const json *object, const char *key) {
    for (const json *each = object->first; each; each = each->next)
        if (each->key && strcmp(each->key, key) == 0) return each;
    return &NOTHING;
}

const json *json_at(const json *array, int index) {
    for (const json *each = array->first; each; each = each->next)
        if (index-- == 0) return each;
    return &NOTHING;
}

int json_int(const json *value) { return (int)value->number; }

const char *json_text(const json *value) { return value->text ? value->text : ""; }

int json_is(const json *value, const char *text) {
    return value->kind == JSON_STRING && strcmp(value->text, text) == 0;
}
