//! A bot for all three games. Every legal action gets a score, and the highest is played: change the scores.

mod diamoniak;
mod json;
mod karma;
mod karmaka;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use json::Json;

fn score(action: &Json, view: &Json) -> i64 {
    match view["game"].text() {
        "karma" => karma::score(action, view),
        "diamoniak" => diamoniak::score(action, view),
        "karmaka" => karmaka::score(action, view),
        _ => 0,
    }
}

fn choose(request: &Json) -> i64 {
    let (mut best, mut most) = (0, i64::MIN);
    for legal in request["legal"].items() {
        let found = score(&legal["action"], &request["view"]);
        if found > most {
            (best, most) = (legal["id"].number(), found); // the first of equals stays
        }
    }
    best
}

fn own_seat(view: &Json) -> &Json {
    &view["seats"][view["seat"].number()]
}

/// The conversation: one JSON object per line. stdout belongs to the arena; `eprintln!` is your log.
fn talk() -> Result<(), String> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let message = Json::parse(&line.map_err(|error| error.to_string())?)?;
        let sent = match message["type"].text() {
            "hello" => {
                let (variant, seat, seats) = (&message["variant"], &message["seat"], &message["seats"]);
                eprintln!("{}: I sit in seat {} of {}.", variant.text(), seat.number(), seats.number());
                writeln!(out, r#"{{"type": "ready", "protocol": 1, "name": "Starter"}}"#)
            }
            "request" => writeln!(out, r#"{{"action": {}}}"#, choose(&message)),
            "end" => {
                let (how, rank) = (message["termination"].text(), message["rank"].number());
                eprintln!("The game is over ({how}). My rank is {rank}.");
                return Ok(());
            }
            _ => continue, // a later protocol may send more
        };
        sent.and_then(|()| out.flush()).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match talk() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}"); // the end of the log says why the game was lost
            ExitCode::FAILURE
        }
    }
}
