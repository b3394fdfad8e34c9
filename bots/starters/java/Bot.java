import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A bot for all three games. Every legal action gets a score, and the highest is played: change the scores. */
public final class Bot {
    private Bot() {}

    /** The conversation: one JSON object per line. System.out belongs to the arena; System.err is your log. */
    public static void main(String[] args) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line;
        while ((line = lines.readLine()) != null) {
            Json message = Json.parse(line);
            switch (message.get("type").text()) {
                case "hello" -> {
                    System.err.printf("%s: I sit in seat %d of %d.%n", message.get("variant").text(),
                            message.get("seat").number(), message.get("seats").number());
                    System.out.println("{\"type\": \"ready\", \"protocol\": 1, \"name\": \"Starter\"}");
                }
                case "request" -> System.out.println("{\"action\": " + choose(message) + "}");
                case "end" -> {
                    System.err.printf("The game is over (%s). My rank is %d.%n", message.get("termination").text(),
                            message.get("rank").number());
                    return;
                }
                default -> { } // a later protocol may send more
            }
        }
    }

    static int choose(Json request) {
        int best = 0;
        int most = Integer.MIN_VALUE;
        for (Json legal : request.get("legal").items()) {
            int found = score(legal.get("action"), request.get("view"));
            if (found > most) { // the first of equals stays
                most = found;
                best = legal.get("id").number();
            }
        }
        return best;
    }

    private static int score(Json action, Json view) {
        return switch (view.get("game").text()) {
            case "karma" -> karma(action, view);
            case "diamoniak" -> diamoniak(action, view);
            case "karmaka" -> karmaka(action, view);
            default -> 0;
        };
    }

    private static Json ownSeat(Json view) {
        return view.get("seats").at(view.get("seat").number());
    }

    // ---- Karma: low cards first, all copies at once; Karma cards are kept for when nothing else fits.

    private static int strength(String card) {
        int found = "TBFG".indexOf(card); // from weak to strong
        return found < 0 ? Integer.parseInt(card) : 17 + found;
    }

    private static int karma(Json action, Json view) {
        return switch (action.get("type").text()) {
            case "play" -> action.get("count").number() - 10 * strength(action.get("card").text());
            case "take" -> -1000; // only when there is nothing to play
            // The table is played last: strong cards belong there.
            case "choose" -> action.get("cards").items().stream().mapToInt(card -> strength(card.text())).sum();
            case "give" -> {
                Json seat = view.get("seats").at(action.get("seat").number());
                // To whoever is nearest to going out.
                yield -(seat.get("hand").number() + seat.get("up").size() + seat.get("down").size());
            }
            default -> 0;
        };
    }

    // ---- Diamoniak: buy when possible, stop after three cards without a fairy, pay with what we need least.

    private static final int ENOUGH_CARDS = 3;

    private static int worth(String card, String colour) {
        return switch (card) {
            case "D" -> 2;
            case "F" -> 3;
            default -> !colour.isEmpty() && card.startsWith(colour) ? 4 : 1; // a part: R1 is red
        };
    }

    private static int diamoniak(Json action, Json view) {
        Json me = ownSeat(view);
        String colour = me.get("colour").text();
        return switch (action.get("type").text()) {
            // The diamonds go to whoever is furthest behind.
            case "buy" -> 100 - view.get("seats").at(action.get("seller").number()).get("castle").size();
            case "fairy" -> 1;
            case "pay" -> -action.get("cards").items().stream().mapToInt(card -> worth(card.text(), colour)).sum();
            case "stop" -> {
                boolean isProtected = me.get("reserve").items().stream().anyMatch(card -> card.text().equals("F"));
                yield view.get("drawn").number() >= ENOUGH_CARDS && !isProtected ? 1 : -1;
            }
            default -> 0; // draw
        };
    }

    // ---- Karmaka: Deeds of the colour that promises most until the level is done, the rest into the next life.

    private enum Colour { BLUE, GREEN, RED, MOSAIC /* counts for every colour */ }

    private record Card(Colour colour, int points) {
        int pointsIn(Colour wanted) {
            return colour == wanted || colour == Colour.MOSAIC ? points : 0;
        }
    }

    private static final int[] POINTS_TO_ASCEND = {4, 5, 6, 7}; // from Dung Beetle, Snake, Wolf and Ape
    private static final Map<String, Card> DECK = new HashMap<>();

    private static void add(Colour colour, int points, String... names) {
        for (String name : names) DECK.put(name, new Card(colour, points));
    }

    static {
        add(Colour.BLUE, 1, "Transmigrate", "Peek");
        add(Colour.BLUE, 2, "Destiny", "Stolen Dreams", "Denial");
        add(Colour.BLUE, 3, "Thievery", "Swindle");
        add(Colour.GREEN, 1, "Another Day", "Recycle");
        add(Colour.GREEN, 2, "Longevity", "Sowing", "Salvage");
        add(Colour.GREEN, 3, "Voyage", "Jubilee");
        add(Colour.RED, 1, "Panic", "Dwindle");
        add(Colour.RED, 2, "Crisis", "Roulette", "Hell's Heart");
        add(Colour.RED, 3, "Vengeance", "Spite");
        add(Colour.MOSAIC, 1, "Embody", "Mimic");
    }

    private static Card card(Json name) {
        return DECK.getOrDefault(name.text(), new Card(Colour.MOSAIC, 0));
    }

    private static int karmaka(Json action, Json view) {
        Json me = ownSeat(view);
        Card card = card(action.get("card"));
        return switch (action.get("type").text()) {
            case "play" -> switch (action.get("mode").text()) {
                case "deed" -> helps(card, view) ? 100 + card.points : -1;
                case "future" -> card.points; // always less than a Deed that helps
                // An ability hands its card to a rival: using some of them well is the first thing to improve.
                default -> -1;
            };
            case "pass" -> -1;
            case "take" -> me.get("future").size() < 6 ? 1 : -1; // an offered card makes the next life longer
            case "pick_hand" -> -card.points;
            case "pick_deed" -> -card(me.get("deeds").at(action.get("at").number())).points;
            case "pay" -> 1; // rings, to ascend
            default -> 0;
        };
    }

    /** Whether a Deed brings us nearer to the next level. */
    private static boolean helps(Card card, Json view) {
        Json me = ownSeat(view);
        List<Json> deeds = me.get("deeds").items();
        List<Json> all = Stream.concat(deeds.stream(), view.get("own").get("hand").items().stream()).toList();
        int done = 0;
        Colour best = Colour.BLUE;
        for (Colour colour : List.of(Colour.BLUE, Colour.GREEN, Colour.RED)) {
            done = Math.max(done, total(colour, deeds));
            if (total(colour, all) > total(best, all)) best = colour;
        }
        return done < POINTS_TO_ASCEND[me.get("level").number()] && card.pointsIn(best) > 0;
    }

    private static int total(Colour colour, List<Json> cards) {
        return cards.stream().mapToInt(name -> card(name).pointsIn(colour)).sum();
    }
}
