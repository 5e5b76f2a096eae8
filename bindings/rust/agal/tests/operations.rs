//! Tests every operation on realistic programs and files.

mod support;

use agal::serde_json::{self, Value};
use agal::*;
#[cfg(feature = "extract")]
use support::dump;
use support::{corpus, FRAGMENT, VERTEX};

fn to(target: &str) -> Options {
    Options::new().with("target", target).unwrap()
}

#[test]
fn says_what_it_is() {
    assert_eq!(version(), format!("agalc {}", env!("CARGO_PKG_VERSION")));
    assert_eq!(abi_version(), agal_sys::AGAL_ABI_VERSION);
}

#[test]
fn compiles_to_text() {
    let shader = compile(FRAGMENT, &to("wgsl")).unwrap();
    assert_eq!(shader.stage(), Stage::Fragment);
    assert!(shader.code().text().unwrap().contains("@fragment"));
    assert_eq!(shader.code().words(), None);
    assert_eq!(shader.code().bytes(), shader.outcome().part("fragment").unwrap());
    assert_eq!(shader.messages(), "");
    assert_eq!(shader.diagnostics().count(), 0);
    let names: Vec<_> = shader.outcome().parts().map(|(name, _)| name).collect();
    assert_eq!(names, ["fragment", "reflection", "diagnostics", "messages"]);
    assert_eq!(shader.outcome().parts().len(), 4);
    assert_eq!(shader.outcome().part("vertex"), None);
    assert_eq!(shader.outcome().part("a\0b"), None);
}

#[test]
fn compiles_to_words() {
    let shader = compile(assemble(VERTEX, &Options::new()).unwrap(), &Options::new()).unwrap();
    assert_eq!(shader.stage(), Stage::Vertex);
    let words = shader.code().words().unwrap();
    assert_eq!(words[0], 0x0723_0203);
    assert_eq!(words.len() * 4, shader.code().bytes().len());
    assert_eq!(shader.code().text(), None);
}

/// Needs the library of the system, which may have the writer of SPIRV-Cross.
#[cfg(feature = "system")]
#[test]
fn compiles_to_msl_and_hlsl_by_either_writer() {
    let text = |program, options: &Options| compile(program, options).unwrap().code().text().unwrap().to_owned();
    for (target, expected) in [("msl20", "fs0.sample("), ("hlsl50", "fs0.Sample(")] {
        let written = ["own", "cross"].map(|writer| text(FRAGMENT, &to(target).with("writer", writer).unwrap()));
        assert!(written.iter().all(|text| text.contains(expected)), "{target}");
        assert_ne!(written[0], written[1]);
        assert!(written.contains(&text(FRAGMENT, &to(target))));
    }
    for writer in ["own", "cross"] {
        let options = to("hlsl50").with("varyings", 4).unwrap().with("writer", writer).unwrap();
        let vertex = text(VERTEX, &options);
        assert!(vertex.contains("v3 : TEXCOORD3") && !vertex.contains("TEXCOORD4"), "{vertex}");
    }
    let too_few = compile(VERTEX, &to("hlsl50").with("varyings", 1).unwrap()).unwrap_err();
    assert_eq!(too_few.diagnostics().map(|each| each.code).collect::<Vec<_>>(), ["AGAL4014"]);
    assert!(to("hlsl50").with("varyings", 32).unwrap_err().to_string().contains("varyings; expected 1 to 31"));
}

#[test]
fn reflects_unless_told_not_to() {
    let mut options = to("wgsl");
    let shader = compile(FRAGMENT, &options).unwrap();
    let reflection: Value = serde_json::from_str(shader.reflection().unwrap()).unwrap();
    assert_eq!(reflection["agal"]["samplers"][0]["name"], "fs0");
    options.set("reflect", false).unwrap();
    assert_eq!(compile(FRAGMENT, &options).unwrap().reflection(), None);
}

#[test]
fn tells_the_steps_even_of_a_program_that_fails() {
    let options = to("wgsl").with("steps", true).unwrap();
    let shader = compile(FRAGMENT, &options).unwrap();
    let steps: Vec<_> = shader.outcome().steps().collect();
    assert_eq!(steps[0].name, "ast");
    assert!(steps.iter().all(|step| !step.summary.is_empty() && !step.text.is_empty()));
    assert_eq!(steps.last().unwrap().text, shader.code().text().unwrap());
    assert_eq!(compile(FRAGMENT, &to("wgsl")).unwrap().outcome().steps().count(), 0);
}

