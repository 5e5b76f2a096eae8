"""Tests mistakes of callers, and errors in programs and files."""

import copy
import unittest
from pathlib import Path
from typing import Any, Callable, List, Union

import agal
from support import FRAGMENT, VERTEX, damaged_swf


class Rejected(unittest.TestCase):
    def test_has_diagnostics(self) -> None:
        with self.assertRaises(agal.Rejected) as caught:
            agal.compile("mov ft0, v0\nmov fc0, ft0\nmov oc, ft0", name="bad.frag.agal")
        (found,) = caught.exception.diagnostics
        self.assertEqual((found.code, found.severity), ("AGAL3652", "error"))
        self.assertEqual(found.message, "fc0 is a constant and cannot be written")
        self.assertEqual((found.file, found.line, found.column, found.token), ("bad.frag.agal", 2, 5, 2))
        self.assertEqual((found.operand, found.stage, found.byte_offset), ("destination", "fragment", 31))
        assert found.snippet is not None and found.caret is not None
        self.assertEqual(found.snippet[found.caret[0] :][: found.caret[1]], "fc0")
        self.assertTrue(found.help)
        self.assertEqual(
            str(found), "bad.frag.agal:2:5: error[AGAL3652]: fc0 is a constant and cannot be written"
        )
        self.assertTrue(str(caught.exception).startswith(str(found)))
        self.assertFalse(str(caught.exception).endswith("\n"))
        assert caught.exception.outcome is not None
        self.assertEqual(caught.exception.outcome.errors, 1)

    def test_has_number_of_the_player(self) -> None:
        with self.assertRaises(agal.Rejected) as caught:
            agal.compile("mov fc0, v0\nmov oc, v0", adobe_order=True)
        assert caught.exception.outcome is not None
        self.assertEqual((caught.exception.outcome.player_error, caught.exception.diagnostics[0].number), (3652, 3652))
        with self.assertRaises(agal.Rejected) as caught:
            agal.compile("mvo oc, v0")
        assert caught.exception.outcome is not None
        self.assertIsNone(caught.exception.outcome.player_error)

    def test_bytecode_has_offsets(self) -> None:
        with self.assertRaises(agal.Rejected) as caught:
            agal.validate(agal.assemble("mov oc, ft3").bytecode, name="a.bin")
        self.assertTrue(str(caught.exception.diagnostics[0]).startswith("a.bin:0x7: error["))

    def test_empty_and_senseless_programs(self) -> None:
        programs: List[Union[bytes, str]] = [b"", "", b"\xa0", b"\xff\xfe\0", b"mov \xff\xff, v0", b"\xa0" * 1000]
        functions: List[Callable[[Union[bytes, str]], object]] = [agal.compile, agal.validate, agal.interpret]
        for program in programs:
            for function in functions:
                with self.assertRaises(agal.Rejected) as caught:
                    function(program)
                self.assertGreater(len(caught.exception.diagnostics), 0)
                self.assertTrue(str(caught.exception))
            with self.assertRaises(agal.Rejected):
                agal.link(VERTEX, program)
        with self.assertRaises(agal.Rejected):
            agal.extract(b"")

    def test_a_damaged_file_gives_what_can_be_read(self) -> None:
        bytecode = agal.assemble(FRAGMENT).bytecode
        with self.assertRaises(agal.Rejected) as caught:
            agal.extract(damaged_swf(bytecode), "game.swf")
        assert caught.exception.outcome is not None
        self.assertEqual([program.bytecode for program in caught.exception.outcome.programs()], [bytecode])

    def test_rejects_paths(self) -> None:
        path = Path("game/tint.frag.agal")
        functions: List[Callable[[Any], object]] = [
            agal.assemble,
            agal.disassemble,
            agal.validate,
            agal.compile,
            agal.interpret,
            agal.extract,
            agal.prove,
            lambda program: agal.link(program, FRAGMENT),
            lambda program: agal.link(VERTEX, program),
            lambda program: agal.prove(FRAGMENT, program),
        ]
        for function in functions:
            with self.assertRaisesRegex(TypeError, "'game.tint.frag.agal' is a path: .*read_bytes"):
                function(path)

    def test_is_an_error_of_this_package(self) -> None:
        with self.assertRaises(agal.Error):
            agal.explain("frobnicate")


