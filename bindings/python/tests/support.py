"""Programs and files for the tests."""

from pathlib import Path

VERTEX = "m44 op, va0, vc0\nmov v0, va1\nmov v1, va1\n"
FRAGMENT = "tex ft0, v0, fs0 <2d,linear>\nmul oc, ft0, fc0\n"

BINDING = Path(__file__).resolve().parent.parent
REPOSITORY = BINDING.parent.parent


def dump(bytecode: bytes) -> bytes:
    """Returns a file with a program in the middle."""
    return bytes(100) + bytecode + bytes(100)


def damaged_swf(bytecode: bytes) -> bytes:
    """Returns a SWF file with a program in binary data and a truncated last tag."""
    content = dump(bytecode)
    body = bytes([0, 0, 30, 1, 0, 0xFF, 0x15]) + (len(content) + 6).to_bytes(4, "little") + bytes([1, 0, 0, 0, 0, 0])
    body += content + bytes([0x3F, 0x15, 0xFF, 0xFF, 0xFF, 0])
    return b"FWS\x0a" + (len(body) + 8).to_bytes(4, "little") + body
