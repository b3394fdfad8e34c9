// A bot for all three games. Every legal action gets a score, and the highest is played: change the scores.
#include <algorithm>
#include <array>
#include <climits>
#include <iostream>
#include <string>
#include <unordered_map>

#include "json.hpp"

namespace {

const Json& own_seat(const Json& view) { return view["seats"].at(view["seat"].number()); }

// ---- Karma: low cards first, all copies at once; Karma cards are kept for when nothing else fits.

int strength(const std::string& card) {
    static const std::string karma_cards = "TBFG";  // from weak to strong
    auto found = karma_cards.find(card);
    return found == std::string::npos ? std::stoi(card) : 17 + static_cast<int>(found);
}

int score_karma(const Json& action, const Json& view) {
    const std::string& type = action["type"].text();
    if (type == "play") return action["count"].number() - 10 * strength(action["card"].text());
    if (type == "take") return -1000;  // only when there is nothing to play
    if (type == "choose") {
        int total = 0;  // the table is played last: strong cards belong there
        for (const Json& card : action["cards"].items()) total += strength(card.text());
        return total;
    }
    if (type == "give") {
        const Json& seat = view["seats"].at(action["seat"].number());
        return -(seat["hand"].number() + seat["up"].size() + seat["down"].size());  // to the nearest to going out
    }
    return 0;
}

// ---- Diamoniak: buy when possible, stop after three cards unless a fairy protects us, pay with what we need least.

constexpr int kEnoughCards = 3;

int worth(const std::string& card, const std::string& colour) {
    if (card == "D") return 2;
    if (card == "F") return 3;
    return card.substr(0, 1) == colour ? 4 : 1;  // a part: R1 is red
}

int score_diamoniak(const Json& action, const Json& view) {
    const std::string& type = action["type"].text();
    const Json& me = own_seat(view);
    if (type == "buy")  // the diamonds go to whoever is furthest behind
        return 100 - view["seats"].at(action["seller"].number())["castle"].size();
    if (type == "fairy") return 1;
    if (type == "pay") {
        int total = 0;
        for (const Json& card : action["cards"].items()) total += worth(card.text(), me["colour"].text());
        return -total;
    }
    if (type == "stop") {
        const auto& reserve = me["reserve"].items();
        bool is_protected = std::any_of(reserve.begin(), reserve.end(), [](auto& card) { return card.text() == "F"; });
        return view["drawn"].number() >= kEnoughCards && !is_protected ? 1 : -1;
    }
    return 0;  // draw
}

// ---- Karmaka: Deeds of the colour that promises most until the level is done, the rest into the next life.

enum class Colour { blue, green, red, mosaic /* counts for every colour */ };

struct KarmakaCard {
    Colour colour = Colour::mosaic;
    int points = 0;
};

const std::unordered_map<std::string, KarmakaCard> kDeck = {
    {"Transmigrate", {Colour::blue, 1}}, {"Peek", {Colour::blue, 1}},       {"Destiny", {Colour::blue, 2}},
    {"Stolen Dreams", {Colour::blue, 2}}, {"Denial", {Colour::blue, 2}},    {"Thievery", {Colour::blue, 3}},
    {"Swindle", {Colour::blue, 3}},      {"Another Day", {Colour::green, 1}}, {"Recycle", {Colour::green, 1}},
    {"Longevity", {Colour::green, 2}},   {"Sowing", {Colour::green, 2}},    {"Salvage", {Colour::green, 2}},
    {"Voyage", {Colour::green, 3}},      {"Jubilee", {Colour::green, 3}},   {"Panic", {Colour::red, 1}},
    {"Dwindle", {Colour::red, 1}},       {"Crisis", {Colour::red, 2}},      {"Roulette", {Colour::red, 2}},
    {"Hell's Heart", {Colour::red, 2}},  {"Vengeance", {Colour::red, 3}},   {"Spite", {Colour::red, 3}},
    {"Embody", {Colour::mosaic, 1}},     {"Mimic", {Colour::mosaic, 1}},
};

KarmakaCard lookup(const std::string& name) {
    auto found = kDeck.find(name);
    return found == kDeck.end() ? KarmakaCard{} : found->second;
}

int points_in(Colour colour, const std::string& name) {
    KarmakaCard card = lookup(name);
    return card.colour == colour || card.colour == Colour::mosaic ? card.points : 0;
}

int total_in(Colour colour, const Json& cards) {
    int total = 0;
    for (const Json& card : cards.items()) total += points_in(colour, card.text());
    return total;
}

// Whether a Deed brings us nearer to the next level.
bool helps(const std::string& card, const Json& view) {
    static constexpr std::array points_to_ascend = {4, 5, 6, 7};  // from Dung Beetle, Snake, Wolf and Ape
    const Json& me = own_seat(view);
    int done = 0, most = -1;
    Colour best = Colour::blue;
    for (Colour colour : {Colour::blue, Colour::green, Colour::red}) {
        int now = total_in(colour, me["deeds"]);
        int promised = now + total_in(colour, view["own"]["hand"]);
        done = std::max(done, now);
        if (promised > most) {
            most = promised;
            best = colour;
        }
    }
    return done < points_to_ascend.at(me["level"].number()) && points_in(best, card) > 0;
}

int score_karmaka(const Json& action, const Json& view) {
    const std::string &type = action["type"].text(), &card = action["card"].text(), &mode = action["mode"].text();
    const Json& me = own_seat(view);
    if (type == "play" && mode == "deed") return helps(card, view) ? 100 + lookup(card).points : -1;
    if (type == "play" && mode == "future") return lookup(card).points;  // always less than a Deed that helps
    // An ability hands its card to a rival: using some of them well is the first thing to improve.
    if (type == "play" || type == "pass") return -1;
    if (type == "take") return me["future"].size() < 6 ? 1 : -1;  // an offered card makes the next life longer
    if (type == "pick_hand") return -lookup(card).points;
    if (type == "pick_deed") return -lookup(me["deeds"].at(action["at"].number()).text()).points;
    if (type == "pay") return 1;  // rings, to ascend
    return 0;
}

// ---- The choice, and the conversation: one JSON object per line. stdout belongs to the arena; std::cerr is your log.

int score(const Json& action, const Json& view) {
    const std::string& game = view["game"].text();
    if (game == "karma") return score_karma(action, view);
    if (game == "diamoniak") return score_diamoniak(action, view);
    if (game == "karmaka") return score_karmaka(action, view);
    return 0;
}

int choose(const Json& request) {
    int best = 0, most = INT_MIN;
    for (const Json& legal : request["legal"].items()) {
        int found = score(legal["action"], request["view"]);
        if (found > most) {  // the first of equals stays
            most = found;
            best = legal["id"].number();
        }
    }
    return best;
}

// Returns whether there is more to come.
bool answer(const Json& message) {
    const std::string& type = message["type"].text();
    if (type == "hello") {
        std::cerr << message["variant"].text() << ": I sit in seat " << message["seat"].number() << " of "
                  << message["seats"].number() << ".\n";
        std::cout << R"({"type": "ready", "protocol": 1, "name": "Starter"})" << std::endl;
    } else if (type == "request") {
        std::cout << R"({"action": )" << choose(message) << "}" << std::endl;
    } else if (type == "end") {
        std::cerr << "The game is over (" << message["termination"].text() << "). My rank is "
                  << message["rank"].number() << ".\n";
    }  // anything else: a later protocol may send more
    return type != "end";
}

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    try {
        for (std::string line; std::getline(std::cin, line) && answer(Json::parse(line));) {
        }
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";  // the end of the log says why the game was lost
        return 1;
    }
}
