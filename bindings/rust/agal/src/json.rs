//! Reads JSON: what the library says about programs, such as [`Compilation::reflection`](crate::Compilation::reflection).
//! It is as small as it can be; the text is there for those who prefer another reader.
//!
//! ```
//! let options = agal::Options::new().with("target", "wgsl")?;
//! let shader = agal::compile("tex oc, v0, fs0 <2d, linear>", &options)?;
//! let reflection = agal::json::parse(shader.reflection().unwrap_or_default()).unwrap();
//! assert_eq!(reflection["agal"]["stage"], "fragment");
//! assert_eq!(reflection["agal"]["samplers"][0]["name"], "fs0");
//! # Ok::<(), agal::Error>(())
//! ```

use std::fmt;
use std::ops::Index;

/// A value of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `null`; also what an index gives that does not exist.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it is written.
    Number(String),
    /// Text.
    String(String),
    /// A list.
    Array(Vec<Value>),
    /// Keys and values, in their order.
    Object(Vec<(String, Value)>),
}

static NULL: Value = Value::Null;

impl Value {
    /// The value of a key. `None`: it is not an object, or has no such key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_object()?.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The members of an object.
    pub fn as_object(&self) -> Option<&[(String, Value)]> {
        match self {
            Value::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The elements of a list.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// Text.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// An integer that is not negative.
    pub fn as_u64(&self) -> Option<u64> {
        self.number()?.parse().ok()
    }

    /// A number.
    pub fn as_f64(&self) -> Option<f64> {
        self.number()?.parse().ok()
    }

    /// A number, rounded once.
    pub fn as_f32(&self) -> Option<f32> {
        self.number()?.parse().ok()
    }

    fn number(&self) -> Option<&str> {
        match self {
            Value::Number(digits) => Some(digits),
            _ => None,
        }
    }

    /// The text of a key; `""` if there is none.
    pub(crate) fn text(&self, key: &str) -> String {
        self.get(key).and_then(Value::as_str).unwrap_or_default().to_string()
    }

    /// The elements of the list of a key; none if there is no such key.
    pub(crate) fn elements(&self, key: &str) -> &[Value] {
        self.get(key).and_then(Value::as_array).unwrap_or_default()
    }
}

impl Index<&str> for Value {
    type Output = Value;
    fn index(&self, key: &str) -> &Value {
        self.get(key).unwrap_or(&NULL)
    }
}

impl Index<usize> for Value {
    type Output = Value;
    fn index(&self, index: usize) -> &Value {
        self.as_array().and_then(|elements| elements.get(index)).unwrap_or(&NULL)
    }
}

impl PartialEq<&str> for Value {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == Some(*other)
    }
}

/// Text that is not JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The byte at which the text stops being JSON.
    pub offset: usize,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not valid JSON at byte {}", self.offset)
    }
}

impl std::error::Error for Error {}

/// Reads one value, with blanks around it. Values may be nested 128 deep.
pub fn parse(text: &str) -> Result<Value, Error> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let value = reader.value()?;
    reader.skip_blanks();
    if reader.at == text.len() {
        Ok(value)
    } else {
        reader.fail()
    }
}

