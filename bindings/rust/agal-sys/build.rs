//! Finds libagal: in the folder that `AGAL_LIB_DIR` names, otherwise with `pkg-config`, otherwise where the linker looks.

use std::env;
use std::process::Command;

fn main() {
    for variable in ["AGAL_LIB_DIR", "PKG_CONFIG", "PKG_CONFIG_PATH", "DOCS_RS"] {
        println!("cargo:rerun-if-env-changed={}", variable);
    }
    if env::var_os("DOCS_RS").is_some() {
        return;
    }
    if let Some(folder) = env::var_os("AGAL_LIB_DIR") {
        println!("cargo:rustc-link-search=native={}", folder.to_string_lossy());
    } else if let Some(flags) = pkg_config() {
        // For the static library, these are also the libraries that it needs.
        for flag in flags.split_whitespace() {
            if let Some(folder) = flag.strip_prefix("-L") {
                println!("cargo:rustc-link-search=native={}", folder);
            } else if let Some(library) = flag.strip_prefix("-l") {
                println!("cargo:rustc-link-lib={}", library);
            }
        }
        return;
    }
    println!("cargo:rustc-link-lib=agal");
}

/// The flags for the linker. `None`: there is no `pkg-config`, or it does not know agal.
fn pkg_config() -> Option<String> {
    // What it finds is for this machine, unless the caller says that it is for the target.
    if env::var_os("HOST") != env::var_os("TARGET") && env::var_os("PKG_CONFIG").is_none() {
        return None;
    }
    let command = env::var_os("PKG_CONFIG").unwrap_or_else(|| "pkg-config".into());
    let output = Command::new(command).args(["--libs", "agal"]).output().ok()?;
    if !output.status.success() {
        return None;
    }
    String::from_utf8(output.stdout).ok()
}
