//! Reads the JSON of the library.
pub(crate) use serde_json::Value;

/// One line; `null` if it is not JSON.
pub(crate) fn parse(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or(Value::Null)
}

/// The text of a key; `""` if there is none.
pub(crate) fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_string()
}

/// The text of a key; `None` if there is none.
#[cfg(feature = "extract")]
pub(crate) fn optional_text(value: &Value, key: &str) -> Option<String> {
    value[key].as_str().map(str::to_string)
}

/// The elements of the list of a key; none if there is no such key.
#[cfg(feature = "extract")]
pub(crate) fn elements<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}
