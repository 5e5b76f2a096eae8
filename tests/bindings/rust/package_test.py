"""The crates as ./tools/release packages them: a project in another folder compiles agalc with them, and nothing else.

The environment names cargo (AGAL_CARGO), the folder of the crates that they need (AGAL_REGISTRY), the folder for what is
built (AGAL_WORK), and a compiler for WebAssembly (AGAL_WASM_CXX)."""

import json
import os
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

ALL = os.environ.get("AGAL_AMALGAMATION") == "all"
ROOT = Path(__file__).resolve().parents[3]
WORK = Path(os.environ["AGAL_WORK"])

PROGRAM = """\
fn main() {
    let options = agal::Options::new().with("target", "wgsl").unwrap();
    let shader = agal::compile("mul oc, v0, fc0", &options).unwrap();
    println!("{}", shader.code().text().unwrap());
}
"""


def cargo(*arguments, folder, **variables):
    """Returns the status, and the text of both streams."""
    home = WORK / "home"
    home.mkdir(parents=True, exist_ok=True)
    source = f"[source.crates-io]\nreplace-with = 'here'\n[source.here]\ndirectory = '{os.environ['AGAL_REGISTRY']}'\n"
    (home / "config.toml").write_text(source)
    # The crate compiles agalc with -O2, which does not affect the results. The last option is used.
    flags = {} if ALL else {"CXXFLAGS": "-O0"}
    environment = {**os.environ, **flags, "CARGO_HOME": str(home), "CARGO_TARGET_DIR": str(WORK / "target"), **variables}
    command = [*arguments] if arguments[0].startswith(".") else [os.environ["AGAL_CARGO"], *arguments]
    ended = subprocess.run(command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return ended.returncode, ended.stdout


class Packaged(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)
        files = cls.path / "files"
        status, text = cargo("./tools/release", "--unreleased", "--output", str(files), "crates", folder=ROOT)
        if status != 0:
            raise AssertionError(text)
        for crate in files.glob("*.crate"):
            with tarfile.open(crate) as archive:
                archive.extractall(cls.path)
        cls.crates = {name: next(cls.path.glob(f"{name}-[0-9]*")) for name in ("agal", "agal-sys")}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def project(self, name, features, file="main.rs", text=PROGRAM, kind=""):
        folder = self.path / name
        (folder / "src").mkdir(parents=True)
        (folder / "src" / file).write_text(text)
        (folder / "Cargo.toml").write_text(
            f'[package]\nname = "{name}"\nversion = "1.0.0"\nedition = "2021"\n\n{kind}'
            f'[dependencies]\nagal = {{ path = "{self.crates["agal"]}"{features} }}\n\n'
            f'[patch.crates-io]\nagal-sys = {{ path = "{self.crates["agal-sys"]}" }}\n')
        return folder


class Crates(Packaged):
    def test_contains_amalgamation_and_no_tests(self):
        names = {str(path.relative_to(self.crates["agal-sys"])) for path in self.crates["agal-sys"].rglob("*")}
        self.assertLessEqual({"amalgamation/agal.cpp", "amalgamation/agal.h", "amalgamation/wasm_runtime.cpp", "build.rs", "bundled.rs", "src/lib.rs"}, names)
        self.assertNotIn("tests", names)
        self.assertFalse((ROOT / "bindings/rust/agal-sys/amalgamation").exists(), "the sources are not as they were")

    def test_compiles_agalc_in_a_fresh_project(self):
        status, text = cargo("run", "--quiet", folder=self.project("fresh", ""))
        self.assertEqual(status, 0, text)
        self.assertIn("@fragment", text)

    def test_turns_on_no_feature_that_changes_the_host(self):
        # Cargo builds a crate once, with the features that all its users name: `float_roundtrip` of serde_json would change the
        # numbers that a host reads. The features below only add functions.
        rust = ROOT / "bindings/rust"
        status, text = cargo("tree", "--locked", "--all-features", "--edges", "normal", "--prefix", "none", "--format", "{lib} {f}", folder=rust)
        self.assertEqual(status, 0, text)
        self.assertIn("serde_json default,std", text.splitlines())
        # Debian does not have naga, so that Cargo cannot make the tree of `agal-naga` here.
        status, text = cargo("metadata", "--no-deps", "--format-version", "1", folder=rust / "agal-naga")
        self.assertEqual(status, 0, text)
        packages = json.loads(text)["packages"]
        used = {each["name"]: each["features"] for each in packages[0]["dependencies"] if each["kind"] is None}
        self.assertEqual(used, {"agal": [], "agal-sys": [], "naga": ["spv-in"]})

    def test_says_what_to_install_if_library_is_missing(self):
        folder = self.project("system", ', default-features = false, features = ["system"]')
        status, text = cargo("build", folder=folder, PKG_CONFIG="no-pkg-config", AGAL_LIB_DIR="")
        self.assertNotEqual(status, 0)
        for part in "libagal", "no-pkg-config does not start", "libagal-dev", "AGAL_LIB_DIR":
            self.assertIn(part, text)

    def test_says_which_features_there_are_if_none_is_set(self):
        status, text = cargo("build", folder=self.project("none", ", default-features = false"))
        self.assertNotEqual(status, 0)
        self.assertIn("one of the features `bundled` and `system` is needed", text)


@unittest.skipUnless(ALL, "AGAL_AMALGAMATION is not all")
class Bundled(unittest.TestCase):
    def test_passes_the_tests_of_the_crates(self):
        status, text = cargo("test", "--workspace", "--locked", folder=ROOT / "bindings/rust", RUSTFLAGS="-D warnings")
        self.assertEqual(status, 0, text)


@unittest.skipUnless(ALL, "AGAL_AMALGAMATION is not all")
class Wasm(Packaged):
    def test_module_imports_nothing_and_translates(self):
        source = ROOT / "tests/bindings/rust/wasm"
        folder = self.project("module", "", "lib.rs", (source / "lib.rs").read_text(), '[lib]\ncrate-type = ["cdylib"]\n\n')
        status, text = cargo("build", "--release", "--target", "wasm32-unknown-unknown", folder=folder,
                             CXX_wasm32_unknown_unknown=os.environ["AGAL_WASM_CXX"])
        self.assertEqual(status, 0, text)
        module = WORK / "target/wasm32-unknown-unknown/release/module.wasm"
        ended = subprocess.run(["node", str(source / "run.mjs"), str(module)], text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT)
        self.assertEqual(ended.returncode, 0, ended.stdout)


if __name__ == "__main__":
    unittest.main()
