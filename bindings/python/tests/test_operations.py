"""Tests every operation on realistic programs and files."""

import array
import ctypes
import itertools
import json
import math
import unittest
from typing import Any, Optional

import agal
from agal._declarations import ffi
from support import BINDING, FRAGMENT, REPOSITORY, VERTEX, dump


class Library(unittest.TestCase):
    def test_says_what_it_is(self) -> None:
        self.assertRegex(agal.version(), r"^agalc \d+\.\d+\.\d+$")
        self.assertIn(f'version = "{agal.version().split()[1]}"\n', (BINDING / "pyproject.toml").read_text())
        self.assertEqual(agal.abi_version(), 1)

    def test_exports_what_it_lists(self) -> None:
        for name in agal.__all__:
            self.assertTrue(hasattr(agal, name), name)
            self.assertTrue(getattr(agal, name).__doc__ or name in ("OptionValue", "Severity", "Stage"), name)


def names_of(found: Optional[agal.Interface]) -> Any:
    """Returns all names in an interface that a text declares, in the form that names_in_json returns."""
    assert found is not None
    constants = found.constants
    return (
        [each.declared for each in found.attributes],
        [each.declared for each in found.varyings],
        [each.declared for each in found.color_outputs],
        constants and (constants.declared, [(each.declared, each.first, each.count) for each in constants.parts]),
        [(each.declared, each.declared_sampler) for each in found.samplers],
        found.position_scale,
    )


def names_in_json(found: Any) -> Any:
    uniforms = found["uniforms"]
    parts = [(each["name"], each["first"], each["count"]) for each in uniforms.get("parts", [])]
    return (
        [each["name"] for each in found.get("attributes", [])],
        [each["name"] for each in found["varyings"]],
        [each["name"] for each in found["outputs"]["colors"]],
        (uniforms["name"], parts) if "layout" in uniforms else None,
        [(each["name"], each.get("samplerName", "")) for each in found["samplers"]],
        found.get("clipSpace", {}).get("scale", ""),
    )


