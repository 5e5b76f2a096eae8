//! Tests mistakes of callers, and errors in programs and files.

mod support;

use agal::*;
#[cfg(feature = "extract")]
use support::dump;
use support::FRAGMENT;

#[test]
fn a_program_that_is_rejected_has_diagnostics() {
    let options = Options::new().with("name", "bad.frag.agal").unwrap();
    let error = compile("mov ft0, v0\nmov fc0, ft0\nmov oc, ft0", &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Rejected);
    let found: Vec<_> = error.diagnostics().collect();
    assert_eq!(found.len(), 1);
    let first = &found[0];
    assert_eq!((first.code.as_str(), first.severity), ("AGAL3652", Severity::Error));
    assert_eq!(first.message, "fc0 is a constant and cannot be written");
    assert_eq!(first.file.as_deref(), Some("bad.frag.agal"));
    assert_eq!((first.line, first.column, first.token), (Some(2), Some(5), Some(2)));
    assert_eq!((first.operand.as_deref(), first.stage), (Some("destination"), Some(Stage::Fragment)));
    assert_eq!(&first.snippet.as_ref().unwrap()[first.caret.clone().unwrap()], "fc0");
    assert!(first.help.is_some());
    assert_eq!(first.to_string(), "bad.frag.agal:2:5: error[AGAL3652]: fc0 is a constant and cannot be written");
    assert!(error.to_string().starts_with(&first.to_string()));
    assert!(!error.to_string().ends_with('\n'));
    assert_eq!(error.outcome().unwrap().errors(), 1);
    assert!(format!("{:?}", error).contains("AGAL3652"));
}

#[test]
fn a_rejected_upload_has_the_number_of_the_player() {
    let options = Options::new().with("bytecode", true).unwrap();
    let bytecode = assemble("mov fc0, v0\nmov oc, v0", &Options::new()).unwrap();
    let error = compile(&bytecode, &options).unwrap_err();
    assert_eq!(error.outcome().unwrap().player_error(), Some(3652));
    assert_eq!(error.diagnostics().next().unwrap().number, 3652);
    let text = compile("mov oc, v0                      ", &options).unwrap_err();
    assert_eq!(text.outcome().unwrap().player_error(), Some(3616));
    assert_eq!(compile("mvo oc, v0", &Options::new()).unwrap_err().outcome().unwrap().player_error(), None);
}

#[test]
fn bytecode_has_offsets() {
    let bytecode = assemble("mov oc, ft3", &Options::new()).unwrap();
    let error = validate(bytecode, &Options::new().with("name", "a.bin").unwrap()).unwrap_err();
    let first = error.diagnostics().next().unwrap();
    assert_eq!((first.line, first.byte_offset), (None, Some(7)));
    assert!(first.to_string().starts_with("a.bin:0x7: error["), "{}", first);
}

#[test]
fn empty_and_senseless_programs_are_rejected() {
    for program in [&b""[..], b"\xa0", b"\xff\xfe\x00", b"mov \xff\xff, v0", &[0xa0; 1000]] {
        for error in [
            compile(program, &Options::new()).unwrap_err(),
            validate(program, &Options::new()).unwrap_err(),
            link(program, FRAGMENT, &Options::new()).unwrap_err(),
            interpret(program, &Inputs::new(), &Options::new()).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::Rejected);
            assert!(error.diagnostics().count() > 0);
            assert!(!error.to_string().is_empty());
        }
    }
    #[cfg(feature = "extract")]
    assert_eq!(extract("", "", &Options::new()).unwrap_err().kind(), ErrorKind::Rejected);
}

#[test]
fn options_say_what_is_wrong_and_stay_as_they_are() {
    let mut options = Options::new().with("target", "wgsl").unwrap();
    for (name, value, message) in [
        ("target", "wsgl", "did you mean 'wgsl'?"),
        ("tarhget", "wgsl", "tarhget"),
        ("max-tokens", "many", "many"),
        ("steps", "perhaps", "steps"),
        ("target", "w\0gsl", "zero byte"),
        ("tar\0get", "wgsl", "zero byte"),
    ] {
        let error = options.set(name, value).map(|_| ()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadArgument);
        assert!(error.to_string().contains(message), "{}", error);
        assert_eq!(error.diagnostics().count(), 0);
        assert!(error.outcome().is_none());
    }
    assert!(compile(FRAGMENT, &options).unwrap().code().text().unwrap().contains("@fragment"));
}

#[test]
fn a_copy_of_options_is_independent() {
    let mut options = Options::new().with("target", "wgsl").unwrap();
    let copy = options.clone();
    options.set("target", "essl300").unwrap();
    assert!(compile(FRAGMENT, &copy).unwrap().code().text().unwrap().contains("@fragment"));
    assert!(compile(FRAGMENT, &options).unwrap().code().text().unwrap().starts_with("#version 300 es"));
}

#[test]
fn inputs_that_cannot_be() {
    let mut inputs = Inputs::new();
    let texels = [[0.0; 4]; 6];
    let errors = [
        inputs.set_constants(&[[0.0; 4]; 1025]).map(|_| ()).unwrap_err(),
        inputs.set_attribute(1024, [0.0; 4]).map(|_| ()).unwrap_err(),
        inputs.set_varying(0, 1024, [0.0; 4]).map(|_| ()).unwrap_err(),
        inputs.set_varying(4, 0, [0.0; 4]).map(|_| ()).unwrap_err(),
        inputs.set_texture(1024, &Texture::plane(3, 2, &texels)).map(|_| ()).unwrap_err(),
        inputs.set_texture(0, &Texture::plane(3, 3, &texels)).map(|_| ()).unwrap_err(),
        inputs.set_texture(0, &Texture::plane(0, 0, &[])).map(|_| ()).unwrap_err(),
        inputs.set_texture(0, &Texture::cube(2, &texels)).map(|_| ()).unwrap_err(),
        inputs.set_texture(0, &Texture::volume(u32::MAX, u32::MAX, u32::MAX, &texels)).map(|_| ()).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::BadArgument);
        assert!(!error.to_string().is_empty());
    }
    assert!(inputs.set_constants(&[]).is_ok());
    assert!(inputs.set_texture(0, &Texture::plane(3, 2, &texels)).is_ok());
}

/// The last tag of the SWF file is truncated.
#[cfg(feature = "extract")]
#[test]
fn a_damaged_file_gives_what_can_be_read() {
    let bytecode = assemble(FRAGMENT, &Options::new()).unwrap();
    let content = dump(bytecode.bytecode());
    let mut body = vec![0, 0, 30, 1, 0];
    body.extend(&[0xff, 0x15]); // DefineBinaryData with a long length
    body.extend(u32::try_from(content.len() + 6).unwrap().to_le_bytes());
    body.extend(&[1, 0, 0, 0, 0, 0]);
    body.extend(&content);
    body.extend(&[0x3f, 0x15, 0xff, 0xff, 0xff, 0]); // a truncated tag
    let mut file = b"FWS\x0a".to_vec();
    file.extend(u32::try_from(body.len() + 8).unwrap().to_le_bytes());
    file.extend(&body);
    let error = extract(&file, "game.swf", &Options::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Rejected);
    assert!(error.diagnostics().any(|each| each.severity == Severity::Error));
    let saved: Vec<_> = error.outcome().unwrap().programs().map(|program| program.bytecode.to_vec()).collect();
    assert_eq!(saved, [bytecode.bytecode()]);
}

#[test]
fn a_limit_on_programs_is_kept() {
    let options = Options::new().with("max-tokens", 1).unwrap();
    let error = compile(FRAGMENT, &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Rejected);
}
