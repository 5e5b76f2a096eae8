//! Tests every error of Ruffle, programs that Ruffle cannot bind, and the states of samplers.

#[path = "support/limit.rs"]
mod limit;

use agal::{assemble, Options};
use agal_naga::{agal_to_naga, extract_sampler_configs, limit_of, parse_bytecode, player_error};
use agal_naga::{Error, Filter, Limit, Mipmap, SamplerConfig, VertexAttributeFormat, Wrapping};
use limit::{check_limit, SAME_BINDING};

fn bytecode(text: &str) -> Vec<u8> {
    assemble(text, &Options::new()).unwrap().bytecode().to_vec()
}

/// Returns bytecode whose first token has these registers: the destination type, and the first source's type and
/// address kind.
fn mov(stage: u8, destination: u8, source: u8, relative: bool) -> Vec<u8> {
    let mut program = vec![0xa0, 1, 0, 0, 0, 0xa1, stage];
    program.extend([0, 0, 0, 0, 0, 0, 0x0f, destination]);
    program.extend([0, 0, 0, 0xe4, source, 0, 0, if relative { 0x80 } else { 0 }]);
    program.extend([0; 8]);
    program
}

fn error_of(program: &[u8]) -> String {
    format!("{:?}", parse_bytecode(program).map(|_| "accepted").unwrap_err())
}

#[test]
fn player_numbers_are_ruffles_kinds() {
    let long = |head: &[u8]| [head, &[0; 24]].concat();
    let rows = [
        (vec![], 3615, "EmptyProgram"),
        (vec![0xa0, 1], 3615, "ReadError"),
        (vec![0xa0, 99, 0, 0, 0, 0xa1, 1], 3615, "InvalidVersion"),
        (long(&[0xff, 1, 0, 0, 0, 0xa1, 1]), 3616, "InvalidHeader"),
        (long(&[0xa0, 99, 0, 0, 0, 0xa1, 1]), 3617, "InvalidVersion"),
        (long(&[0xa0, 1, 0, 0, 0, 0xa2, 1]), 3618, "InvalidHeader"),
        (long(&[0xa0, 1, 0, 0, 0, 0xa1, 2]), 3619, "InvalidShaderType"),
        (
            long(&[0xa0, 1, 0, 0, 0, 0xa1, 1, 0xff]),
            3620,
            "InvalidOpcode { value: 255, token: 1, shader_type: Fragment }",
        ),
        (mov(1, 2, 5, false), 3638, "SamplerRegisterAsSource { operand: 1, token: 1, shader_type: Fragment }"),
        (mov(1, 3, 2, true), 3639, "IndirectNotAllowed { operand: 1, token: 1, shader_type: Fragment }"),
        (mov(0, 3, 2, true), 3640, "IndirectOnlyIntoConstants { operand: 1, token: 1, shader_type: Vertex }"),
        (mov(1, 2, 3, false), 3646, "ReadOutputRegister { operand: 1, token: 1, shader_type: Fragment }"),
        (mov(1, 5, 1, false), 3649, "WriteSamplerRegister { token: 1, shader_type: Fragment }"),
        (mov(0, 0, 1, false), 3651, "WriteAttributeRegister { token: 1, shader_type: Vertex }"),
        (mov(1, 1, 1, false), 3652, "WriteConstantRegister { token: 1, shader_type: Fragment }"),
        (mov(1, 6, 1, false), 3749, "WriteFragmentRegister { token: 1, shader_type: Fragment }"),
        (mov(1, 2, 6, false), 3749, "FragmentRegisterAsSource { operand: 1, token: 1, shader_type: Fragment }"),
        (
            bytecode("tex ft0, v0, fs0 <2d,linear>\ntex ft1, v0, fs0 <2d,nearest>\nadd oc, ft0, ft1"),
            3696,
            "SamplerConfigMismatch { token: 2, shader_type: Fragment }",
        ),
        // Numbers without a kind.
        (
            bytecode("mov ft0, v0\nadd oc, ft0, ft1"),
            3647,
            "InvalidOpcode { value: 1, token: 2, shader_type: Fragment }",
        ),
    ];
    for (program, number, kind) in rows {
        assert_eq!((player_error(&program), error_of(&program)), (Some(number), kind.to_string()), "{program:?}");
    }
}

#[test]
fn what_ruffle_cannot_draw_is_invalid_version() {
    let programs = [
        ("//! agal 1 vertex\nmov v0, va0", Limit::Output),
        ("//! agal 1 vertex\nmov op.xyz, va0", Limit::Output),
        ("//! agal 1 fragment\nkil v0.x", Limit::Output),
        ("//! agal 2 vertex\nmov op, vc200", Limit::Constants),
        ("//! agal 2 vertex\nmov vt0, vc128\nadd op, vt0, vc[va0.x]", Limit::Constants),
        ("//! agal 2 fragment\nmov oc, fc28", Limit::Constants),
        ("//! agal 2 fragment\ntex oc, v0, fs8 <2d>", Limit::Samplers),
        (
            "//! agal 2 fragment\ntex ft0, v0, fs0 <2d>\ntex ft1, v0, fs8 <2d>\nadd oc, ft0, ft1",
            Limit::Target(SAME_BINDING),
        ),
        ("//! agal 3 vertex\nmov op, va8", Limit::Attributes),
        ("//! agal 4 vertex\ntld op, va0, vs0 <2d>", Limit::VertexTextures),
    ];
    for (text, limit) in programs {
        let program = bytecode(text);
        let found = (player_error(&program), error_of(&program), limit_of(&program));
        assert_eq!(found, (None, "InvalidVersion".to_string(), Some(limit)), "{text}");
        check_limit(&program, limit);
    }
    assert!(parse_bytecode(&bytecode("//! agal 2 fragment\nmov oc, fc27")).is_ok());
}

#[test]
fn attributes_need_formats() {
    let parsed = parse_bytecode(&bytecode("mov op, va2")).unwrap();
    let mut formats = [None; 8];
    assert!(matches!(agal_to_naga(&parsed, &formats), Err(Error::MissingVertexAttributeData)));
    formats[2] = Some(VertexAttributeFormat::Bytes4);
    assert_eq!(agal_to_naga(&parsed, &formats).unwrap().entry_points.len(), 1);
}

#[test]
fn samplers_have_their_states() {
    let text =
        "tex ft0, v0, fs1 <2d,linear,mipnearest,repeat>\ntex ft1, v0, fs3 <2d,linear,ignoresampler>\nadd oc, ft0, ft1";
    let configs = extract_sampler_configs(&parse_bytecode(&bytecode(text)).unwrap()).unwrap();
    let linear = SamplerConfig { wrapping: Wrapping::Repeat, filter: Filter::Linear, mipmap: Mipmap::Nearest };
    assert_eq!(configs, [None, Some(linear), None, None, None, None, None, None]);
}