class Interface(unittest.TestCase):
    """Tests that the structures contain the same data as the JSON."""

    def test_of_fragment_program(self) -> None:
        shader = agal.compile("tex ft0, v0, fs3 <2d,linear,repeat>\nmul oc, ft0, fc2", target="wgsl")
        found, expected = shader.interface, (shader.reflection or {})["agal"]
        assert found is not None and found.constants is not None
        self.assertEqual((found.stage, found.version, found.entry_point), ("fragment", 1, "main"))
        self.assertEqual([(each.name, each.components) for each in found.varyings], [("v0", 3)])
        (sampler,), (row,) = found.samplers, expected["samplers"]
        assert sampler.slots is not None
        self.assertEqual((sampler.name, sampler.index, sampler.kind), (row["name"], row["index"], "2d"))
        self.assertEqual((sampler.slots.set, sampler.slots.binding), (row["set"], row["binding"]))
        self.assertEqual((sampler.sampler_set, sampler.sampler_binding), (row["samplerSet"], row["samplerBinding"]))
        places = [(each.model, each.set, each.number) for each in sampler.sampler_bindings]
        self.assertEqual(places, [("spirv", 0, 37), ("msl", None, 3), ("hlsl", 0, 3)])
        self.assertEqual([each.number for each in sampler.bindings], [5, 3, 3])
        self.assertEqual([each.model for each in found.constants.bindings], ["spirv", "msl", "hlsl"])
        self.assertEqual((sampler.states[0].filter, sampler.states[0].wrap, sampler.states[0].token), (1, 1, 1))
        self.assertEqual((found.constants.name, found.constants.count), ("fc", 3))
        self.assertEqual((found.constants.mode, found.constants.ranges), ("ubo", ((2, 1),)))
        self.assertEqual((found.colors, found.position, found.depth, found.kills), ((0,), False, False, False))

    def test_of_vertex_program(self) -> None:
        for target in ("glsl330", "vulkan-glsl450"):
            for flip_y in (False, True):
                shader = agal.compile("mov vt0, iid\nadd op, va0, vt0", target=target, flip_y=flip_y, clip_z="negative-one-to-one")
                found, expected = shader.interface, (shader.reflection or {})["agal"]
                assert found is not None
                self.assertEqual(found.instance_id, expected["instanceId"]["countsFrom"])
                self.assertEqual((found.negative_z, found.flip_y), (expected["clipSpace"]["z"] == "negativeOneToOne", flip_y))

    def test_has_declared_names(self) -> None:
        """Compares the names with the names in the JSON, for each host and language."""
        programs = (
            "m44 op, va0, vc0\nadd v0, va1, vc6\nmov v1, va1",
            "tex ft0, v0, fs0 <2d,linear>\ntex ft1, v1, fs3 <cube,linear>\nadd ft0, ft0, ft1\nmul oc, ft0, fc2",
        )
        renames = "va0=position,v0=vUv,vc0..3=mvp,fc2=tint,fs0=map,fs3_sampler=skyState,oc=color"
        choices = {each["name"]: each.get("choices", ()) for each in agal.list("options")}
        compared = 0
        for host, target, rename, program in itertools.product(choices["host"], choices["target"], ("", renames), programs):
            try:
                shader = agal.compile(program, host=host, target=target, rename=rename)
            except agal.Rejected:
                continue
            self.assertEqual(names_of(shader.interface), names_in_json((shader.reflection or {})["agal"]), (host, target))
            compared += 1
        self.assertGreater(compared, 200)

    def test_has_each_field_of_structures(self) -> None:
        for structure, kind in (
            ("agal_diagnostic", agal.Diagnostic),
            ("agal_interface", agal.Interface),
            ("agal_constants", agal.Constants),
            ("agal_constant_part", agal.ConstantPart),
            ("agal_color", agal.Color),
            ("agal_attribute", agal.Attribute),
            ("agal_varying", agal.Varying),
            ("agal_sampler", agal.Sampler),
            ("agal_sampler_state", agal.SamplerState),
            ("agal_slots", agal.Slots),
            ("agal_binding", agal.Binding),
            ("agal_proof", agal.Proof),
            ("agal_proof_rule", agal.RuleUse),
            ("agal_proof_input", agal.DifferingInput),
            ("agal_difference", agal.Difference),
        ):
            # Lists do not need a count. An inactive sampler does not have slots, and the caret includes its length.
            expected = {name for name, _ in ffi.typeof(structure).fields if not name.endswith("_count")}
            members = set(getattr(kind, "__dataclass_fields__", None) or dir(kind))
            self.assertEqual(expected - members - {"active", "caret_length"}, set(), structure)

    def test_without_json(self) -> None:
        shader = agal.compile(VERTEX, target="wgsl", bindings_only=True)
        self.assertIsNone(shader.reflection)
        assert shader.interface is not None
        self.assertEqual([each.name for each in shader.interface.attributes], ["va0", "va1"])
        self.assertTrue(shader.interface.position)
        self.assertIsNone(agal.compile(VERTEX, target="wgsl", reflect=False).interface)

    def test_of_pair(self) -> None:
        pair = agal.link(VERTEX, FRAGMENT, target="wgsl")
        vertex, fragment = pair.interface("vertex"), pair.interface("fragment")
        assert vertex is not None and fragment is not None
        self.assertEqual([each.name for each in vertex.varyings], ["v0"])
        self.assertEqual([each.name for each in fragment.varyings], ["v0"])


class Prove(unittest.TestCase):
    def outputs(self, program: str, inputs: agal.Inputs, register: str, pixel: int) -> float:
        name, lane = register.split(".")
        run = agal.interpret(program, inputs, agal_version=3)
        return ctypes.c_float(run.invocations[pixel][name]["xyzw".index(lane)]).value

    def test_equal(self) -> None:
        for other in (None, FRAGMENT.replace("ft0", "ft1"), agal.compile(FRAGMENT).code):
            proof = agal.prove(FRAGMENT, other)
            self.assertEqual((proof.verdict, proof.proof_class, proof.rules), ("equal", "exact", ()), proof.text)
            self.assertIsNone(proof.difference)

    def test_equal_up_to_rounding(self) -> None:
        proof = agal.prove("mul ft0, v0, fc0\nadd oc, ft0, fc1")
        self.assertEqual((proof.verdict, proof.proof_class), ("equal", "rounding"))
        self.assertEqual(proof.rules, (agal.RuleUse("fma-as-sum", "rounding", 4),))
        self.assertEqual(str(proof), "spv: equal up to rounding: fma-as-sum (4)\n")

    def test_different(self) -> None:
        for first, second in (
            ("mul oc, v0, fc1", "add oc, v0, fc1"),
            ("mov vt0, iid\nadd op, vt0.x, va1", "mov vt0, iid\nmul op, vt0.x, va1"),
        ):
            proof = agal.prove(first, second, other_name="tuned", agal_version=3)
            self.assertEqual(proof.verdict, "different")
            self.assertIn("tuned: different: ", proof.text)
            found = proof.difference
            assert found is not None
            inputs = found.bound()
            self.assertEqual(self.outputs(first, inputs, found.output, found.pixel), found.expected)
            self.assertEqual(self.outputs(second, inputs, found.output, found.pixel), found.found)
            self.assertNotEqual(found.expected, found.found)
            self.assertTrue(proof.expected and proof.found and proof.output == found.output)

    def test_missing_output(self) -> None:
        proof = agal.prove("mov oc, v0\nmov oc1, v1", "mov oc, v0", agal_version=2)
        self.assertEqual((proof.verdict, proof.reason), ("different", "it does not write oc1"))
        self.assertIsNone(proof.difference)

    def test_not_decided(self) -> None:
        proof = agal.prove(FRAGMENT, budget=3)
        self.assertEqual((proof.verdict, proof.reason), ("not decided", "the budget of terms is spent"))

    def test_rejects(self) -> None:
        with self.assertRaises(agal.Rejected) as caught:
            agal.prove(FRAGMENT, VERTEX)
        self.assertEqual(caught.exception.diagnostics[0].code, "AGAL1120")
        with self.assertRaisesRegex(agal.Rejected, "only SPIR-V"):
            agal.prove(FRAGMENT, target="wgsl")
        with self.assertRaisesRegex(agal.BadArgument, "is not REGISTER.LANE=NUMBER"):
            agal.prove(FRAGMENT, assume="fc0=1")