const MAX_DEPTH: usize = 128;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self) -> Result<T, Error> {
        Err(Error { offset: self.at })
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips the word if it is next.
    fn take(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn expect(&mut self, word: &str) -> Result<(), Error> {
        if self.take(word) {
            Ok(())
        } else {
            self.fail()
        }
    }

    fn skip(&mut self, belongs: impl Fn(u8) -> bool) {
        while self.peek().map_or(false, &belongs) {
            self.at += 1;
        }
    }

    fn skip_blanks(&mut self) {
        self.skip(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    }

    fn value(&mut self) -> Result<Value, Error> {
        self.skip_blanks();
        match self.peek() {
            Some(b'{') => self.nested(Reader::object),
            Some(b'[') => self.nested(Reader::array),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.take("true") => Ok(Value::Bool(true)),
            _ if self.take("false") => Ok(Value::Bool(false)),
            _ if self.take("null") => Ok(Value::Null),
            _ => self.fail(),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Value, Error>) -> Result<Value, Error> {
        if self.depth == MAX_DEPTH {
            return self.fail();
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// The parts of a list or an object, whose opening bracket is next.
    fn parts(&mut self, close: &str, mut part: impl FnMut(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        self.at += 1;
        self.skip_blanks();
        if self.take(close) {
            return Ok(());
        }
        loop {
            part(self)?;
            self.skip_blanks();
            if self.take(close) {
                return Ok(());
            }
            self.expect(",")?;
        }
    }

    fn array(&mut self) -> Result<Value, Error> {
        let mut elements = Vec::new();
        self.parts("]", |reader| {
            elements.push(reader.value()?);
            Ok(())
        })?;
        Ok(Value::Array(elements))
    }

    fn object(&mut self) -> Result<Value, Error> {
        let mut members = Vec::new();
        self.parts("}", |reader| {
            reader.skip_blanks();
            let key = reader.string()?;
            reader.skip_blanks();
            reader.expect(":")?;
            members.push((key, reader.value()?));
            Ok(())
        })?;
        Ok(Value::Object(members))
    }

    fn digits(&mut self) -> Result<(), Error> {
        let begin = self.at;
        self.skip(|byte| byte.is_ascii_digit());
        if self.at == begin {
            return self.fail();
        }
        Ok(())
    }

    fn number(&mut self) -> Result<Value, Error> {
        let begin = self.at;
        self.take("-");
        if !self.take("0") {
            self.digits()?;
        }
        if self.take(".") {
            self.digits()?;
        }
        if self.take("e") || self.take("E") {
            let _ = self.take("+") || self.take("-");
            self.digits()?;
        }
        Ok(Value::Number(self.text[begin..self.at].to_string()))
    }

    fn string(&mut self) -> Result<String, Error> {
        self.expect("\"")?;
        let mut out = String::new();
        loop {
            let begin = self.at;
            self.skip(|byte| byte != b'"' && byte != b'\\' && byte >= b' ');
            out.push_str(&self.text[begin..self.at]);
            if self.take("\"") {
                return Ok(out);
            }
            self.expect("\\")?;
            out.push(self.escaped()?);
        }
    }

    /// The character after a backslash.
    fn escaped(&mut self) -> Result<char, Error> {
        let character = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => return self.fail(),
        };
        self.at += 1;
        Ok(character)
    }

    /// `u` and four digits, for characters beyond U+FFFF twice. Half of such a character becomes U+FFFD.
    fn unicode(&mut self) -> Result<char, Error> {
        let unit = self.unit()?;
        if matches!(unit, 0xd800..=0xdbff) && self.rest().starts_with("\\u") {
            let second = self.at;
            self.at += 1;
            let low = self.unit()?;
            if matches!(low, 0xdc00..=0xdfff) {
                let both = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                return Ok(char::from_u32(both).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = second;
        }
        Ok(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn unit(&mut self) -> Result<u32, Error> {
        self.expect("u")?;
        let digits = self.text.as_bytes().get(self.at..self.at + 4);
        let mut unit = 0;
        for &byte in digits.unwrap_or_default() {
            unit = 16 * unit + char::from(byte).to_digit(16).ok_or(Error { offset: self.at })?;
        }
        if digits.is_none() {
            return self.fail();
        }
        self.at += 4;
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Value {
        Value::Number(text.to_string())
    }

    #[test]
    fn reads_values() {
        assert_eq!(parse(" null "), Ok(Value::Null));
        assert_eq!(parse("true"), Ok(Value::Bool(true)));
        assert_eq!(parse("[]"), Ok(Value::Array(vec![])));
        assert_eq!(parse("[1, -2.5e+3]\n"), Ok(Value::Array(vec![number("1"), number("-2.5e+3")])));
        let object = parse(r#"{"a": {"b": [false, "c"]}, "d": {}}"#).unwrap();
        assert_eq!(object["a"]["b"][1], "c");
        assert_eq!(object["a"]["b"][2], Value::Null);
        assert_eq!(object["x"]["y"], Value::Null);
        assert_eq!(object.as_object().unwrap().len(), 2);
    }

    #[test]
    fn reads_numbers() {
        assert_eq!(number("18446744073709551615").as_u64(), Some(u64::MAX));
        assert_eq!(number("-1").as_u64(), None);
        assert_eq!(number("1.5").as_u64(), None);
        assert_eq!(number("-0").as_f32().map(f32::to_bits), Some(0x8000_0000));
        assert_eq!(number("1e-45").as_f32(), Some(f32::from_bits(1)));
        assert_eq!(number("0.1").as_f64(), Some(0.1));
    }

    #[test]
    fn reads_text() {
        let text = |json| parse(json).map(|value| value.as_str().unwrap().to_string());
        assert_eq!(text(r#""""#).as_deref(), Ok(""));
        assert_eq!(text(r#""\"\\\/\b\f\n\r\t é""#).as_deref(), Ok("\"\\/\u{8}\u{c}\n\r\t é"));
        assert_eq!(text(r#""\u00e9\u001b\ud83d\ude00""#).as_deref(), Ok("é\u{1b}😀"));
        assert_eq!(text(r#""\ud83dx\ude00\ud83d\u0041\ud83d""#).as_deref(), Ok("\u{fffd}x\u{fffd}\u{fffd}A\u{fffd}"));
    }

    #[test]
    fn rejects_what_is_not_json() {
        for text in [
            "",
            " ",
            "nul",
            "truee",
            "01",
            "1.",
            ".5",
            "-",
            "+1",
            "1e",
            "[1,]",
            "[1 2]",
            "[",
            "{\"a\"}",
            "{\"a\":}",
            "{a:1}",
            "{\"a\":1,}",
            "\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\u12é\"",
            "\"\\u+123\"",
            "\"\n\"",
            "1 1",
            "nan",
            "'a'",
            "{\"a\":1",
        ] {
            assert!(parse(text).is_err(), "{:?}", text);
        }
        assert_eq!(parse("[1, x]").unwrap_err().to_string(), "not valid JSON at byte 4");
    }

    #[test]
    fn limits_nesting() {
        let nested = |depth| "[".repeat(depth) + &"]".repeat(depth);
        assert!(parse(&nested(MAX_DEPTH)).is_ok());
        assert!(parse(&nested(MAX_DEPTH + 1)).is_err());
        assert!(parse(&"[".repeat(1_000_000)).is_err());
    }
}
