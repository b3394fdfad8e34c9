//! A small JSON reader: one message in, a tree of values out. Writing is left to `println!`.
//!
//! The lookups never fail: what is not there is null, a null is empty, and its number is 0 and its text "". So unknown
//! fields do no harm, and `message["view"]["own"]` is safe.

use std::collections::HashMap;
use std::ops::Index;

#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    Array(Vec<Json>),
    Object(HashMap<String, Json>),
}

impl Json {
    /// Reads a whole message, or says what is wrong with it.
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut reader = Reader { rest: text, depth: 0 };
        let value = reader.value()?;
        reader.skip_space();
        if reader.rest.is_empty() {
            Ok(value)
        } else {
            reader.expected("the end")
        }
    }

    pub fn items(&self) -> &[Json] {
        match self {
            Json::Array(items) => items,
            _ => &[],
        }
    }

    pub fn len(&self) -> i64 {
        self.items().len() as i64
    }

    pub fn number(&self) -> i64 {
        match self {
            Json::Number(number) => *number as i64,
            _ => 0,
        }
    }

    pub fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            _ => "",
        }
    }
}

impl Index<&str> for Json {
    type Output = Json;

    fn index(&self, key: &str) -> &Json {
        match self {
            Json::Object(fields) => fields.get(key).unwrap_or(&Json::Null),
            _ => &Json::Null,
        }
    }
}

impl Index<i64> for Json {
    type Output = Json;

    fn index(&self, at: i64) -> &Json {
        usize::try_from(at).ok().and_then(|at| self.items().get(at)).unwrap_or(&Json::Null)
    }
}

/// Nested brackets, so that no message can exhaust the stack.
const DEEPEST: usize = 200;

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn expected<T>(&self, what: &str) -> Result<T, String> {
        let before: String = self.rest.chars().take(40).collect();
        Err(format!("expected {what} before: {before}"))
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
    }

    fn accept(&mut self, sign: &str) -> bool {
        self.skip_space();
        let Some(rest) = self.rest.strip_prefix(sign) else { return false };
        self.rest = rest;
        true
    }

    fn require(&mut self, sign: &str) -> Result<(), String> {
        if self.accept(sign) {
            Ok(())
        } else {
            self.expected(sign)
        }
    }

    fn value(&mut self) -> Result<Json, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.expected("fewer brackets");
        }
        let found = self.any()?;
        self.depth -= 1;
        Ok(found)
    }

    fn any(&mut self) -> Result<Json, String> {
        if self.accept("{") {
            self.object()
        } else if self.accept("[") {
            self.array()
        } else if self.accept("\"") {
            self.string().map(Json::Text)
        } else if self.accept("true") {
            Ok(Json::Bool(true))
        } else if self.accept("false") {
            Ok(Json::Bool(false))
        } else if self.accept("null") {
            Ok(Json::Null)
        } else {
            self.number()
        }
    }

    fn object(&mut self) -> Result<Json, String> {
        let mut fields = HashMap::new();
        if self.accept("}") {
            return Ok(Json::Object(fields));
        }
        loop {
            self.require("\"")?;
            let key = self.string()?;
            self.require(":")?;
            fields.insert(key, self.value()?);
            if !self.accept(",") {
                break;
            }
        }
        self.require("}")?;
        Ok(Json::Object(fields))
    }

    fn array(&mut self) -> Result<Json, String> {
        let mut items = Vec::new();
        if self.accept("]") {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value()?);
            if !self.accept(",") {
                break;
            }
        }
        self.require("]")?;
        Ok(Json::Array(items))
    }

    fn number(&mut self) -> Result<Json, String> {
        let is_part = |sign: char| sign.is_ascii_digit() || "-+.eE".contains(sign);
        let end = self.rest.find(|sign| !is_part(sign)).unwrap_or(self.rest.len());
        let Ok(number) = self.rest[..end].parse() else { return self.expected("a value") };
        self.rest = &self.rest[end..];
        Ok(Json::Number(number))
    }

    /// After the opening quote.
    fn string(&mut self) -> Result<String, String> {
        let mut out = String::new();
        loop {
            let Some(plain) = self.rest.find(['"', '\\']) else { return self.expected("a closing quote") };
            out.push_str(&self.rest[..plain]);
            let is_end = self.rest.as_bytes()[plain] == b'"';
            self.rest = &self.rest[plain + 1..];
            if is_end {
                return Ok(out);
            }
            out.push(self.escaped()?);
        }
    }

    /// After a backslash.
    fn escaped(&mut self) -> Result<char, String> {
        let plain = match self.rest.chars().next() {
            Some(sign @ ('"' | '\\' | '/')) => sign,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => return self.unicode(),
            _ => return self.expected("an escape"),
        };
        self.rest = &self.rest[1..];
        Ok(plain)
    }

    /// Signs beyond 16 bits come as two halves. Half a sign becomes the replacement sign.
    fn unicode(&mut self) -> Result<char, String> {
        let code = self.hex4()?;
        if !(0xD800..0xDC00).contains(&code) || !self.rest.starts_with("\\u") {
            return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let before = self.rest;
        self.rest = &self.rest[1..];
        let low = self.hex4()?;
        if (0xDC00..0xE000).contains(&low) {
            let whole = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            return Ok(char::from_u32(whole).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        self.rest = before;
        Ok(char::REPLACEMENT_CHARACTER)
    }

    /// The letter u and four digits.
    fn hex4(&mut self) -> Result<u32, String> {
        let digits = self.rest.get(1..5).filter(|digits| digits.bytes().all(|each| each.is_ascii_hexdigit()));
        let Some(code) = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) else {
            return self.expected("four hexadecimal digits");
        };
        self.rest = &self.rest[5..];
        Ok(code)
    }
}
