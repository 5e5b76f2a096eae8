//! Reads the JSON of the library.
pub(crate) use serde_json::Value;

/// Parses one line; `null` if it is not JSON.
pub(crate) fn parse(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or(Value::Null)
}

/// Returns the text of a key; `""` if there is none.
pub(crate) fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_string()
}

/// Returns the text of a key; `None` if there is none.
#[cfg(feature = "extract")]
pub(crate) fn optional_text(value: &Value, key: &str) -> Option<String> {
    value[key].as_str().map(str::to_string)
}

/// Returns the elements of a key's list; an empty iterator if the key does not exist.
#[cfg(feature = "extract")]
pub(crate) fn elements<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}
