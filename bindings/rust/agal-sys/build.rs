//! Compiles agalc (feature `bundled`), or finds libagal (feature `system`).

#[cfg(all(feature = "bundled", not(feature = "system")))]
mod bundled;
#[cfg(feature = "system")]
mod system;

fn main() {
    println!("cargo:rerun-if-env-changed=DOCS_RS");
    if std::env::var_os("DOCS_RS").is_some() {
        return;
    }
    #[cfg(feature = "system")]
    system::link();
    #[cfg(all(feature = "bundled", not(feature = "system")))]
    bundled::compile();
    #[cfg(not(any(feature = "bundled", feature = "system")))]
    fail("one of the features `bundled` and `system` is needed");
}

/// Ends the build with a message.
fn fail(message: &str) -> ! {
    eprintln!("agal-sys: {}", message);
    std::process::exit(1)
}
