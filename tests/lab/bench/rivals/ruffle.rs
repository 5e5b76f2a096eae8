//! Measures Ruffle's translator of AGAL, with the writers of naga. tools/lab/bench --rivals builds and runs it:
//!
//!     rivals accepted FOLDER     the names of the files that it can translate to each language
//!     rivals times FOLDER        for each language, its name and the time for one program in ns

use std::hint::black_box;
use std::panic::catch_unwind;
use std::path::PathBuf;
use std::{env, fs};

use naga::back::{glsl, hlsl, msl, spv, wgsl};
use naga::proc::BoundsCheckPolicies;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage};
use naga_agal::{VertexAttributeFormat, MAX_VERTEX_ATTRIBUTES};

const FORMATS: [Option<VertexAttributeFormat>; MAX_VERTEX_ATTRIBUTES] =
    [Some(VertexAttributeFormat::Float4); MAX_VERTEX_ATTRIBUTES];

/// The times of a language are the minimum of these rounds.
const ROUNDS: usize = 3;

fn module_of(agal: &[u8]) -> Module {
    naga_agal::agal_to_naga(&naga_agal::parse_bytecode(agal).unwrap(), &FORMATS).unwrap()
}

fn validated(agal: &[u8]) -> (Module, ModuleInfo) {
    let module = module_of(agal);
    let info = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module).unwrap();
    (module, info)
}

fn stage_of(module: &Module) -> ShaderStage {
    module.entry_points[0].stage
}

fn to_words(agal: &[u8]) {
    let (module, info) = validated(agal);
    let options = spv::Options { flags: spv::WriterFlags::empty(), ..Default::default() };
    black_box(spv::write_vec(&module, &info, &options, None).unwrap());
}

fn to_essl300(agal: &[u8]) {
    let (module, info) = validated(agal);
    let version = glsl::Version::Embedded { version: 300, is_webgl: true };
    let options = glsl::Options { version, ..Default::default() };
    let pipeline =
        glsl::PipelineOptions { shader_stage: stage_of(&module), entry_point: "main".into(), multiview: None };
    let mut text = String::new();
    let policies = BoundsCheckPolicies::default();
    glsl::Writer::new(&mut text, &module, &info, &options, &pipeline, policies).unwrap().write().unwrap();
    black_box(text);
}

fn to_wgsl(agal: &[u8]) {
    let (module, info) = validated(agal);
    black_box(wgsl::write_string(&module, &info, wgsl::WriterFlags::empty()).unwrap());
}

fn to_msl(agal: &[u8]) {
    let (module, info) = validated(agal);
    let options = msl::Options { lang_version: (2, 3), fake_missing_bindings: true, ..Default::default() };
    black_box(msl::write_string(&module, &info, &options, &msl::PipelineOptions::default()).unwrap());
}

fn to_hlsl(agal: &[u8]) {
    let (module, info) = validated(agal);
    let options = hlsl::Options { fake_missing_bindings: true, ..Default::default() };
    let pipeline = hlsl::PipelineOptions::default();
    let mut text = String::new();
    hlsl::Writer::new(&mut text, &options, &pipeline).write(&module, &info, None).unwrap();
    black_box(text);
}

/// Returns the processor time of this thread in ns, like the side of agalc. Linux only.
fn now() -> i64 {
    const CLOCK_THREAD_CPUTIME_ID: i32 = 3;
    extern "C" {
        fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    }
    let mut time = [0; 2];
    // SAFETY: the function writes a `timespec`, which is two numbers of 64 bits.
    assert_eq!(unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) }, 0);
    time[0] * 1_000_000_000 + time[1]
}

type Translate = fn(&[u8]);

const LANGUAGES: [(&str, Translate); 6] = [
    ("ir", |agal| drop(black_box(module_of(agal)))),
    ("words", to_words),
    ("essl300", to_essl300),
    ("wgsl", to_wgsl),
    ("msl23", to_msl),
    ("hlsl50", to_hlsl),
];

fn main() {
    let arguments: Vec<_> = env::args().collect();
    let [_, mode, folder] = &arguments[..] else { panic!("usage: rivals accepted|times FOLDER") };
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let programs: Vec<_> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    if mode == "accepted" {
        std::panic::set_hook(Box::new(|_| {}));
        for (path, program) in paths.iter().zip(&programs) {
            if LANGUAGES.iter().all(|(_, translate)| catch_unwind(|| translate(program)).is_ok()) {
                println!("{}", path.file_name().unwrap().to_str().unwrap());
            }
        }
        return;
    }
    for (name, translate) in LANGUAGES {
        let round = |_| {
            let start = now();
            programs.iter().for_each(|program| translate(program));
            now() - start
        };
        println!("{name} {}", (0..ROUNDS).map(round).min().unwrap() / programs.len() as i64);
    }
}
