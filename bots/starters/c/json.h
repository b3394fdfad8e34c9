/* A small JSON reader: one message in, a tree of values out. Writing is left to printf. */
#ifndef JSON_H
#define JSON_H

enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

typedef struct json {
    enum json_kind kind;
    const char *key;           /* its name, if it is in an object */
    const char *text;          /* of a string, in UTF-8 */
    double number;             /* of a number */
    int size;                  /* of an array or object */
    const struct json *first;  /* the first value in an array or object ... */
    const struct json *next;   /* ... and the one after this */
} json;

/* Read a message, or return NULL if it is not JSON. The strings stay in `line`, which is changed: keep it as long as
   the tree. The whole tree is one block: free(tree). */
json *json_parse(char *line);

/* The lookups never fail: what is not there is null, null has size 0, and its number is 0 and its text "". So unknown
   fields do no harm, and json_get(json_get(a, "b"), "c") is safe. */
const json *json_get(const json *object, const char *key);
const json *json_at(const json *array, int index);
int json_int(const json *value);
const char *json_text(const json *value);

/* Whether a value is that string. */
int json_is(const json *value, const char *text);

/* for (const json *each = array->first; each; each = each->next) visits all values. */

#endif
