// A bot for all three games. Every legal action gets a score, and the highest is played: change the scores.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
)

func score(action Action, view *View) int {
	switch view.Game {
	case "karma":
		return karma(action, view)
	case "diamoniak":
		return diamoniak(action, view)
	case "karmaka":
		return karmaka(action, view)
	}
	return 0
}

func choose(request *Message) int {
	best, bestScore := request.Legal[0].ID, math.MinInt
	for _, legal := range request.Legal {
		if found := score(legal.Action, &request.View); found > bestScore { // the first of equals stays
			best, bestScore = legal.ID, found
		}
	}
	return best
}

// Karma: get rid of low cards first, all copies at once, and keep the Karma cards for when nothing else fits.

var karmaCards = []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
	"T", "B", "F", "G"} // weak to strong

func strength(card string) int {
	for at, name := range karmaCards {
		if name == card {
			return at + 1
		}
	}
	return 0
}

func karma(action Action, view *View) int {
	switch action.Type {
	case "play":
		return action.Count - 10*strength(action.Card)
	case "take":
		return -1000 // only when there is nothing to play
	case "choose":
		total := 0
		for _, card := range action.Cards { // the table is played last: strong cards belong there
			total += strength(card)
		}
		return total
	case "give":
		seat := view.Seats[action.Seat]
		return -(count(seat.Hand) + count(seat.Up) + count(seat.Down)) // to whoever is nearest to going out
	}
	return 0
}

// Diamoniak: buy when possible, stop after three cards unless a fairy protects us, pay with what we need least.

const enoughCards = 3

func diamoniak(action Action, view *View) int {
	me := view.Seats[view.Seat]
	switch action.Type {
	case "buy":
		return 100 - count(view.Seats[action.Seller].Castle) // the diamonds go to whoever is furthest behind
	case "fairy":
		return 1
	case "pay":
		total := 0
		for _, card := range action.Cards {
			total -= worth(card, me.Colour)
		}
		return total
	case "stop":
		if view.Drawn >= enoughCards && !contains(me.Reserve, "F") {
			return 1
		}
		return -1
	}
	return 0 // draw
}

func worth(card string, colour string) int {
	switch {
	case card == "D":
		return 2
	case card == "F":
		return 3
	case colour != "" && card[:1] == colour: // a part: R1 is red
		return 4
	}
	return 1
}

// Karmaka: Deeds of the colour that promises most until the level is done, everything else into the next life.

var pointsToAscend = []int{4, 5, 6, 7} // from Dung Beetle, Snake, Wolf and Ape
var colours = []string{"blue", "green", "red"}
var deck = map[string]map[string]int{
	"blue":   {"Transmigrate": 1, "Peek": 1, "Destiny": 2, "Stolen Dreams": 2, "Denial": 2, "Thievery": 3, "Swindle": 3},
	"green":  {"Another Day": 1, "Recycle": 1, "Longevity": 2, "Sowing": 2, "Salvage": 2, "Voyage": 3, "Jubilee": 3},
	"red":    {"Panic": 1, "Dwindle": 1, "Crisis": 2, "Roulette": 2, "Hell's Heart": 2, "Vengeance": 3, "Spite": 3},
	"mosaic": {"Embody": 1, "Mimic": 1}, // counts for every colour
}

func points(card string) int {
	for _, cards := range deck {
		if found, known := cards[card]; known {
			return found
		}
	}
	return 0
}

func karmaka(action Action, view *View) int {
	me := view.Seats[view.Seat]
	switch action.Type {
	case "play":
		switch {
		case action.Mode == "deed" && helps(action.Card, view):
			return 100 + points(action.Card)
		case action.Mode == "future":
			return points(action.Card) // always less than a Deed that helps
		}
		return -1 // an ability hands its card to a rival: using some of them well is the first thing to improve
	case "pass":
		return -1
	case "take":
		if count(me.Future) < 6 { // an offered card makes the next life longer
			return 1
		}
		return -1
	case "pick_hand":
		return -points(action.Card)
	case "pick_deed":
		return -points(names(me.Deeds)[action.At])
	case "pay":
		return 1 // rings, to ascend
	}
	return 0
}

// Whether a Deed brings us nearer to the next level.
func helps(card string, view *View) bool {
	me := view.Seats[view.Seat]
	deeds := names(me.Deeds)
	done, best, most := 0, "", -1
	for _, colour := range colours {
		if made := pointsIn(colour, deeds); made > done {
			done = made
		}
		if total := pointsIn(colour, deeds) + pointsIn(colour, names(view.Own.Hand)); total > most {
			best, most = colour, total
		}
	}
	return done < pointsToAscend[me.Level] && pointsIn(best, []string{card}) > 0
}

func pointsIn(colour string, cards []string) int {
	total := 0
	for _, card := range cards {
		total += deck[colour][card] + deck["mosaic"][card]
	}
	return total
}

// The messages. Only the fields that are used; what a game does not have stays empty. Some fields are a list in one
// game and a number in another, so they are read when they are needed.

type Action struct {
	Type, Card, Mode        string
	Count, Seat, Seller, At int
	Cards                   []string
}

type Seat struct {
	Hand, Up, Down, Castle, Future, Deeds json.RawMessage
	Reserve                               []string
	Colour                                string
	Level                                 int
}

type View struct {
	Game  string
	Seat  int
	Drawn int
	Seats []Seat
	Own   struct{ Hand json.RawMessage }
}

type Message struct {
	Type, Variant, Termination string
	Seat, Seats, Rank          int
	View                       View
	Legal                      []struct {
		ID     int
		Action Action
	}
}

// How many there are, whether the field is their number or their list.
func count(field json.RawMessage) int {
	number := 0
	if json.Unmarshal(field, &number) == nil {
		return number
	}
	list := []json.RawMessage{}
	_ = json.Unmarshal(field, &list)
	return len(list)
}

func names(field json.RawMessage) []string {
	list := []string{}
	_ = json.Unmarshal(field, &list)
	return list
}

func contains(cards []string, wanted string) bool {
	for _, card := range cards {
		if card == wanted {
			return true
		}
	}
	return false
}

// The conversation: one JSON object per line. stdout belongs to the arena; stderr is your log.

func main() {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			return
		}
		message := Message{}
		if err := json.Unmarshal(line, &message); err != nil {
			fmt.Fprintln(os.Stderr, "Not a message:", err)
			os.Exit(1)
		}
		switch message.Type { // a later protocol may send more
		case "hello":
			fmt.Fprintf(os.Stderr, "%s: I sit in seat %d of %d.\n", message.Variant, message.Seat, message.Seats)
			fmt.Println(`{"type": "ready", "protocol": 1, "name": "Starter"}`)
		case "request":
			fmt.Printf("{\"action\": %d}\n", choose(&message))
		case "end":
			fmt.Fprintf(os.Stderr, "The game is over (%s). My rank is %d.\n", message.Termination, message.Rank)
			return
		}
	}
}
