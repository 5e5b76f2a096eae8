//! The declarations are those of the header.

use std::fs;

fn read(path: &str) -> String {
    fs::read_to_string(format!("{}/{}", env!("CARGO_MANIFEST_DIR"), path)).unwrap()
}

/// The type of Rust for a type of C.
fn type_of(c: &str) -> String {
    let name = |word: &str| match word {
        "size_t" => "usize".to_string(),
        "uint32_t" => "u32".to_string(),
        "char" | "float" | "int" | "void" => format!("c_{}", word),
        other => other.to_string(),
    };
    match c.strip_suffix('*') {
        None => name(c),
        Some(constant) => match constant.strip_prefix("const ") {
            Some(word) => format!("*const {}", name(word)),
            None => format!("*mut {}", name(constant)),
        },
    }
}

/// `const float value[4]` to `value: *const c_float`.
fn parameter_of(c: &str) -> String {
    let (kind, name) = c.rsplit_once(' ').unwrap();
    match name.split_once('[') {
        Some((name, _)) => format!("{}: {}", name, type_of(&format!("{}*", kind))),
        None => format!("{}: {}", name, type_of(kind)),
    }
}

/// The declarations of the header, as they are written in Rust.
fn expected() -> Vec<String> {
    let header = read("../../../include/agal/agal.h");
    let declarations = header.split("\nAGAL_API ").skip(1).map(|rest| rest.split(';').next().unwrap());
    declarations
        .map(|text| {
            let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let (head, list) = line.strip_suffix(')').unwrap().split_once('(').unwrap();
            let (result, name) = head.rsplit_once(' ').unwrap();
            let parameters = match list {
                "void" => Vec::new(),
                _ => list.split(", ").map(parameter_of).collect(),
            };
            let result = match result {
                "void" => String::new(),
                _ => format!(" -> {}", type_of(result)),
            };
            format!("pub fn {}({}){};", name, parameters.join(", "), result)
        })
        .collect()
}

#[test]
fn declares_what_the_header_declares() {
    let source = read("src/lib.rs");
    let found: Vec<String> =
        source.lines().map(|line| line.trim().to_string()).filter(|line| line.starts_with("pub fn ")).collect();
    assert!(found.len() > 30);
    assert_eq!(found, expected());
}

#[test]
fn has_the_constants_of_the_header() {
    let header = read("../../../include/agal/agal.h");
    assert!(header.contains(&format!("#define AGAL_ABI_VERSION {}\n", agal_sys::AGAL_ABI_VERSION)));
    for (name, value) in [
        ("AGAL_OK", agal_sys::AGAL_OK),
        ("AGAL_REJECTED", agal_sys::AGAL_REJECTED),
        ("AGAL_BAD_ARGUMENT", agal_sys::AGAL_BAD_ARGUMENT),
        ("AGAL_OUT_OF_MEMORY", agal_sys::AGAL_OUT_OF_MEMORY),
        ("AGAL_INTERNAL_ERROR", agal_sys::AGAL_INTERNAL_ERROR),
    ] {
        assert!(header.contains(&format!("  {} = {}", name, value)), "{}", name);
    }
}

/// The text between braces after each beginning, with the name that follows: `typedef struct NAME { … } NAME;`.
fn definitions(header: &str, kind: &str) -> Vec<(String, String)> {
    let beginning = format!("typedef {} ", kind);
    let found = header.split(&beginning).skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once(" {")?;
        let body = rest.split_once('}')?.0;
        (!name.contains(';')).then(|| (name.to_string(), without_comments(body)))
    });
    found.collect()
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        out.push_str(part.split_once("*/").unwrap().1);
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `uint32_t first` to `first: u32,`; `char name[8]` to `name: [c_char; 8],`.
fn field_of(c: &str) -> String {
    let (kind, name) = c.rsplit_once(' ').unwrap();
    match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        Some((name, size)) => format!("{}: [{}; {}],", name, type_of(kind), size),
        None => format!("{}: {},", name, type_of(kind)),
    }
}

#[test]
fn has_the_structures_of_the_header() {
    let source = without_whitespace(&read("src/lib.rs"));
    let structures = definitions(&read("../../../include/agal/agal.h"), "struct");
    assert!(structures.len() >= 9);
    for (name, body) in structures {
        let fields: Vec<String> = body.split(';').map(str::trim).filter(|f| !f.is_empty()).map(field_of).collect();
        let expected = format!("{}{{{}}}", name, fields.join(""));
        assert!(source.contains(&without_whitespace(&expected)), "{}", expected);
    }
}

#[test]
fn has_the_enumerations_of_the_header() {
    let source = without_whitespace(&read("src/lib.rs"));
    let enumerations = definitions(&read("../../../include/agal/agal.h"), "enum");
    assert!(enumerations.len() >= 11);
    for (name, body) in enumerations.iter().filter(|(name, _)| name != "agal_status") {
        let expected = format!("{}{{{},}}", name, body);
        assert!(source.contains(&without_whitespace(&expected)), "{}", expected);
    }
}

fn without_whitespace(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn links_a_library_with_this_interface() {
    assert_eq!(unsafe { agal_sys::agal_abi_version() }, agal_sys::AGAL_ABI_VERSION);
}
