//! Compiles the amalgamation of agalc, one C++ file.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::fail;

/// The folder of the amalgamation in a package of this crate.
const PACKAGED: &str = "amalgamation";
/// The root of the repository, which creates the amalgamation.
const REPOSITORY: &str = "../../..";
const MAKES_IT: [&str; 3] = ["tools/amalgamate", "src", "include"];
/// The functions that C++ libraries would import from WASI: the file in the repository, and in a package.
const WASM_RUNTIME: [&str; 2] = ["../../js/wasm/runtime.cpp", "amalgamation/wasm_runtime.cpp"];
/// The flags of agalc's WebAssembly modules: fmt without the locale of the C++ library, and without types that agalc
/// does not format.
const WASM_FLAGS: &[&str] = &[
    "--target=wasm32-wasi",
    "-Wno-deprecated",
    "-std=c++20",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-c++-static-destructors",
    "-DFMT_EXCEPTIONS=0",
    "-DFMT_THROW(x)=__builtin_trap()",
    "-DFMT_STATIC_THOUSANDS_SEPARATOR=','",
    "-DFMT_USE_LONG_DOUBLE=0",
    "-DFMT_USE_DOUBLE=0",
    "-DFMT_USE_INT128=0",
];

pub fn compile() {
    let target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{}", name)).unwrap_or_default();
    let mut build = cc::Build::new();
    // Optimized in all profiles, because games wait for translations in debug builds too.
    build.cpp(true).file(source()).opt_level(2).debug(false).warnings(false).define("NDEBUG", None);
    let flags: &[&str] = match (target("ENV").as_str(), target("ARCH").as_str()) {
        ("msvc", _) => &["/std:c++20", "/EHsc"],
        (_, "wasm32") => {
            let runtime = WASM_RUNTIME.iter().find(|path| Path::new(path).exists());
            let runtime = runtime.unwrap_or_else(|| fail("amalgamation/wasm_runtime.cpp is missing"));
            println!("cargo:rerun-if-changed={}", runtime);
            build.file(runtime);
            build.opt_level_str("s").cpp_link_stdlib(None);
            WASM_FLAGS
        }
        _ => &["-std=c++20", "-fvisibility=hidden"],
    };
    for flag in flags {
        build.flag(flag);
    }
    build.compile("agal");
    if target("ARCH") == "wasm32" {
        link_wasm_libraries(&build.get_compiler());
    }
}

/// Links the libraries of C++ and C from the folders where the compiler finds them.
fn link_wasm_libraries(compiler: &cc::Tool) {
    for name in ["c++", "c++abi", "c"] {
        let file = format!("lib{}.a", name);
        let output = compiler.to_command().arg(format!("-print-file-name={}", file)).output();
        let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string()).unwrap_or_default();
        match Path::new(&text).parent() {
            Some(folder) if folder.is_absolute() => println!("cargo:rustc-link-search=native={}", folder.display()),
            _ => fail(&format!("{} does not find {} for wasm32-wasi", compiler.path().display(), file)),
        }
        println!("cargo:rustc-link-lib=static={}", name);
    }
}

/// Returns the path of agal.cpp. agal.h is in the same folder.
fn source() -> PathBuf {
    let repository = Path::new(REPOSITORY);
    if MAKES_IT.iter().all(|name| repository.join(name).exists()) {
        return amalgamated(repository);
    }
    println!("cargo:rerun-if-changed={}", PACKAGED);
    let file = Path::new(PACKAGED).join("agal.cpp");
    if !file.exists() {
        fail("amalgamation/agal.cpp is missing: ./tools/amalgamate of agalc writes it");
    }
    file
}

fn amalgamated(repository: &Path) -> PathBuf {
    for name in MAKES_IT {
        println!("cargo:rerun-if-changed={}", repository.join(name).display());
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let tool = repository.join(MAKES_IT[0]);
    match Command::new("python3").arg(&tool).arg(&folder).status() {
        Ok(status) if status.success() => folder.join("agal.cpp"),
        Ok(status) => fail(&format!("{} ended with {}", tool.display(), status)),
        Err(error) => fail(&format!("python3, which {} needs, does not start: {}", tool.display(), error)),
    }
}
