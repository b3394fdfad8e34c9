/* A bot for all three games. Every legal action gets a score, and the highest is played: change the scores. */
#define _POSIX_C_SOURCE 200809L /* getline */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

/* Shorthand: the field of an action or view. */
static int number(const json *object, const char *key) { return json_int(json_get(object, key)); }
static const char *text(const json *object, const char *key) { return json_text(json_get(object, key)); }
static int size(const json *object, const char *key) { return json_get(object, key)->size; }
static int is(const json *action, const char *type) { return json_is(json_get(action, "type"), type); }

static const json *seat_of(const json *view, int seat) { return json_at(json_get(view, "seats"), seat); }
static const json *own_seat(const json *view) { return seat_of(view, number(view, "seat")); }

/* ---- Karma: low cards first, all copies at once; Karma cards are kept for when nothing else fits. */

static int strength(const char *card) {
    static const char karma_cards[] = "TBFG"; /* from weak to strong */
    const char *found = strchr(karma_cards, *card);
    return found ? 17 + (int)(found - karma_cards) : atoi(card);
}

static int score_karma(const json *action, const json *view) {
    if (is(action, "play")) return number(action, "count") - 10 * strength(text(action, "card"));
    if (is(action, "take")) return -1000; /* only when there is nothing to play */
    if (is(action, "choose")) {
        int total = 0; /* the table is played last: strong cards belong there */
        for (const json *card = json_get(action, "cards")->first; card; card = card->next)
            total += strength(json_text(card));
        return total;
    }
    if (is(action, "give")) {
        const json *seat = seat_of(view, number(action, "seat"));
        return -(number(seat, "hand") + size(seat, "up") + size(seat, "down")); /* to the nearest to going out */
    }
    return 0;
}

/* ---- Diamoniak: buy when possible, stop after three cards unless a fairy protects us, pay with what we need least. */

enum { ENOUGH_CARDS = 3 };

static int worth(const char *card, const char *colour) {
    if (strcmp(card, "D") == 0) return 2;
    if (strcmp(card, "F") == 0) return 3;
    return *card == *colour ? 4 : 1; /* a part: R1 is red */
}

static int has(const json *cards, const char *card) {
    for (const json *each = cards->first; each; each = each->next)
        if (json_is(each, card)) return 1;
    return 0;
}

static int score_diamoniak(const json *action, const json *view) {
    const json *me = own_seat(view);
    if (is(action, "buy")) /* the diamonds go to whoever is furthest behind */
        return 100 - size(seat_of(view, number(action, "seller")), "castle");
    if (is(action, "fairy")) return 1;
    if (is(action, "pay")) {
        int total = 0;
        for (const json *card = json_get(action, "cards")->first; card; card = card->next)
            total += worth(json_text(card), text(me, "colour"));
        return -total;
    }
    if (is(action, "stop")) return number(view, "drawn") >= ENOUGH_CARDS && !has(json_get(me, "reserve"), "F") ? 1 : -1;
    return 0; /* draw */
}

/* ---- Karmaka: Deeds of the colour that promises most until the level is done, the rest into the next life. */

enum colour { BLUE, GREEN, RED, MOSAIC /* counts for every colour */ };

static const struct karmaka_card {
    const char *name;
    enum colour colour;
    int points;
} DECK[] = {
    {"Transmigrate", BLUE, 1}, {"Peek", BLUE, 1},       {"Destiny", BLUE, 2},      {"Stolen Dreams", BLUE, 2},
    {"Denial", BLUE, 2},       {"Thievery", BLUE, 3},   {"Swindle", BLUE, 3},      {"Another Day", GREEN, 1},
    {"Recycle", GREEN, 1},     {"Longevity", GREEN, 2}, {"Sowing", GREEN, 2},      {"Salvage", GREEN, 2},
    {"Voyage", GREEN, 3},      {"Jubilee", GREEN, 3},   {"Panic", RED, 1},         {"Dwindle", RED, 1},
    {"Crisis", RED, 2},        {"Roulette", RED, 2},    {"Hell's Heart", RED, 2},  {"Vengeance", RED, 3},
    {"Spite", RED, 3},         {"Embody", MOSAIC, 1},   {"Mimic", MOSAIC, 1},
};