#[test]
fn links_pairs() {
    let pair = link(VERTEX, FRAGMENT, &to("wgsl")).unwrap();
    assert!(pair.vertex().unwrap().text().unwrap().contains("@vertex"));
    assert!(!pair.vertex().unwrap().text().unwrap().contains("v1"));
    assert!(pair.fragment().unwrap().text().unwrap().contains("@fragment"));
    assert_eq!(pair.both(), None);
    assert!(pair.reflection().unwrap().starts_with('{'));

    let joined = link(VERTEX, FRAGMENT, &to("wgsl").with("single-module", true).unwrap()).unwrap();
    assert_eq!((joined.vertex(), joined.fragment()), (None, None));
    assert!(joined.both().unwrap().text().unwrap().contains("fragment_main"));

    let names = to("wgsl").with("vertex-name", "a.vert").unwrap();
    assert!(link(FRAGMENT, VERTEX, &names).unwrap_err().to_string().contains("a.vert"));
}

#[test]
fn assembles_and_disassembles_the_corpus() {
    let mut programs = 0;
    for (path, bytes) in corpus() {
        let named = Options::new().with("name", &path).unwrap();
        let text = match disassemble(&bytes, &named) {
            Ok(text) => text,
            Err(_) => continue,
        };
        let bytecode = assemble(text.text(), &named).expect(&path);
        assert_eq!(disassemble(&bytecode, &named).unwrap().text(), text.text(), "{}", path);
        programs += 1;
    }
    assert!(programs > 50);
}

#[test]
fn validates_and_lints() {
    assert_eq!(validate(FRAGMENT, &Options::new()).unwrap().warnings(), 0);
    let lints = Options::new().with("lint", "all").unwrap();
    let outcome = validate("mov ft0, v0\nmov ft1, v0\nmov oc, ft0", &lints).unwrap();
    assert_eq!((outcome.errors(), outcome.warnings()), (0, 1));
    let found: Vec<_> = outcome.diagnostics().collect();
    assert_eq!((found[0].code.as_str(), found[0].severity), ("AGAL6003", Severity::Warning));
    assert!(outcome.messages().contains("mov ft1, v0"));
}

#[test]
fn interprets() {
    let mut inputs = Inputs::new();
    inputs.set_constants(&[[2.0, 3.0, 4.0, 5.0]]).unwrap();
    inputs.set_texture(0, &Texture::plane(1, 1, &[[1.0; 4]]).with_levels()).unwrap();
    for pixel in 0..4 {
        inputs.set_varying(pixel, 0, [0.5, 0.5, 0.0, 0.0]).unwrap();
    }
    let run = interpret(FRAGMENT, &inputs, &Options::new().with("trace", true).unwrap()).unwrap();
    let invocations = run.invocations();
    assert_eq!(invocations.len(), 4);
    assert_eq!(invocations[0].get("oc"), Some(&[2.0, 3.0, 4.0, 5.0][..]));
    assert_eq!((invocations[0].killed, invocations[0].get("od")), (false, None));
    assert!(run.trace().unwrap().contains("tex ft0"));

    inputs.set_attribute(1, [1.0; 4]).unwrap().set_instance(6).unwrap();
    let run = interpret("//! agal 4 vertex\nadd op, va1, iid.x", &inputs, &Options::new()).unwrap();
    assert_eq!(run.invocations()[0].get("op"), Some(&[7.0; 4][..]));
    assert_eq!(run.trace(), None);
}

#[test]
fn interprets_numbers_that_json_does_not_have() {
    let program = "mov ft0, fc0\nrcp ft0.x, ft0.x\nrcp ft0.y, ft0.y\nsub ft0.z, ft0.x, ft0.x\nmov oc, ft0";
    let mut inputs = Inputs::new();
    inputs.set_constants(&[[0.0, -0.0, 0.0, -0.0]]).unwrap();
    let run = interpret(program, &inputs, &Options::new()).unwrap();
    let invocations = run.invocations();
    let color = invocations[0].get("oc").unwrap();
    assert_eq!((color[0], color[1]), (f32::INFINITY, f32::NEG_INFINITY));
    assert!(color[2].is_nan());
    assert!(color[3].is_sign_negative() && color[3] == 0.0);
}

