//! Tests the answers of proofs, and confirms counterexamples with the interpreter.
#![cfg(feature = "prove")]

use agal::*;

fn named(name: &str, value: &str) -> Options {
    Options::new().with(name, value).unwrap()
}

#[test]
fn finds_equal_programs() {
    let program = "mul ft0, v0, fc0\nmov oc, ft0";
    let words = compile(program, &Options::new()).unwrap();
    for other in [None, Some(&b"mul oc, fc0, v0"[..]), Some(words.code().bytes())] {
        let proof = prove(program, other, &Options::new()).unwrap();
        assert_eq!((proof.verdict(), proof.class()), (Verdict::Equal, ProofClass::Exact), "{}", proof.text());
        assert!(proof.rules().is_empty() && proof.difference().is_none() && proof.terms() > 0);
    }
}

#[test]
fn names_what_an_equality_needs() {
    let proof = prove("mul ft0, v0, fc0\nadd oc, ft0, fc1", None, &Options::new()).unwrap();
    assert_eq!((proof.verdict(), proof.class()), (Verdict::Equal, ProofClass::Rounding));
    let rules = proof.rules();
    assert_eq!((rules.len(), rules[0].name.as_ref(), rules[0].count), (1, "fma-as-sum", 4));
    assert_eq!(rules[0].class, ProofClass::Rounding);
    assert_eq!(proof.text(), "spv: equal up to rounding: fma-as-sum (4)\n");
}

/// Returns an output of a program, such as `"oc.x"`, for the inputs of a difference.
fn output_of(program: &str, difference: &Difference) -> f32 {
    let run = interpret(program, &difference.bound().unwrap(), &named("agal-version", "3")).unwrap();
    let (register, lane) = difference.output.split_once('.').unwrap();
    run.invocations()[difference.pixel as usize].get(register).unwrap()["xyzw".find(lane).unwrap()]
}

#[test]
fn shows_inputs_that_differ() {
    for (program, other) in [
        ("mul oc, v1, fc2", "add oc, v1, fc2"),
        ("mul op, va1, vc2", "mul op, va1, vc3"),
        ("mov vt0, iid\nadd op, va1, vt0.x", "mov vt0, iid\nsub op, va1, vt0.x"),
    ] {
        let options = named("agal-version", "3").with("other-name", "tuned").unwrap();
        let proof = prove(program, Some(other.as_bytes()), &options).unwrap();
        assert_eq!(proof.verdict(), Verdict::Different);
        assert!(proof.text().starts_with("tuned: different: "));
        let difference = proof.difference().unwrap();
        assert_ne!(difference.expected, difference.found);
        assert_eq!(output_of(program, &difference), difference.expected, "{}", proof.text());
        assert_eq!(output_of(other, &difference), difference.found, "{}", proof.text());
        assert_eq!(proof.output(), difference.output);
        assert_ne!(proof.terms_that_differ().0, proof.terms_that_differ().1);
    }
}

#[test]
fn ends_with_the_budget() {
    let proof = prove("mul oc, v0, fc0", None, &named("budget", "3")).unwrap();
    assert_eq!((proof.verdict(), proof.reason().as_ref()), (Verdict::NotDecided, "the budget of terms is spent"));
}

#[test]
fn rejects_what_is_not_a_shader_of_the_stage() {
    let error = prove("mul oc, v0, fc0", Some(b"mov op, va0"), &Options::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Rejected);
    assert_eq!(error.diagnostics().next().unwrap().number, 1120);
}
