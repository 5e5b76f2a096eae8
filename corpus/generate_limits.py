#!/usr/bin/env python3
"""Writes isa/tokens_200, tokens_1024 and tokens_2048: programs exactly as long as AGAL 1, 2 and 3 allow.

Run it without arguments; it writes beside itself and always writes the same bytes. With --check it writes nothing and
fails where a file differs. Each program repeats one step as often as fits and spends what is left on grading the
color, one token at a time.
"""

import pathlib
import sys
import textwrap

FOLDER = pathlib.Path(__file__).parent / "isa"


def header(version, title, registers):
    lines = [f"//! agal {version} fragment"] + [f"// {line}" for line in textwrap.wrap(title, 100)]
    lines += ["// Written by generate_limits.py.", "//"]
    width = max(len(name) for name, _ in registers)
    lines += [f"// {name.ljust(width)}  {text}" for name, text in registers]
    return lines + [""]


def is_token(line):
    return bool(line.split("//")[0].strip())


def write(name, head, prologue, step, epilogue, grade, output, tokens):
    """Repeats `step` (a function of the number of the step), then pads with `grade` to `tokens` in all."""
    fixed = sum(map(is_token, prologue + epilogue + output))
    length = sum(map(is_token, step(0)))
    steps, rest = divmod(tokens - fixed, length)
    lines = head + prologue
    for number in range(steps):
        lines += [f"// step {number + 1} of {steps}"] + step(number)
    lines += epilogue + [grade] * rest + output
    assert sum(map(is_token, lines)) == tokens
    path = FOLDER / f"{name}.frag.agal"
    text = "\n".join(lines) + "\n"
    if "--check" not in sys.argv:
        path.write_text(text, encoding="ascii")
    elif path.read_text(encoding="ascii") != text:
        sys.exit(f"{path} is not what generate_limits.py writes: run it again")


def waves():
    """200 tokens: plane waves, each turned against the one before."""
    head = header(1, "As long as AGAL 1 allows: 200 tokens. Plane waves in ever new directions make a quasicrystal.", [
        ("fc0..fc2", "three rows: rotation by 0.8 radians in x and y, and a shift of the phase"),
        ("fc3", "frequency, frequency, 1, 0.01"),
        ("fc4", "color of a wave"),
        ("fc5", "gray: 0.5, 0.5, 0.5, 1"),
        ("fc6", "0.995: a touch darker"),
    ])
    prologue = [
        "sub ft0, v0, fc5                // the origin into the middle",
        "mul ft0.xyz, ft0.xyz, fc3.xyz",
        "mov ft0.zw, fc3.zw",
        "mov ft1, fc5                    // the sum",
    ]
    step = lambda _: [
        "m33 ft0.xyz, ft0.xyz, fc0",
        "sin ft2, ft0.x",
        "mul ft2, ft2, fc4",
        "add ft1, ft1, ft2",
    ]
    write("tokens_200", head, prologue, step, ["sat ft1, ft1", "mov ft1.w, fc5.w"], "mul ft1.xyz, ft1.xyz, fc6.xyz",
          ["mov oc, ft1"], 200)


RAY = [
    "mul ft0, v0, fc0                // 2 u, -2 v",
    "add ft0, ft0, fc1               // x, y and the distance of the screen",
    "nrm ft0.xyz, ft0.xyz",
    "mov ft0.w, fc1.w",
    "m33 ft0.xyz, ft0.xyz, fc2       // ft0: the direction of the ray",
    "mov ft1, fc1.w                  // ft1.x: how far along it we are",
]