#[test]
fn interprets_numbers_without_loss() {
    // The third number is written as 33554450, the midpoint of two `f32`. The decimal of the last one is so close to a midpoint
    // that serde_json's feature `float_roundtrip` causes a second rounding, to the neighbor.
    let numbers = [f32::from_bits(1), f32::MAX, 33554448.0, 7.038531e-26];
    let mut inputs = Inputs::new();
    inputs.set_constants(&[numbers]).unwrap();
    let run = interpret("mov oc, fc0", &inputs, &Options::new()).unwrap();
    assert_eq!(run.invocations()[0].get("oc"), Some(&numbers[..]));
}

#[test]
fn interprets_kil_and_other_kinds_of_textures() {
    let mut inputs = Inputs::new();
    let colors: Vec<[f32; 4]> = (0..8).map(|i| [i as f32; 4]).collect();
    inputs.set_texture(0, &Texture::cube(1, &colors[..6])).unwrap();
    inputs.set_texture(1, &Texture::volume(2, 2, 2, &colors)).unwrap();
    for (pixel, x) in [1.0, -1.0, 1.0, -1.0].into_iter().enumerate() {
        inputs.set_varying(pixel as u32, 0, [x, 0.0, 0.0, 0.0]).unwrap();
    }
    let program = "kil v0.x\ntex ft0, v0, fs0 <cube, nearest>\ntex ft1, v0, fs1 <3d, nearest, clamp>\nadd oc, ft0, ft1";
    let options = Options::new().with("validate", "off").unwrap();
    let invocations = interpret(program, &inputs, &options).unwrap().invocations();
    assert_eq!(invocations.iter().map(|each| each.killed).collect::<Vec<_>>(), [false, true, false, true]);
    assert_eq!(invocations[0].get("oc"), Some(&[1.0; 4][..]));
}

#[cfg(feature = "extract")]
#[test]
fn extracts() {
    let bytecode = assemble(FRAGMENT, &Options::new()).unwrap();
    let found = extract(dump(bytecode.bytecode()), "dump.bin", &Options::new()).unwrap();
    let programs: Vec<_> = found.programs().collect();
    assert_eq!(programs.len(), 1);
    let program = &programs[0];
    assert_eq!(program.bytecode, bytecode.bytecode());
    assert_eq!((program.stage, program.version, program.tokens), (Stage::Fragment, 1, 2));
    assert_eq!((program.form.as_str(), program.certainty.as_str()), ("bytecode", "exact"));
    assert_eq!(program.hash.len(), 32);
    assert_eq!((program.origins[0].container.as_str(), program.origins[0].offset), ("dump.bin", 100));
    assert_eq!(serde_json::from_str::<Value>(program.json).unwrap()["hash"], program.hash.as_str());
    assert!(compile(program, &to("wgsl")).is_ok());
}

#[test]
fn explains_and_lists() {
    assert!(explain("3652").unwrap().contains("AGAL3652"));
    for table in ["options", "targets", "opcodes"] {
        assert!(list(table).unwrap()[0]["name"].as_str().is_some(), "{}", table);
    }
    assert_eq!(list("diagnostics").unwrap()[0]["code"], "AGAL1001");
    assert_eq!(list("tables").unwrap_err().kind(), ErrorKind::Rejected);
}

#[test]
fn knows_every_option_by_name() {
    for option in list("options").unwrap().as_array().unwrap() {
        let name = option["name"].as_str().unwrap();
        let error = Options::new().set(name, "no such value").map(|_| ()).err();
        assert!(error.map_or(true, |error| !error.to_string().contains("unknown option")), "{}", name);
        if let Some(choice) = option["choices"][0].as_str() {
            Options::new().set(name, choice).unwrap();
        }
    }
}

