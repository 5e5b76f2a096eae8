//! Runs the examples, which are built with the tests.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use support::corpus_folder;
#[cfg(feature = "extract")]
use support::{dump, FRAGMENT};

fn run(example: &str, arguments: &[&Path]) -> Output {
    let tests = env::current_exe().unwrap();
    let program = tests.parent().unwrap().parent().unwrap().join("examples").join(example);
    Command::new(program).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn temporary(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn compile() {
    let good = run("compile", &[&corpus_folder().join("common/color_agal1.frag.agal")]);
    assert!(good.status.success(), "{}", text(&good.stderr));
    assert!(text(&good.stdout).contains("@fragment"));

    let file = temporary("compile").join("bad.agal");
    fs::write(&file, "mov fc0, v0\nmov oc, v0\n").unwrap();
    let bad = run("compile", &[&file, Path::new("essl300")]);
    assert_eq!(bad.status.code(), Some(1));
    assert!(text(&bad.stderr).contains("bad.agal:1:5: error[AGAL3652]"), "{}", text(&bad.stderr));
}

#[cfg(feature = "extract")]
#[test]
fn extract() {
    let folder = temporary("extract");
    let bytecode = agal::assemble(FRAGMENT, &agal::Options::new()).unwrap();
    fs::write(folder.join("dump.bin"), dump(bytecode.bytecode())).unwrap();
    let found = run("extract", &[&folder.join("dump.bin"), &folder.join("out")]);
    assert!(found.status.success(), "{}", text(&found.stderr));
    let hash = text(&found.stdout).split(' ').next().unwrap();
    assert_eq!(text(&found.stdout), format!("{} fragment exact 2 tokens \n", hash));
    assert_eq!(fs::read(folder.join(format!("out/{}.fragment.bin", hash))).unwrap(), bytecode.bytecode());
}

#[test]
fn interpret() {
    let printed = run("interpret", &[]);
    let (black, color) = ("[0.0, 0.0, 0.0, 1.0]\n", "[1.0, 0.5, 0.25, 1.0]\n");
    assert_eq!(text(&printed.stdout), [black, color, color, black].concat());
}
