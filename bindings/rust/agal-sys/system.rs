//! Finds libagal: in the folder that `AGAL_LIB_DIR` names, otherwise with `pkg-config`.

use std::env;
use std::process::Command;

use crate::fail;

const MISSING: &str = "libagal, which the feature `system` links, was not found";
const REMEDY: &str = "Install it with its description for pkg-config (the package libagal-dev, or `cmake --install` of agalc), \
                      or let AGAL_LIB_DIR name its folder. Without the features `system`, `extract` and `prove`, the crate compiles \
                      agalc itself.";

pub fn link() {
    for variable in ["AGAL_LIB_DIR", "PKG_CONFIG", "PKG_CONFIG_PATH"] {
        println!("cargo:rerun-if-env-changed={}", variable);
    }
    if let Some(folder) = env::var_os("AGAL_LIB_DIR").filter(|folder| !folder.is_empty()) {
        println!("cargo:rustc-link-search=native={}", folder.to_string_lossy());
        println!("cargo:rustc-link-lib=agal");
        return;
    }
    let flags = pkg_config().unwrap_or_else(|reason| fail(&format!("{}: {}. {}", MISSING, reason, REMEDY)));
    // For the static library, the flags also contain the libraries that it needs.
    for flag in flags.split_whitespace() {
        if let Some(folder) = flag.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={}", folder);
        } else if let Some(library) = flag.strip_prefix("-l") {
            println!("cargo:rustc-link-lib={}", library);
        }
    }
}

/// Returns the flags for the linker, or the reason why there are none.
fn pkg_config() -> Result<String, String> {
    // pkg-config finds libraries for this machine, unless the caller says that it is for the target.
    if env::var_os("HOST") != env::var_os("TARGET") && env::var_os("PKG_CONFIG").is_none() {
        return Err("for another machine, PKG_CONFIG has to name a pkg-config for it".to_string());
    }
    let command = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".to_string());
    let output = Command::new(&command).args(["--libs", "agal"]).output();
    let output = output.map_err(|error| format!("{} does not start ({})", command, error))?;
    if !output.status.success() {
        return Err(format!("{} does not know agal", command));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("the output of {} is not text", command))
}