class Options(unittest.TestCase):
    def test_say_what_is_wrong_and_stay_as_they_are(self) -> None:
        options = agal.Options(target="wgsl")
        for name, value, message in (
            ("target", "wsgl", "did you mean 'wgsl'"),
            ("tarhget", "wgsl", "tarhget"),
            ("max_tokens", "many", "many"),
            ("steps", "perhaps", "steps"),
            ("target", "w\0gsl", "zero byte"),
            ("tar\0get", "wgsl", "zero byte"),
        ):
            with self.assertRaisesRegex(agal.BadArgument, message) as caught:
                options.set(name, value)
            self.assertIsInstance(caught.exception, ValueError)
            self.assertEqual(caught.exception.diagnostics, ())
        self.assertIn("@fragment", str(agal.compile(FRAGMENT, options).code))

    def test_are_copied(self) -> None:
        options = agal.Options(target="wgsl")
        copies = [options.copy(), copy.copy(options)]
        options.set("target", "essl300")
        for each in copies:
            self.assertIn("@fragment", str(agal.compile(FRAGMENT, each).code))

    def test_every_name_and_choice(self) -> None:
        for option in agal.list("options"):
            name = option["name"].replace("-", "_")
            try:
                agal.Options(**{name: "no such value"})
            except agal.BadArgument as error:
                self.assertNotIn("unknown option", str(error))
            for choice in option.get("choices", ())[:1]:
                agal.Options(**{name: choice})

    def test_a_host_comes_first(self) -> None:
        both = agal.compile(FRAGMENT, target="glsl330", host="openfl")
        self.assertTrue(str(both.code).startswith("#version 330"))
        self.assertEqual(both.code, agal.compile(FRAGMENT, agal.Options(target="glsl330", host="openfl")).code)
        self.assertTrue(str(agal.compile(FRAGMENT, host="openfl").code).startswith("#version 100"))
        late = agal.compile(FRAGMENT, agal.Options(target="glsl330"), host="openfl")
        self.assertTrue(str(late.code).startswith("#version 100"))

    def test_lists(self) -> None:
        agal.Options(bind=["fs0=1:5", "fs1=1:6"], fill=["HOLE=<2d,linear>", "usual"])
        with self.assertRaisesRegex(agal.BadArgument, "usually"):
            agal.Options(fill=["HOLE=<2d,linear>", "usually"])


class Closed(unittest.TestCase):
    def test_what_was_read_stays(self) -> None:
        with agal.compile(FRAGMENT, target="wgsl") as shader:
            code = shader.code
        self.assertIn("@fragment", str(code))
        self.assertIs(shader.code, code)
        with self.assertRaisesRegex(ValueError, "this Compilation object is closed"):
            shader.part("fragment")
        shader.close()

    def test_registers_of_another_stage(self) -> None:
        for name, value in (("map", "mvp=vc0"), ("assume", "vc0.x=1")):
            options = agal.Options()
            options.set(name, value)
            with self.assertRaisesRegex(agal.Rejected, f"{name} vc0: the program does not have that register"):
                agal.prove(FRAGMENT, FRAGMENT, options)

    def test_the_kind_of_a_texture(self) -> None:
        for kind in ("4d", "2d\0x"):
            with self.assertRaises(agal.BadArgument):
                agal.Inputs(textures={0: agal.Texture(1, 1, [1, 1, 1, 1], kind)})  # type: ignore[arg-type]

    def test_proof(self) -> None:
        with agal.prove(FRAGMENT, "mov oc, v0") as proof:
            self.assertEqual(proof.verdict, "different")
        self.assertEqual(proof.verdict, "different")
        for name in ("reason", "difference", "rules", "text"):
            with self.assertRaisesRegex(ValueError, "this Proof object is closed"):
                getattr(proof, name)

    def test_options_and_inputs(self) -> None:
        with agal.Options() as options, agal.Inputs() as inputs:
            pass
        with self.assertRaisesRegex(ValueError, "this Options object is closed"):
            agal.compile(FRAGMENT, options)
        with self.assertRaises(ValueError):
            options.copy()
        with self.assertRaises(ValueError):
            agal.interpret(FRAGMENT, inputs)


class Inputs(unittest.TestCase):
    def test_that_cannot_be(self) -> None:
        inputs, texels, zero = agal.Inputs(), [0.0] * 24, (0, 0, 0, 0)
        changes: List[Callable[[], None]] = [
            lambda: inputs.set_constants([zero] * 1025),
            lambda: inputs.set_constants([(0, 0, 0)]),
            lambda: inputs.set_attribute(1024, zero),
            lambda: inputs.set_attribute(-1, zero),
            lambda: inputs.set_attribute(1 << 32, zero),
            lambda: inputs.set_attribute(0, (0, 0, 0)),
            lambda: inputs.set_varying(0, 1024, zero),
            lambda: inputs.set_varying(4, 0, zero),
            lambda: inputs.set_instance(-1),
            lambda: inputs.set_texture(1024, agal.Texture(3, 2, texels)),
            lambda: inputs.set_texture(0, agal.Texture(3, 3, texels)),
            lambda: inputs.set_texture(0, agal.Texture(-3, -2, texels)),
            lambda: inputs.set_texture(0, agal.Texture(0, 0, [])),
            lambda: inputs.set_texture(0, agal.Texture(2, 2, texels, "cube")),
            lambda: inputs.set_texture(0, agal.Texture(3, 2, texels, "4d")),  # type: ignore[arg-type]
        ]
        for change in changes:
            with self.assertRaises(agal.BadArgument) as caught:
                change()
            self.assertTrue(str(caught.exception))
        inputs.set_constants([])
        inputs.set_texture(0, agal.Texture(3, 2, texels))


if __name__ == "__main__":
    unittest.main()
