//! Karma: low cards first, all copies at once; Karma cards are kept for when nothing else fits.

use crate::json::Json;

pub fn score(action: &Json, view: &Json) -> i64 {
    match action["type"].text() {
        "play" => action["count"].number() - 10 * strength(action["card"].text()),
        "take" => -1000, // only when there is nothing to play
        // The table is played last: strong cards belong there.
        "choose" => action["cards"].items().iter().map(|card| strength(card.text())).sum(),
        "give" => {
            let seat = &view["seats"][action["seat"].number()];
            -(seat["hand"].number() + seat["up"].len() + seat["down"].len()) // to whoever is nearest to going out
        }
        _ => 0,
    }
}

fn strength(card: &str) -> i64 {
    match card {
        "T" => 17,
        "B" => 18,
        "F" => 19,
        "G" => 20,
        number => number.parse().unwrap_or(0),
    }
}
