//! The modules in the binary equal their files, and are found by name and by file.

use ttd_code::{Mode, Options, compile, verify};

#[test]
fn every_module_unpacks_to_verified_code() {
    let all = ttd_lib::library_modules().iter().chain(ttd_lib::native_modules()).chain(ttd_lib::hidden_modules());
    for module in all {
        let code = module.code();
        assert_eq!(&*code.path, module.path);
        assert!(!code.counted, "{}", module.name);
        assert!(verify(code).is_ok(), "{}", module.name);
        assert!(module.source().len() < 1 << 20, "{}", module.name);
    }
}

#[test]
fn packed_code_is_what_compiling_gives() {
    for name in ["json", "json.decoder", "typing", "re._parser", "textwrap"] {
        let module = ttd_lib::library_module(name).expect("it is in the library");
        let compiled = compile(&module.source(), module.path, Mode::Exec, Options::default());
        assert_eq!(compiled.as_ref().ok(), Some(module.code()), "{name}");
    }
}

#[test]
fn found_by_name_and_by_file() {
    for module in ttd_lib::library_modules() {
        assert!(ttd_lib::library_module(module.name).is_some_and(|m| std::ptr::eq(m, module)), "{}", module.name);
        assert!(ttd_lib::library_module_at(module.path).is_some_and(|m| std::ptr::eq(m, module)), "{}", module.path);
    }
    for name in ["", "jso", "test", "tkinter", "json.nowhere"] {
        assert!(ttd_lib::library_module(name).is_none(), "{name}");
    }
    for path in ["", "/ttd-py/lib/python3.14", "/ttd-py/lib/python3.14/json.py", "/ttd-py/lib/python3.14/json/x.py"] {
        assert!(ttd_lib::library_module_at(path).is_none(), "{path}");
    }
}

#[test]
fn nothing_is_missing() {
    assert!(ttd_lib::library_modules().len() > 500, "{}", ttd_lib::library_modules().len());
    assert!(ttd_lib::library_module("importlib.abc").is_some());
    assert!(ttd_lib::native_module("_io").is_some());
    assert!(ttd_lib::hidden_modules().iter().any(|m| m.name == "core"));
}