class Compile(unittest.TestCase):
    def test_to_text(self) -> None:
        shader = agal.compile(FRAGMENT, target="wgsl")
        self.assertEqual(shader.stage, "fragment")
        self.assertIn("@fragment", shader.code.text or "")
        self.assertIsNone(shader.code.words)
        self.assertEqual(bytes(shader.code), shader.part("fragment"))
        self.assertEqual(str(shader.code), shader.code.text)
        self.assertEqual((shader.messages, shader.diagnostics, shader.errors, shader.warnings), ("", (), 0, 0))
        self.assertEqual(shader.names, ("fragment", "reflection", "diagnostics", "messages"))
        self.assertIsNone(shader.part("vertex"))
        self.assertIsNone(shader.part("a\0b"))

    def test_to_words(self) -> None:
        shader = agal.compile(agal.assemble(VERTEX))
        self.assertEqual(shader.stage, "vertex")
        words = shader.code.words
        assert words is not None
        self.assertEqual(words[0], 0x07230203)
        self.assertEqual(len(words) * 4, len(shader.code.data))
        self.assertIsNone(shader.code.text)
        self.assertEqual(str(shader.code), f"{len(words)} words of SPIR-V")

    def test_to_container(self) -> None:
        text = agal.compile(FRAGMENT, host="openfl").code
        code = agal.compile(FRAGMENT, host="openfl", emit="b0").code
        self.assertEqual((code.text, str(code), code.words), (text.text, text.text, None))
        assert code.container is not None
        self.assertEqual((code.container[:1], code.container[3:]), (b"\xb0", bytes(text)))
        self.assertIsNone(text.container)

    def test_to_msl_and_hlsl_by_either_writer(self) -> None:
        msl = {writer: str(agal.compile(FRAGMENT, target="msl20", writer=writer).code) for writer in ("own", "cross")}
        hlsl = {writer: str(agal.compile(FRAGMENT, target="hlsl50", writer=writer).code) for writer in ("own", "cross")}
        for text in msl.values():
            self.assertIn("fragment ", text)
            self.assertIn("fs0.sample(", text)
        for text in hlsl.values():
            self.assertIn("SV_Target0", text)
            self.assertIn("fs0.Sample(", text)
        self.assertNotEqual(msl["own"], msl["cross"])
        self.assertNotEqual(hlsl["own"], hlsl["cross"])
        self.assertEqual(str(agal.compile(FRAGMENT, target="hlsl").code), hlsl["own"])
        self.assertIn(str(agal.compile(FRAGMENT, target="msl").code), msl.values())

    def test_as_many_varyings_as_told(self) -> None:
        for writer in ("own", "cross"):
            text = str(agal.compile(VERTEX, target="hlsl50", varyings=4, writer=writer).code)
            self.assertIn("v3 : TEXCOORD3", text)
            self.assertNotIn("TEXCOORD4", text)
        with self.assertRaisesRegex(agal.Rejected, "AGAL4014"):
            agal.compile(VERTEX, target="hlsl50", varyings=1)
        with self.assertRaisesRegex(agal.BadArgument, "varyings; expected 1 to 31"):
            agal.compile(VERTEX, target="hlsl50", varyings=32)

    def test_every_form_of_a_program(self) -> None:
        bytecode = agal.assemble(FRAGMENT).bytecode
        expected = agal.compile(FRAGMENT, target="wgsl").code
        forms = [bytecode, bytearray(bytecode), memoryview(bytecode), memoryview(b"x" + bytecode)[1:], FRAGMENT.encode()]
        for form in forms:
            self.assertEqual(agal.compile(form, target="wgsl").code, expected)
        with self.assertRaises(TypeError):
            agal.compile(7)  # type: ignore[arg-type]

    def test_reflection(self) -> None:
        reflection = agal.compile(FRAGMENT, target="wgsl").reflection
        assert reflection is not None
        self.assertEqual(reflection["agal"]["samplers"][0]["name"], "fs0")
        self.assertIsNone(agal.compile(FRAGMENT, reflect=False).reflection)

    def test_steps(self) -> None:
        shader = agal.compile(FRAGMENT, target="wgsl", steps=True)
        self.assertEqual(shader.steps[0].name, "ast")
        self.assertEqual(shader.steps[-1].text, shader.code.text)
        self.assertTrue(all(step.summary for step in shader.steps))
        self.assertEqual(agal.compile(FRAGMENT).steps, ())

    def test_options_and_more(self) -> None:
        options = agal.Options(target="wgsl")
        self.assertTrue(str(agal.compile(FRAGMENT, options, target="essl300").code).startswith("#version 300 es"))
        self.assertIn("@fragment", str(agal.compile(FRAGMENT, options).code))


