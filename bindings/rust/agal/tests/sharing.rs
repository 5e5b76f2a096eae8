//! Tests the use of several threads, and the release of memory.

mod support;

use std::{fs, thread};

use agal::*;
#[cfg(feature = "extract")]
use support::dump;
use support::{FRAGMENT, VERTEX};

#[test]
fn everything_goes_to_other_threads() {
    fn check<T: Send + Sync + 'static>() {}
    check::<Options>();
    check::<Inputs>();
    check::<Outcome>();
    check::<Error>();
    check::<Compilation>();
    check::<Pair>();
    check::<Run>();
    #[cfg(feature = "extract")]
    check::<Extraction>();
    check::<Assembly>();
    check::<Disassembly>();
}

#[test]
fn threads_share_options_and_results() {
    let options = Options::new().with("target", "essl300").unwrap().with("writer", "own").unwrap();
    let shader = compile(FRAGMENT, &options).unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..50 {
                    assert_eq!(compile(FRAGMENT, &options).unwrap().code(), shader.code());
                }
            });
        }
    });
}

/// Calls every operation once.
fn turn(i: usize) {
    let mut options = Options::new().with("target", "wgsl").unwrap().with("name", format!("program {}", i)).unwrap();
    assert!(options.set("target", "nothing").is_err());
    let (vertex, fragment) = (assemble(VERTEX, &options).unwrap(), assemble(FRAGMENT, &options).unwrap());
    compile(&fragment, &options.clone()).unwrap();
    // The program may be accepted, because a part of a program may be valid.
    let _ = compile(&vertex.bytecode()[..i % vertex.bytecode().len()], &options);
    link(&vertex, &fragment, &options).unwrap();
    disassemble(&fragment, &options).unwrap();
    assert!(validate("mov oc, x", &options).unwrap_err().diagnostics().count() > 0);
    let mut inputs = Inputs::new();
    inputs.set_texture(0, &Texture::plane(8, 8, &[[1.0; 4]; 64]).with_levels()).unwrap();
    interpret(&fragment, &inputs, &options).unwrap();
    #[cfg(feature = "extract")]
    assert_eq!(extract(dump(fragment.bytecode()), "dump.bin", &options).unwrap().programs().count(), 1);
    explain("mov").unwrap();
}

/// Returns the number of this process's pages in memory.
fn resident() -> Option<usize> {
    fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()
}

#[test]
fn memory_does_not_grow() {
    (0..300).for_each(turn);
    let before = resident();
    (0..1500).for_each(turn);
    if let (Some(before), Some(after)) = (before, resident()) {
        // A result that is not released takes at least one page in ten calls.
        assert!(after < before + 100, "{} pages, then {}", before, after);
    }
}