def torus():
    """1024 tokens: sphere tracing without branches."""
    head = header(2, "As long as AGAL 2 allows: 1024 tokens. A torus by sphere tracing, one step after the other.", [
        ("fc0", "2, -2, 0, 0"),
        ("fc1", "-1, 1, distance of the screen, 0"),
        ("fc2..fc4", "rotation of the camera, three rows"),
        ("fc5", "the eye"),
        ("fc6", "radius of the ring, radius of the tube, furthest distance, 1"),
        ("fc7", "toward the light"),
        ("fc8", "color"),
        ("fc9", "0.999: a touch darker"),
    ])
    step = lambda _: [
        "mul ft2, ft0, ft1.x",
        "add ft2, ft2, fc5               // the point",
        "mul ft3, ft2, ft2",
        "add ft3.x, ft3.x, ft3.z",
        "sqt ft3.x, ft3.x                // distance from the axis",
        "sub ft3.x, ft3.x, fc6.x",
        "mul ft3.x, ft3.x, ft3.x",
        "add ft3.x, ft3.x, ft3.y",
        "sqt ft3.x, ft3.x                // distance from the ring",
        "sub ft3.x, ft3.x, fc6.y",
        "add ft1.x, ft1.x, ft3.x",
        "min ft1.x, ft1.x, fc6.z",
    ]
    epilogue = [
        "// The normal points away from the nearest point of the ring.",
        "mul ft2, ft0, ft1.x",
        "add ft2, ft2, fc5",
        "mov ft3, ft2",
        "mov ft3.y, fc1.w",
        "nrm ft3.xyz, ft3.xyz",
        "mul ft3, ft3, fc6.x",
        "sub ft2.xyz, ft2.xyz, ft3.xyz",
        "nrm ft2.xyz, ft2.xyz",
        "dp3 ft4, ft2.xyz, fc7.xyz",
        "sat ft4, ft4",
        "add ft4, ft4, fc7.w             // ambient",
        "mul ft4, ft4, fc8",
        "slt ft5, ft1.x, fc6.z           // nothing was hit at the furthest distance",
        "mul ft4, ft4, ft5",
        "mov ft4.w, fc6.w",
    ]
    write("tokens_1024", head, RAY, step, epilogue, "mul ft4.xyz, ft4.xyz, fc9.xyz", ["mov oc, ft4"], 1024)


def spheres():
    """2048 tokens: sphere tracing, each step in a branch."""
    head = header(3, "As long as AGAL 3 allows: 2048 tokens. Two spheres by sphere tracing; a step is skipped once the"
                     " ray has arrived.", [
        ("fc0", "2, -2, 0, 0"),
        ("fc1", "-1, 1, distance of the screen, 0"),
        ("fc2..fc4", "rotation of the camera, three rows"),
        ("fc5", "the eye"),
        ("fc6", "nearest distance that counts, 0, furthest distance, 1"),
        ("fc7", "toward the light; ambient light in w"),
        ("fc8", "first sphere: center and radius"),
        ("fc9", "second sphere: center and radius"),
        ("fc10", "color of the first"),
        ("fc11", "color of the second"),
        ("fc12", "0.999: a touch darker"),
    ])
    prologue = RAY + ["mov ft6, fc6.w                  // ft6.x: the distance that the last step found"]
    step = lambda _: [
        "ifg ft6.x, fc6.x",
        "  mul ft2, ft0, ft1.x",
        "  add ft2, ft2, fc5             // the point",
        "  sub ft3, ft2, fc8",
        "  dp3 ft3.x, ft3.xyz, ft3.xyz",
        "  sqt ft3.x, ft3.x",
        "  sub ft3.x, ft3.x, fc8.w",
        "  sub ft4, ft2, fc9",
        "  dp3 ft4.x, ft4.xyz, ft4.xyz",
        "  sqt ft4.x, ft4.x",
        "  sub ft4.x, ft4.x, fc9.w",
        "  min ft6.x, ft3.x, ft4.x       // the nearer one",
        "  add ft1.x, ft1.x, ft6.x",
        "  min ft1.x, ft1.x, fc6.z",
        "eif",
    ]
    epilogue = [
        "mul ft2, ft0, ft1.x",
        "add ft2, ft2, fc5",
        "sub ft3, ft2, fc8",
        "dp3 ft3.w, ft3.xyz, ft3.xyz",
        "sqt ft3.w, ft3.w",
        "sub ft3.w, ft3.w, fc8.w",
        "sub ft4, ft2, fc9",
        "dp3 ft4.w, ft4.xyz, ft4.xyz",
        "sqt ft4.w, ft4.w",
        "sub ft4.w, ft4.w, fc9.w",
        "ifl ft3.w, ft4.w                // whichever is nearer gives normal and color",
        "  mov ft5, fc10",
        "els",
        "  mov ft3, ft4",
        "  mov ft5, fc11",
        "eif",
        "nrm ft3.xyz, ft3.xyz",
        "dp3 ft4, ft3.xyz, fc7.xyz",
        "sat ft4, ft4",
        "add ft4, ft4, fc7.w",
        "mul ft4, ft4, ft5",
        "slt ft5, ft1.x, fc6.z",
        "mul ft4, ft4, ft5",
        "mov ft4.w, fc6.w",
    ]
    write("tokens_2048", head, prologue, step, epilogue, "mul ft4.xyz, ft4.xyz, fc12.xyz", ["mov oc, ft4"], 2048)


if __name__ == "__main__":
    waves()
    torus()
    spheres()
