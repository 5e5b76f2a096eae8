//! Programs and files for the tests.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};

pub const VERTEX: &str = "m44 op, va0, vc0\nmov v0, va1\nmov v1, va1\n";
pub const FRAGMENT: &str = "tex ft0, v0, fs0 <2d,linear>\nmul oc, ft0, fc0\n";

/// Returns a file with a program in the middle.
pub fn dump(bytecode: &[u8]) -> Vec<u8> {
    [&[0; 100], bytecode, &[0; 100]].concat()
}

pub fn corpus_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../corpus")
}

/// Returns programs of the repository with their names.
pub fn corpus() -> Vec<(String, Vec<u8>)> {
    let folders = ["common", "techniques"].map(|folder| corpus_folder().join(folder));
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
    files.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap())).collect()
}