class Link(unittest.TestCase):
    def test_a_pair(self) -> None:
        pair = agal.link(VERTEX, FRAGMENT, target="wgsl")
        assert pair.vertex is not None and pair.fragment is not None
        self.assertIn("@vertex", str(pair.vertex))
        self.assertNotIn("v1", str(pair.vertex))
        self.assertIn("@fragment", str(pair.fragment))
        self.assertIsNone(pair.both)
        self.assertIsInstance(pair.reflection, dict)

    def test_one_module(self) -> None:
        pair = agal.link(VERTEX, FRAGMENT, target="wgsl", single_module=True)
        self.assertEqual((pair.vertex, pair.fragment), (None, None))
        self.assertIn("fragment_main", str(pair.both))

    def test_names(self) -> None:
        with self.assertRaisesRegex(agal.Rejected, "a.vert"):
            agal.link(FRAGMENT, VERTEX, vertex_name="a.vert")


class Assembly(unittest.TestCase):
    def test_the_corpus(self) -> None:
        programs = 0
        for path in sorted((REPOSITORY / "corpus").glob("[ct]*/*.agal")):
            options = agal.Options(name=path.name)
            try:
                text = agal.disassemble(path.read_bytes(), options).text
            except agal.Rejected:
                continue
            bytecode = agal.assemble(text, options).bytecode
            self.assertEqual(str(agal.disassemble(bytecode, options)), text, path)
            programs += 1
        self.assertGreater(programs, 50)

    def test_lints(self) -> None:
        self.assertEqual(agal.validate(FRAGMENT).diagnostics, ())
        outcome = agal.validate("mov ft0, v0\nmov ft1, v0\nmov oc, ft0", lint=["all", "-limits-near"])
        self.assertEqual((outcome.errors, outcome.warnings), (0, 1))
        self.assertEqual((outcome.diagnostics[0].code, outcome.diagnostics[0].severity), ("AGAL6003", "warning"))
        self.assertIn("mov ft1, v0", outcome.messages)


