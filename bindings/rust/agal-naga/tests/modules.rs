//! Tests every program of the corpora: the module is valid, has the resources that Ruffle binds, and can be written in
//! each language of naga. If the environment variable AGAL_MODULES names a folder, the modules are written there as
//! SPIR-V, next to the bytecode.

#[path = "support/limit.rs"]
mod limit;
mod support;

use std::env;
use std::fs;
use std::path::Path;

use agal_naga::{agal_to_naga, extract_sampler_configs, limit_of, parse_bytecode, player_error, VertexAttributeFormat};
use naga::back::{glsl, spv, wgsl};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{AddressSpace, ArraySize, Binding, Expression, Function, Module, Sampling, ShaderStage, TypeInner};

const ALL: [Option<VertexAttributeFormat>; 8] = [Some(VertexAttributeFormat::Float4); 8];

fn write_spirv(module: &Module, info: &ModuleInfo) -> Vec<u8> {
    let options = spv::Options { flags: spv::WriterFlags::empty(), ..Default::default() };
    let words = spv::write_vec(module, info, &options, None).unwrap();
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn write_glsl(module: &Module, info: &ModuleInfo, stage: ShaderStage) -> String {
    let options =
        glsl::Options { version: glsl::Version::Embedded { version: 310, is_webgl: false }, ..Default::default() };
    let pipeline = glsl::PipelineOptions { shader_stage: stage, entry_point: "main".into(), multiview: None };
    let mut text = String::new();
    let policies = naga::proc::BoundsCheckPolicies::default();
    glsl::Writer::new(&mut text, module, info, &options, &pipeline, policies).unwrap().write().unwrap();
    text
}

/// Checks the bindings and the locations of the inputs.
fn check_interface(name: &str, module: &Module) {
    let vertex = module.entry_points[0].stage == ShaderStage::Vertex;
    for (_, variable) in module.global_variables.iter() {
        let Some(binding) = &variable.binding else {
            assert_eq!(variable.space, AddressSpace::Private, "{name}");
            continue;
        };
        assert_eq!(binding.group, 0, "{name}");
        match (variable.space, variable.name.as_deref().unwrap()) {
            (AddressSpace::Uniform, register) => {
                assert_eq!((register, binding.binding), if vertex { ("vc", 0) } else { ("fc", 1) }, "{name}");
            }
            (AddressSpace::Handle, register) => {
                let number = register.as_bytes()[2] - b'0';
                let first = if register.ends_with("_sampler") { 2 } else { 10 };
                assert_eq!(binding.binding, first + u32::from(number), "{name}: {register}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    for argument in &module.entry_points[0].function.arguments {
        if let Some(Binding::Location { location, sampling, .. }) = &argument.binding {
            let prefix = if vertex { "va" } else { "v" };
            assert_eq!(argument.name, Some(format!("{prefix}{location}")), "{name}");
            assert_ne!(*sampling, Some(Sampling::Centroid), "{name}");
        }
    }
}

/// Returns the number of registers in the array of constants; 0 if there is none.
fn constants_in(module: &Module) -> u32 {
    let sizes = module.types.iter().map(|(_, each)| match each.inner {
        TypeInner::Array { size: ArraySize::Constant(size), .. } => size.get(),
        _ => 0,
    });
    sizes.max().unwrap_or(0)
}

/// Returns true if the module's array of constants is shortened. Ruffle's buffer has the registers of AGAL 1 for every
/// version; relative addresses of later versions reach further.
fn is_shortened(module: &Module, version: u8) -> bool {
    let vertex = module.entry_points[0].stage == ShaderStage::Vertex;
    let most = if vertex { 128 } else { 28 };
    assert!(constants_in(module) <= most);
    let functions = module.functions.iter().map(|(_, each)| each);
    let mut all = functions.chain(module.entry_points.iter().map(|entry| &entry.function));
    let computes = |each: &Expression| !matches!(each, Expression::Constant(_) | Expression::Literal(_));
    let is_relative = |function: &Function| {
        let expressions = &function.expressions;
        let relative =
            |each: &Expression| matches!(each, Expression::Access { index, .. } if computes(&expressions[*index]));
        expressions.iter().any(|(_, each)| relative(each))
    };
    version > 1 && constants_in(module) == most && all.any(is_relative)
}

/// Fails the test that naga's reader warns in: Ruffle writes such warnings into the log of its users.
struct NoWarnings;

impl log::Log for NoWarnings {
    fn enabled(&self, metadata: &log::Metadata) -> bool {
        metadata.level() <= log::Level::Warn
    }

    fn log(&self, record: &log::Record) {
        let warns = self.enabled(record.metadata()) && record.target().starts_with("naga::front");
        assert!(!warns, "{}", record.args());
    }

    fn flush(&self) {}
}

#[test]
fn relative_addresses_read_the_registers_that_ruffle_has() {
    for (text, constants) in [("vc[va0.x]", 128), ("vc[va0.x+100]", 128), ("vc127", 128), ("vc2", 3)] {
        let text = format!("//! agal 2 vertex\nmov op, {text}");
        let bytes = agal::assemble(&text, &agal::Options::new()).unwrap();
        let module = agal_to_naga(&parse_bytecode(bytes.bytecode()).unwrap(), &ALL).unwrap();
        Validator::new(ValidationFlags::all(), Capabilities::default()).validate(&module).unwrap();
        assert_eq!(constants_in(&module), constants, "{text}");
    }
}

#[test]
fn every_program_gives_a_valid_module() {
    log::set_logger(&NoWarnings).unwrap();
    log::set_max_level(log::LevelFilter::Warn);
    let folder = env::var_os("AGAL_MODULES");
    let (mut modules, mut shortened, mut rejected, mut undrawable) = (0, 0, 0, 0);
    for (number, (name, bytecode)) in support::programs().into_iter().enumerate() {
        let parsed = match (parse_bytecode(&bytecode), player_error(&bytecode), limit_of(&bytecode)) {
            (Ok(parsed), None, None) => parsed,
            (Err(_), Some(_), None) => {
                rejected += 1;
                continue;
            }
            (Err(_), None, Some(limit)) => {
                limit::check_limit(&bytecode, limit);
                undrawable += 1;
                continue;
            }
            other => panic!("{name}: {other:?}"),
        };
        let module = agal_to_naga(&parsed, &ALL).unwrap();
        extract_sampler_configs(&parsed).unwrap();
        let info = Validator::new(ValidationFlags::all(), Capabilities::default()).validate(&module);
        let info = info.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(module.entry_points.len(), 1, "{name}");
        check_interface(&name, &module);
        wgsl::write_string(&module, &info, wgsl::WriterFlags::empty()).unwrap();
        write_glsl(&module, &info, module.entry_points[0].stage);
        let words = write_spirv(&module, &info);
        modules += 1;
        // A shortened module reads fewer constants than the program, so that a proof is not possible.
        if is_shortened(&module, bytecode[1]) {
            shortened += 1;
            continue;
        }
        if let Some(folder) = &folder {
            let path = |ending| Path::new(folder).join(format!("{number:04}{ending}"));
            fs::write(path(".agal"), &bytecode).unwrap();
            fs::write(path(".spv"), words).unwrap();
        }
    }
    println!("{modules} modules, {shortened} of them with the constants of AGAL 1 for relative addresses");
    println!("{rejected} programs that a player rejects, {undrawable} that Ruffle cannot draw with");
    assert!(modules >= 100);
}