static struct karmaka_card lookup(const char *name) {
    for (size_t at = 0; at < sizeof DECK / sizeof *DECK; at++)
        if (strcmp(DECK[at].name, name) == 0) return DECK[at];
    return (struct karmaka_card){name, MOSAIC, 0};
}

static int points(const char *name) { return lookup(name).points; }

static int points_in(enum colour colour, const char *name) {
    struct karmaka_card card = lookup(name);
    return card.colour == colour || card.colour == MOSAIC ? card.points : 0;
}

static int total_in(enum colour colour, const json *cards) {
    int total = 0;
    for (const json *each = cards->first; each; each = each->next) total += points_in(colour, json_text(each));
    return total;
}

/* Whether a Deed brings us nearer to the next level. */
static int helps(const char *card, const json *view) {
    static const int points_to_ascend[] = {4, 5, 6, 7}; /* from Dung Beetle, Snake, Wolf and Ape */
    const json *deeds = json_get(own_seat(view), "deeds"), *hand = json_get(json_get(view, "own"), "hand");
    int done = 0, most = -1;
    enum colour best = BLUE;
    for (enum colour colour = BLUE; colour <= RED; colour++) {
        int now = total_in(colour, deeds), promised = now + total_in(colour, hand);
        if (now > done) done = now;
        if (promised > most) {
            most = promised;
            best = colour;
        }
    }
    return done < points_to_ascend[number(own_seat(view), "level") & 3] && points_in(best, card) > 0;
}

static int score_karmaka(const json *action, const json *view) {
    const json *me = own_seat(view), *mode = json_get(action, "mode");
    const char *card = text(action, "card");
    if (is(action, "play") && json_is(mode, "deed")) return helps(card, view) ? 100 + points(card) : -1;
    if (is(action, "play") && json_is(mode, "future")) return points(card); /* always less than a Deed that helps */
    /* An ability hands its card to a rival: using some of them well is the first thing to improve. */
    if (is(action, "play") || is(action, "pass")) return -1;
    if (is(action, "take")) return size(me, "future") < 6 ? 1 : -1; /* an offered card makes the next life longer */
    if (is(action, "pick_hand")) return -points(card);
    if (is(action, "pick_deed")) return -points(json_text(json_at(json_get(me, "deeds"), number(action, "at"))));
    if (is(action, "pay")) return 1; /* rings, to ascend */
    return 0;
}

/* ---- The choice, and the conversation: one JSON object per line. stdout belongs to the arena; stderr is your log. */

static int score(const json *action, const json *view) {
    const json *game = json_get(view, "game");
    if (json_is(game, "karma")) return score_karma(action, view);
    if (json_is(game, "diamoniak")) return score_diamoniak(action, view);
    if (json_is(game, "karmaka")) return score_karmaka(action, view);
    return 0;
}

static int choose(const json *request) {
    const json *view = json_get(request, "view"), *legal = json_get(request, "legal")->first, *best = legal;
    for (int most = -100000; legal; legal = legal->next) {
        int found = score(json_get(legal, "action"), view);
        if (found > most) { /* the first of equals stays */
            most = found;
            best = legal;
        }
    }
    return best ? number(best, "id") : 0;
}

static void answer(const json *message) {
    if (is(message, "hello")) {
        fprintf(stderr, "%s: I sit in seat %d of %d.\n", text(message, "variant"), number(message, "seat"),
                number(message, "seats"));
        puts("{\"type\": \"ready\", \"protocol\": 1, \"name\": \"Starter\"}");
    } else if (is(message, "request")) {
        printf("{\"action\": %d}\n", choose(message));
    } else if (is(message, "end")) {
        fprintf(stderr, "The game is over (%s). My rank is %d.\n", text(message, "termination"),
                number(message, "rank"));
    } /* anything else: a later protocol may send more */
    fflush(stdout);
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    int is_over = 0, status = EXIT_SUCCESS;
    while (!is_over && (length = getline(&line, &room, stdin)) > 0) { /* makes room for lines of any length */
        json *message = json_parse(line);
        if (!message) {
            fprintf(stderr, "A line of %zd bytes is not JSON.\n", length);
            status = EXIT_FAILURE;
            break;
        }
        answer(message);
        is_over = is(message, "end");
        free(message);
    }
    free(line);
    return status;
}
