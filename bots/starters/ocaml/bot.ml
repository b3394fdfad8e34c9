(* A bot for all three games. Every legal action gets a score, and the highest is played: change the scores. *)

let number name json = Json.int (Json.get name json)
let text name json = Json.text (Json.get name json)
let texts name json = Json.texts (Json.get name json)
let size name json = List.length (Json.list (Json.get name json))
let sum score cards = List.fold_left (fun total card -> total + score card) 0 cards
let seat_of view seat = Json.at seat (Json.get "seats" view)
let own_seat view = seat_of view (number "seat" view)

(* Karma: low cards first, all copies at once; Karma cards are kept for when nothing else fits. *)

let strength card =
  match card with "T" -> 17 | "B" -> 18 | "F" -> 19 | "G" -> 20 | _ -> int_of_string card

let karma action view =
  match text "type" action with
  | "play" -> number "count" action - (10 * strength (text "card" action))
  | "take" -> -1000 (* only when there is nothing to play *)
  | "choose" -> sum strength (texts "cards" action) (* the table is played last: strong cards belong there *)
  | "give" ->
    let seat = seat_of view (number "seat" action) in
    -(number "hand" seat + size "up" seat + size "down" seat) (* to whoever is nearest to going out *)
  | _ -> 0

(* Diamoniak: buy when possible, stop after three cards unless a fairy protects us, pay with what we need least. *)

let enough_cards = 3

let worth colour card =
  match card with "D" -> 2 | "F" -> 3 | _ -> if String.sub card 0 1 = colour then 4 else 1 (* a part: R1 is red *)

let diamoniak action view =
  let me = own_seat view in
  match text "type" action with
  | "buy" -> 100 - size "castle" (seat_of view (number "seller" action)) (* to whoever is furthest behind *)
  | "fairy" -> 1
  | "pay" -> -sum (worth (text "colour" me)) (texts "cards" action)
  | "stop" -> if number "drawn" view >= enough_cards && not (List.mem "F" (texts "reserve" me)) then 1 else -1
  | _ -> 0 (* draw *)

(* Karmaka: Deeds of the colour that promises most until the level is done, everything else into the next life. *)

let points_to_ascend = [ 4; 5; 6; 7 ] (* from Dung Beetle, Snake, Wolf and Ape *)

let deck =
  [ ("blue", [ ("Transmigrate", 1); ("Peek", 1); ("Destiny", 2); ("Stolen Dreams", 2); ("Denial", 2);
               ("Thievery", 3); ("Swindle", 3) ]);
    ("green", [ ("Another Day", 1); ("Recycle", 1); ("Longevity", 2); ("Sowing", 2); ("Salvage", 2);
                ("Voyage", 3); ("Jubilee", 3) ]);
    ("red", [ ("Panic", 1); ("Dwindle", 1); ("Crisis", 2); ("Roulette", 2); ("Hell's Heart", 2);
              ("Vengeance", 3); ("Spite", 3) ]) ]

let mosaic = [ ("Embody", 1); ("Mimic", 1) ] (* counts for every colour *)
let points_of cards card = try List.assoc card cards with Not_found -> 0
let points card = points_of (mosaic @ List.concat_map snd deck) card
let points_in (_, cards) held = sum (points_of (mosaic @ cards)) held

(* Whether a Deed brings us nearer to the next level. *)
let helps card view =
  let me = own_seat view in
  let deeds = texts "deeds" me in
  let cards = deeds @ texts "hand" (Json.get "own" view) in
  let done_ = List.fold_left (fun most colour -> max most (points_in colour deeds)) 0 deck in
  let better best colour = if points_in colour cards > points_in best cards then colour else best in
  let best = List.fold_left better (List.hd deck) deck in
  done_ < List.nth points_to_ascend (number "level" me) && points_in best [ card ] > 0

let karmaka action view =
  let me = own_seat view in
  let card = text "card" action in
  match (text "type" action, text "mode" action) with
  | "play", "deed" when helps card view -> 100 + points card
  | "play", "future" -> points card (* always less than a Deed that helps *)
  | ("play" | "pass"), _ -> -1 (* an ability hands its card to a rival: using some of them well comes first *)
  | "take", _ ->
    let future = Json.get "future" me in
    if max (Json.int future) (List.length (Json.list future)) < 6 then 1 else -1 (* it makes the next life longer *)
  | "pick_hand", _ -> -points card
  | "pick_deed", _ -> -points (Json.text (Json.at (number "at" action) (Json.get "deeds" me)))
  | "pay", _ -> 1 (* rings, to ascend *)
  | _ -> 0

(* How much we like an action. Only the order matters; 0 is for whatever we have no opinion about. *)
let score view action =
  match text "game" view with
  | "karma" -> karma action view
  | "diamoniak" -> diamoniak action view
  | "karmaka" -> karmaka action view
  | _ -> 0

(* The first of the best. *)
let choose request =
  let view = Json.get "view" request in
  let better best entry =
    let liked = score view (Json.get "action" entry) in
    match best with Some (most, _) when most >= liked -> best | _ -> Some (liked, entry) in
  match List.fold_left better None (Json.list (Json.get "legal" request)) with
  | Some (_, entry) -> number "id" entry
  | None -> 0

(* The conversation: one JSON object per line. stdout belongs to the arena; stderr is your log. *)

let rec talk () =
  let message = Json.parse (input_line stdin) in
  match text "type" message with
  | "hello" ->
    Printf.eprintf "%s: I sit in seat %d of %d.\n%!" (text "variant" message) (number "seat" message)
      (number "seats" message);
    Printf.printf "{\"type\": \"ready\", \"protocol\": 1, \"name\": \"Starter\"}\n%!";
    talk ()
  | "request" ->
    Printf.printf "{\"action\": %d}\n%!" (choose message);
    talk ()
  | "end" ->
    Printf.eprintf "The game is over (%s). My rank is %d.\n%!" (text "termination" message) (number "rank" message)
  | _ -> talk () (* a later protocol may send more *)

let () =
  try talk () with
  | End_of_file -> ()
  | Json.Wrong what -> Printf.eprintf "Not a message: %s.\n%!" what; exit 1
