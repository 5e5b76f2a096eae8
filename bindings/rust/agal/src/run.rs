use crate::ffi::c_name;
use crate::json::{self, Value};
use crate::results::result;
use crate::{Diagnostics, Outcome};
use std::borrow::Cow;

result! {
    /// The outputs of a program that was executed: the result of [`interpret`](crate::interpret).
    Run
}

impl Run {
    /// The invocations: one of a vertex program; of a fragment program four, for the pixels upper left, upper right, lower
    /// left and lower right.
    pub fn invocations(&self) -> Vec<Invocation> {
        let lines = self.outcome.text(c_name("outputs\0")).lines();
        lines.map(|line| Invocation::of(&json::parse(line))).collect()
    }

    /// Each token with what it changed, if the option `trace` is on.
    pub fn trace(&self) -> Option<&str> {
        self.outcome.get(c_name("trace\0")).and_then(|text| std::str::from_utf8(text).ok())
    }
}

/// What one invocation of a program wrote.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Invocation {
    /// Whether the pixel was discarded.
    pub killed: bool,
    /// The output registers that were written, by name: `"op"`, `"v0"`, `"oc"`, with four numbers each, and `"od"` with one.
    pub registers: Vec<(String, Vec<f32>)>,
}

impl Invocation {
    fn of(value: &Value) -> Invocation {
        let members = value.as_object().into_iter().flatten();
        Invocation {
            killed: value.get("killed").and_then(Value::as_bool).unwrap_or(false),
            registers: members.filter_map(|(name, value)| Some((name.clone(), numbers(value)?))).collect(),
        }
    }

    /// The value of an output register. `None`: it was not written.
    pub fn get(&self, register: &str) -> Option<&[f32]> {
        self.registers.iter().find(|(name, _)| name == register).map(|(_, value)| value.as_slice())
    }
}

/// `None`: it is not a register.
fn numbers(value: &Value) -> Option<Vec<f32>> {
    match value {
        Value::Array(elements) => elements.iter().map(number).collect(),
        _ => number(value).map(|single| vec![single]),
    }
}

fn number(value: &Value) -> Option<f32> {
    match value.as_str() {
        None => value.as_f64().map(|number| number as f32),
        Some("inf") => Some(f32::INFINITY),
        Some("-inf") => Some(f32::NEG_INFINITY),
        Some("nan") => Some(f32::NAN),
        Some(_) => None,
    }
}