#[test]
fn the_interface_says_what_to_bind() {
    let options = Options::new().with("target", "wgsl").unwrap().with("bindings-only", true).unwrap();
    let shader = compile("tex ft0, v0, fs3 <2d,linear,repeat>\nmul oc, ft0, fc2", &options).unwrap();
    assert!(shader.reflection().is_none());
    let interface = shader.interface().unwrap();
    assert_eq!((interface.stage(), interface.version(), interface.entry_point()), (Stage::Fragment, 1, "main"));
    let constants = interface.constants().unwrap();
    assert_eq!((constants.name, constants.count, constants.mode), ("fc", 3, agal_sys::AGAL_CONSTANTS_UBO));
    assert_eq!((constants.ranges[0].first, constants.ranges[0].count), (2, 1));
    let samplers: Vec<_> = interface.samplers().collect();
    assert_eq!((samplers.len(), samplers[0].name, samplers[0].index), (1, "fs3", 3));
    assert_eq!(samplers[0].slots.unwrap().binding, 5);
    assert_eq!((samplers[0].sampler_set, samplers[0].sampler_binding), (Some(0), Some(37)));
    let bindings = |rows: &[Binding]| rows.iter().map(|row| (row.model, row.set, row.number)).collect::<Vec<_>>();
    let (spirv, msl, hlsl) = (agal_sys::AGAL_BINDING_SPIRV, agal_sys::AGAL_BINDING_MSL, agal_sys::AGAL_BINDING_HLSL);
    assert_eq!(bindings(&samplers[0].bindings), [(spirv, Some(0), 5), (msl, None, 3), (hlsl, Some(0), 3)]);
    assert_eq!(bindings(&samplers[0].sampler_bindings), [(spirv, Some(0), 37), (msl, None, 3), (hlsl, Some(0), 3)]);
    assert_eq!(constants.bindings.len(), 3);
    assert_eq!(samplers[0].states[0].filter, agal_sys::AGAL_FILTER_LINEAR);
    assert_eq!(interface.varyings().map(|varying| varying.name).collect::<Vec<_>>(), ["v0"]);
    assert_eq!((interface.colors().collect::<Vec<_>>(), interface.kills()), (vec![0], false));
    assert!(format!("{:?}", interface).contains("fs3"));
}

/// Returns all names in an interface that a text declares, in the order of `names_in_json`.
fn names_of(interface: &Interface) -> Vec<String> {
    let mut names: Vec<&str> = interface.attributes().map(|row| row.declared).collect();
    names.extend(interface.varyings().map(|row| row.declared));
    names.extend(interface.color_outputs().map(|row| row.declared));
    if let Some(constants) = interface.constants() {
        names.push(constants.declared);
        names.extend(constants.parts.iter().map(|part| part.declared));
    }
    for sampler in interface.samplers() {
        names.push(sampler.declared);
        names.extend(sampler.declared_sampler);
    }
    names.extend(interface.position_scale());
    names.into_iter().map(String::from).collect()
}

fn names_in_json(reflection: &Value) -> Vec<String> {
    let found = &reflection["agal"];
    let rows = |list: &Value| list.as_array().cloned().unwrap_or_default();
    let mut names: Vec<Value> = Vec::new();
    for list in [&found["attributes"], &found["varyings"], &found["outputs"]["colors"]] {
        names.extend(rows(list).iter().map(|row| row["name"].clone()));
    }
    if found["uniforms"]["layout"].is_object() {
        names.push(found["uniforms"]["name"].clone());
        names.extend(rows(&found["uniforms"]["parts"]).iter().map(|part| part["name"].clone()));
    }
    for sampler in rows(&found["samplers"]) {
        names.extend([sampler["name"].clone(), sampler["samplerName"].clone()]);
    }
    names.push(found["clipSpace"]["scale"].clone());
    names.iter().filter_map(|name| name.as_str().map(String::from)).collect()
}