class Interpret(unittest.TestCase):
    def test_a_fragment_program(self) -> None:
        white = [1.0] * 4
        for texels in (white, array.array("f", white), array.array("d", white), memoryview(array.array("f", white))):
            inputs = agal.Inputs(
                constants=[(2, 3, 4, 5)],
                varyings={0: [(0.5, 0.5, 0, 0)] * 4},
                textures={0: agal.Texture(1, 1, texels, levels=True)},
            )
            run = agal.interpret(FRAGMENT, inputs, trace=True)
            self.assertEqual(len(run.invocations), 4)
            self.assertEqual(run.invocations[0]["oc"], (2, 3, 4, 5))
            self.assertFalse(run.invocations[0].killed)
            self.assertIn("tex ft0", run.trace or "")

    def test_a_vertex_program(self) -> None:
        inputs = agal.Inputs(attributes={1: [1, 1, 1, 1]}, instance=6)
        run = agal.interpret("//! agal 4 vertex\nadd op, va1, iid.x", inputs)
        self.assertEqual([each.registers for each in run.invocations], [{"op": (7, 7, 7, 7)}])
        self.assertIsNone(run.trace)

    def test_nothing_bound(self) -> None:
        self.assertEqual(agal.interpret("mov oc, fc0").invocations[0]["oc"], (0, 0, 0, 0))

    def test_numbers_that_json_does_not_have(self) -> None:
        program = "mov ft0, fc0\nrcp ft0.x, ft0.x\nrcp ft0.y, ft0.y\nsub ft0.z, ft0.x, ft0.x\nmov oc, ft0"
        color = agal.interpret(program, agal.Inputs(constants=[(0.0, -0.0, 0.0, -0.0)])).invocations[0]["oc"]
        self.assertEqual(color[:2], (math.inf, -math.inf))
        self.assertTrue(math.isnan(color[2]))
        self.assertEqual(math.copysign(1, color[3]), -1)

    def test_buffers_with_gaps(self) -> None:
        every_second = memoryview(array.array("f", [0.25, 9, 0.5, 9, 0.75, 9, 1, 9]))[::2]
        texture = agal.Texture(1, 1, every_second)
        result = agal.interpret("tex oc, v0, fs0 <2d,nearest>", agal.Inputs(textures={0: texture}))
        self.assertEqual(result.invocations[0]["oc"], (0.25, 0.5, 0.75, 1))

    def test_kil_and_other_kinds_of_textures(self) -> None:
        numbers = [float(i // 4) for i in range(32)]
        inputs = agal.Inputs(
            varyings={0: [(1, 0, 0, 0), (-1, 0, 0, 0)] * 2},
            textures={
                0: agal.Texture(1, 1, numbers[:24], "cube"),
                1: agal.Texture(2, 2, numbers, "3d", depth=2),
            },
        )
        program = "kil v0.x\ntex ft0, v0, fs0 <cube,nearest>\ntex ft1, v0, fs1 <3d,nearest,clamp>\nadd oc, ft0, ft1"
        invocations = agal.interpret(program, inputs, validate="off").invocations
        self.assertEqual([each.killed for each in invocations], [False, True, False, True])
        self.assertEqual(invocations[0]["oc"], (1, 1, 1, 1))


class Files(unittest.TestCase):
    def test_extract(self) -> None:
        bytecode = agal.assemble(FRAGMENT).bytecode
        programs = list(agal.extract(dump(bytecode), "dump.bin").programs())
        self.assertEqual(len(programs), 1)
        program = programs[0]
        self.assertEqual(program.bytecode, bytecode)
        self.assertEqual((program.stage, program.version, program.tokens), ("fragment", 1, 2))
        self.assertEqual((program.form, program.certainty, program.pairs), ("bytecode", "exact", ()))
        self.assertEqual(len(program.hash), 32)
        self.assertEqual(program.origins, (agal.Origin("dump.bin", 0, 100, ""),))
        self.assertEqual(bytes(program), bytecode)
        self.assertIn("@fragment", str(agal.compile(program, target="wgsl").code))

    def test_all_that_is_known(self) -> None:
        line = """{"hash": "1d2c", "stage": "vertex", "version": 2, "tokens": 3, "form": "assembly",
            "certainty": "variant", "origins": [
                {"container": "a.swf", "tag": 82, "offset": 1616, "name": "W", "certainty": "variant", "detail": "x"},
                {"container": "a.log", "tag": 0, "offset": 5, "name": "", "line": 7, "new": 1}],
            "pairs": [{"with": "3417", "evidence": "uploaded together", "captured": [{"log": "a.log"}]}], "new": 1}"""
        program = agal.Program._of(json.loads(line), b"ab")
        origins = (
            agal.Origin("a.swf", 82, 1616, "W", certainty="variant", detail="x"),
            agal.Origin("a.log", 0, 5, "", line=7),
        )
        pairs = (agal.Partner("3417", "uploaded together", ({"log": "a.log"},)),)
        expected = agal.Program(b"ab", "1d2c", "vertex", 2, 3, "assembly", "variant", origins, pairs)
        self.assertEqual(program, expected)

    def test_explain_and_list(self) -> None:
        self.assertIn("AGAL3652", agal.explain("3652"))
        for table in ("options", "targets", "opcodes"):
            self.assertIn("name", agal.list(table)[0])
        self.assertEqual(agal.list("diagnostics")[0]["code"], "AGAL1001")
        with self.assertRaisesRegex(agal.Rejected, "tables"):
            agal.list("tables")


if __name__ == "__main__":
    unittest.main()
