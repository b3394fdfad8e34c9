//! Karmaka: Deeds of the colour that promises most until the level is done, the rest into the next life.

use crate::json::Json;
use crate::own_seat;

#[derive(Clone, Copy, PartialEq)]
enum Colour {
    Blue,
    Green,
    Red,
    /// Counts for every colour.
    Mosaic,
}

#[derive(Clone, Copy)]
struct Card {
    colour: Colour,
    points: i64,
}

impl Card {
    fn named(name: &str) -> Card {
        let (colour, points) = match name {
            "Transmigrate" | "Peek" => (Colour::Blue, 1),
            "Destiny" | "Stolen Dreams" | "Denial" => (Colour::Blue, 2),
            "Thievery" | "Swindle" => (Colour::Blue, 3),
            "Another Day" | "Recycle" => (Colour::Green, 1),
            "Longevity" | "Sowing" | "Salvage" => (Colour::Green, 2),
            "Voyage" | "Jubilee" => (Colour::Green, 3),
            "Panic" | "Dwindle" => (Colour::Red, 1),
            "Crisis" | "Roulette" | "Hell's Heart" => (Colour::Red, 2),
            "Vengeance" | "Spite" => (Colour::Red, 3),
            "Embody" | "Mimic" => (Colour::Mosaic, 1),
            _ => (Colour::Mosaic, 0),
        };
        Card { colour, points }
    }

    fn points_in(self, colour: Colour) -> i64 {
        if self.colour == colour || self.colour == Colour::Mosaic {
            self.points
        } else {
            0
        }
    }
}

pub fn score(action: &Json, view: &Json) -> i64 {
    let me = own_seat(view);
    let card = Card::named(action["card"].text());
    match (action["type"].text(), action["mode"].text()) {
        ("play", "deed") if helps(card, view) => 100 + card.points,
        ("play", "future") => card.points, // always less than a Deed that helps
        // An ability hands its card to a rival: using some of them well is the first thing to improve.
        ("play" | "pass", _) => -1,
        // An offered card makes the next life longer.
        ("take", _) if me["future"].len() < 6 => 1,
        ("take", _) => -1,
        ("pick_hand", _) => -card.points,
        ("pick_deed", _) => -Card::named(me["deeds"][action["at"].number()].text()).points,
        ("pay", _) => 1, // rings, to ascend
        _ => 0,
    }
}

/// From Dung Beetle, Snake, Wolf and Ape.
const POINTS_TO_ASCEND: [i64; 4] = [4, 5, 6, 7];

/// Whether a Deed brings us nearer to the next level.
fn helps(card: Card, view: &Json) -> bool {
    let me = own_seat(view);
    let (mut done, mut best, mut most) = (0, Colour::Blue, -1);
    for colour in [Colour::Blue, Colour::Green, Colour::Red] {
        let now = total(colour, &me["deeds"]);
        let promised = now + total(colour, &view["own"]["hand"]);
        done = done.max(now);
        if promised > most {
            (best, most) = (colour, promised);
        }
    }
    done < POINTS_TO_ASCEND[me["level"].number() as usize] && card.points_in(best) > 0
}

fn total(colour: Colour, cards: &Json) -> i64 {
    cards.items().iter().map(|card| Card::named(card.text()).points_in(colour)).sum()
}
