//! The programs of the repository, and of the separate collection if it exists.

use std::fs;
use std::path::Path;

use agal::serde_json::{self, Value};
use agal::Options;

/// A name and bytecode.
pub type Program = (String, Vec<u8>);

pub fn programs() -> Vec<Program> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let folders = [repository.join("corpus"), repository.join("../shared/corpus")];
    folders.iter().filter(|folder| folder.join("manifest.json").exists()).flat_map(|folder| listed(folder)).collect()
}

fn listed(folder: &Path) -> Vec<Program> {
    let manifest: Value = serde_json::from_slice(&fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    let rows = manifest["programs"].as_array().unwrap();
    rows.iter().map(|row| load(folder, row["file"].as_str().or(row["path"].as_str()).unwrap())).collect()
}

fn load(folder: &Path, name: &str) -> Program {
    let content = fs::read(folder.join(name)).unwrap();
    if content.first() == Some(&0xa0) {
        return (name.to_string(), content);
    }
    let stage = if name.contains(".vert") { "vertex" } else { "fragment" };
    let options = Options::new().with("stage", stage).unwrap();
    (name.to_string(), agal::assemble(&content, &options).unwrap().bytecode().to_vec())
}
