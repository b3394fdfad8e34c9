(* A small JSON reader: the standard library has none. *)

type t = Null | Bool of bool | Number of float | Text of string | List of t list | Object of (string * t) list

exception Wrong of string

let deepest = 200 (* nested brackets, so that no message can exhaust the stack *)

let add_utf8 out code = Buffer.add_utf_8_uchar out (if Uchar.is_valid code then Uchar.of_int code else Uchar.rep)

let parse line =
  let size = String.length line in
  let at = ref 0 in
  let peek () = if !at < size then line.[!at] else '\000' in
  let wrong what = raise (Wrong (Printf.sprintf "%s at byte %d" what !at)) in
  let rec skip () = match peek () with ' ' | '\t' | '\r' | '\n' -> incr at; skip () | _ -> () in
  let accept sign = skip (); if peek () = sign && !at < size then (incr at; true) else false in
  let expect sign = if not (accept sign) then wrong (Printf.sprintf "%C is missing" sign) in
  let word name value =
    let length = String.length name in
    if !at + length <= size && String.sub line !at length = name then (at := !at + length; value)
    else wrong "no value" in
  let hex4 () =
    let digit = function
      | '0' .. '9' as c -> Char.code c - 48
      | 'a' .. 'f' as c -> Char.code c - 87
      | 'A' .. 'F' as c -> Char.code c - 55
      | _ -> wrong "no hexadecimal digit" in
    let code = ref 0 in
    for _ = 1 to 4 do code := (!code * 16) + digit (peek ()); incr at done;
    !code in
  let escape out =
    let sign = peek () in
    incr at;
    match sign with
    | '"' | '\\' | '/' -> Buffer.add_char out sign
    | 'b' -> Buffer.add_char out '\b'
    | 'f' -> Buffer.add_char out '\012'
    | 'n' -> Buffer.add_char out '\n'
    | 'r' -> Buffer.add_char out '\r'
    | 't' -> Buffer.add_char out '\t'
    | 'u' ->
      let high = hex4 () in
      if high land 0xfc00 = 0xd800 && !at + 1 < size && line.[!at] = '\\' && line.[!at + 1] = 'u' then begin
        at := !at + 2;
        add_utf8 out (0x10000 + ((high land 0x3ff) lsl 10) + (hex4 () land 0x3ff))
      end else add_utf8 out high
    | _ -> wrong "no escape" in
  let text () =
    let out = Buffer.create 16 in
    let rec more () =
      if !at >= size then wrong "a text does not end";
      let sign = line.[!at] in
      incr at;
      match sign with
      | '"' -> Buffer.contents out
      | '\\' -> escape out; more ()
      | sign -> Buffer.add_char out sign; more () in
    more () in
  let number () =
    let start = !at in
    let rec more () =
      match peek () with '0' .. '9' | '-' | '+' | '.' | 'e' | 'E' -> incr at; more () | _ -> () in
    more ();
    match float_of_string_opt (String.sub line start (!at - start)) with
    | Some value -> Number value
    | None -> wrong "no number" in
  let rec value depth =
    if depth > deepest then wrong "nested too deep";
    skip ();
    match peek () with
    | '{' -> incr at; if accept '}' then Object [] else Object (fields depth [])
    | '[' -> incr at; if accept ']' then List [] else List (items depth [])
    | '"' -> incr at; Text (text ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | _ -> number ()
  and items depth found =
    let found = value (depth + 1) :: found in
    if accept ',' then items depth found else (expect ']'; List.rev found)
  and fields depth found =
    expect '"';
    let name = text () in
    expect ':';
    let found = (name, value (depth + 1)) :: found in
    if accept ',' then fields depth found else (expect '}'; List.rev found) in
  let whole = value 0 in
  skip ();
  if !at < size then wrong "more than one value";
  whole

(* What is not there, or is something else, is nothing: 0, an empty text, an empty list. *)

let get name = function Object fields -> (try List.assoc name fields with Not_found -> Null) | _ -> Null
let int = function Number value when Float.abs value < 1e15 -> int_of_float value | _ -> 0
let text = function Text value -> value | _ -> ""
let list = function List items -> items | _ -> []
let texts value = List.map text (list value)
let at index value = match List.nth_opt (list value) index with Some found -> found | None -> Null
