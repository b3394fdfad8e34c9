//! Diamoniak: buy when possible, stop after three cards unless a fairy protects us, pay with what we need least.

use crate::json::Json;
use crate::own_seat;

const ENOUGH_CARDS: i64 = 3;

pub fn score(action: &Json, view: &Json) -> i64 {
    let me = own_seat(view);
    match action["type"].text() {
        // The diamonds go to whoever is furthest behind.
        "buy" => 100 - view["seats"][action["seller"].number()]["castle"].len(),
        "fairy" => 1,
        "pay" => -action["cards"].items().iter().map(|card| worth(card.text(), me["colour"].text())).sum::<i64>(),
        "stop" => {
            let is_protected = me["reserve"].items().iter().any(|card| card.text() == "F");
            if view["drawn"].number() >= ENOUGH_CARDS && !is_protected {
                1
            } else {
                -1
            }
        }
        _ => 0, // draw
    }
}

fn worth(card: &str, colour: &str) -> i64 {
    match card {
        "D" => 2,
        "F" => 3,
        part if !colour.is_empty() && part.starts_with(colour) => 4, // R1 is red
        _ => 1,
    }
}
