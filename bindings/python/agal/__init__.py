"""Translates AGAL, the shader bytecode of Stage3D (Flash, AIR), to SPIR-V, GLSL, GLSL ES, WGSL, MSL and HLSL. It also
checks, assembles, disassembles and executes programs, proves that two programs compute the same results, and finds programs in
SWF and other files.

    >>> import agal
    >>> shader = agal.compile("mul oc, v0, fc0", target="wgsl")
    >>> print(shader.code)  # doctest: +ELLIPSIS
    struct ...

The first call of a function finds and loads the library, libagal: see `load`.
"""

from ._errors import BadArgument, Error, InternalError, LibraryError, OutOfMemory, Rejected
from ._inputs import Inputs, Texture
from ._interface import (
    Attribute,
    Binding,
    Color,
    ConstantPart,
    Constants,
    Interface,
    RegisterRange,
    Sampler,
    SamplerState,
    Slots,
    Varying,
)
from ._library import load
from ._operations import (
    abi_version,
    assemble,
    compile,
    disassemble,
    explain,
    extract,
    interpret,
    link,
    prove,
    validate,
    version,
)
from ._operations import list_table as list
from ._options import Options, OptionValue
from ._outcome import Diagnostic, Origin, Outcome, Partner, Program, Severity, Stage, Step
from ._proof import Difference, DifferingInput, Proof, RuleUse
from ._results import Assembly, Code, Compilation, Disassembly, Extraction, Invocation, Pair, Run

__all__ = [
    "Assembly",
    "Attribute",
    "BadArgument",
    "Binding",
    "Code",
    "Color",
    "Compilation",
    "ConstantPart",
    "Constants",
    "Diagnostic",
    "Difference",
    "DifferingInput",
    "Disassembly",
    "Error",
    "Extraction",
    "Inputs",
    "Interface",
    "InternalError",
    "Invocation",
    "LibraryError",
    "OptionValue",
    "Options",
    "Origin",
    "OutOfMemory",
    "Outcome",
    "Pair",
    "Partner",
    "Program",
    "Proof",
    "RegisterRange",
    "Rejected",
    "RuleUse",
    "Run",
    "Sampler",
    "SamplerState",
    "Severity",
    "Slots",
    "Stage",
    "Step",
    "Texture",
    "Varying",
    "abi_version",
    "assemble",
    "compile",
    "disassemble",
    "explain",
    "extract",
    "interpret",
    "link",
    "list",
    "load",
    "prove",
    "validate",
    "version",
]
