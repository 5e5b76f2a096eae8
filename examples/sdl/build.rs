//! Compiles bind.c, which `agalc batch --host sdl` writes for C. The crate sdl3-sys has built SDL.
fn main() {
    let sdl = std::env::var("DEP_SDL3_OUT_DIR").expect("the folder of sdl3-sys");
    cc::Build::new().file("src/bind.c").include(format!("{sdl}/include")).compile("bind");
}
