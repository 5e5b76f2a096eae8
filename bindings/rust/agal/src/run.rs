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
    /// The invocations. A vertex program has one. A fragment program has four: the upper left, upper right, lower left
    /// and lower right pixel.
    pub fn invocations(&self) -> Vec<Invocation> {
        let lines = self.outcome.text(c_name("outputs\0")).lines();
        lines.map(|line| Invocation::of(&json::parse(line))).collect()
    }

    /// Each token with its changes, if the option `trace` is on.
    pub fn trace(&self) -> Option<&str> {
        self.outcome.get(c_name("trace\0")).and_then(|text| std::str::from_utf8(text).ok())
    }
}

/// The outputs of one invocation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Invocation {
    /// True if the pixel was discarded.
    pub killed: bool,
    /// The output registers that were written, by name. `"op"`, `"v0"` and `"oc"` have four numbers each. `"od"` has
    /// one.
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

    /// The value of an output register. `None` if the register was not written.
    pub fn get(&self, register: &str) -> Option<&[f32]> {
        self.registers.iter().find(|(name, _)| name == register).map(|(_, value)| value.as_slice())
    }
}

/// Returns the numbers of a register; `None` if the value is not a register.
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