/// Returns the choices of an option.
fn choices(option: &str) -> Vec<String> {
    let options = list("options").unwrap();
    let row = options.as_array().unwrap().iter().find(|row| row["name"] == option).unwrap();
    row["choices"].as_array().unwrap().iter().map(|choice| choice.as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_interface_has_declared_names() {
    let programs = [
        "m44 op, va0, vc0\nadd v0, va1, vc6\nmov v1, va1",
        "tex ft0, v0, fs0 <2d,linear>\ntex ft1, v1, fs3 <cube,linear>\nadd ft0, ft0, ft1\nmul oc, ft0, fc2",
    ];
    let renames = "va0=position,v0=vUv,vc0..3=mvp,fc2=tint,fs0=map,fs3_sampler=skyState,oc=color";
    let mut compared = 0;
    for host in &choices("host") {
        for target in &choices("target") {
            for (rename, program) in ["", renames].iter().flat_map(|rename| programs.map(|program| (rename, program))) {
                let options = to(target).with("host", host.as_str()).unwrap().with("rename", *rename).unwrap();
                if let Ok(shader) = compile(program, &options) {
                    let (found, reflection) = (shader.interface().unwrap(), shader.reflection().unwrap());
                    let reflection = serde_json::from_str(reflection).unwrap();
                    assert_eq!(names_of(&found), names_in_json(&reflection), "{} {}", host, target);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 200, "{} shaders", compared);
}

#[test]
fn the_interface_has_fields_of_c() {
    let options = Options::new().with("clip-z", "negative-one-to-one").unwrap().with("flip-y", true).unwrap();
    let program = "mov vt0, iid\nadd vt1, va1, vc3\nadd op, va0, vt0\nmov v2, vt1";
    for (target, first) in [("glsl330", agal_sys::AGAL_INSTANCE_FROM_ZERO), ("spv", agal_sys::AGAL_INSTANCE_FROM_FIRST)]
    {
        let shader = compile(program, &options.clone().with("target", target).unwrap()).unwrap();
        let interface = shader.interface().unwrap();
        let agal_sys::agal_interface {
            stage,
            version,
            entry_point,
            attributes: _,
            attribute_count,
            varyings: _,
            varying_count,
            samplers: _,
            sampler_count,
            constants,
            position,
            colors,
            depth,
            kills,
            instance_id,
            negative_z,
            flip_y,
            color_outputs: _,
            color_output_count,
            position_scale,
            ..
        } = *interface.raw();
        assert_eq!((interface.stage(), stage), (Stage::Vertex, agal_sys::AGAL_STAGE_VERTEX));
        assert_eq!((interface.version(), !entry_point.is_null()), (version, !interface.entry_point().is_empty()));
        assert_eq!((interface.attributes().len(), attribute_count), (2, 2));
        assert_eq!((interface.varyings().len(), varying_count), (1, 1));
        assert_eq!((interface.samplers().len(), sampler_count), (0, 0));
        assert_eq!((interface.constants().unwrap().count, constants.count), (4, 4));
        assert_eq!((interface.position(), position), (true, 1));
        assert_eq!((interface.colors().count(), colors), (0, 0));
        assert_eq!((interface.depth(), depth, interface.kills(), kills), (false, 0, false, 0));
        assert_eq!((interface.instance_id(), instance_id), (Some(first), first));
        assert_eq!((interface.negative_z(), negative_z), (true, 1));
        assert_eq!((interface.flip_y(), flip_y), (true, 1));
        assert_eq!((interface.color_outputs().len(), color_output_count), (0, 0));
        assert_eq!((interface.position_scale(), !position_scale.is_null()), (None, true));
    }
    let plain = compile("mov op, va0", &Options::new()).unwrap();
    let interface = plain.interface().unwrap();
    assert_eq!((interface.instance_id(), interface.negative_z(), interface.flip_y()), (None, false, false));
}

#[test]
fn a_container_has_its_text() {
    let options = Options::new().with("host", "openfl").unwrap();
    let text = compile("mov oc, v0", &options).unwrap();
    let shader = compile("mov oc, v0", &options.with("emit", "b0").unwrap()).unwrap();
    let (code, container) = (shader.code(), shader.code().container().unwrap());
    assert_eq!((code.text(), text.code().container()), (text.code().text(), None));
    assert_eq!((container[0], &container[3..]), (0xb0, text.code().bytes()));
}

#[test]
fn a_pair_has_an_interface_for_each_stage() {
    let pair = link("mov op, va0\nmov v0, va1\nmov v1, va1", "mov oc, v0", &Options::new()).unwrap();
    assert_eq!(pair.interface(Stage::Vertex).unwrap().attributes().len(), 2);
    assert_eq!(pair.interface(Stage::Vertex).unwrap().varyings().len(), 1);
    assert_eq!(pair.interface(Stage::Fragment).unwrap().varyings().len(), 1);
    let without = link("mov op, va0", "mov oc, fc0", &Options::new().with("reflect", false).unwrap()).unwrap();
    assert!(without.interface(Stage::Vertex).is_none());
}
