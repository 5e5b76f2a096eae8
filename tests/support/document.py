"""Writes generated parts of documents: the text between the lines `<!-- NAME: begin -->` and `<!-- NAME: end -->`."""

import os
import re


def _match(text, name):
    match = re.search(f"(?<=<!-- {name}: begin -->\n).*?(?=<!-- {name}: end -->)", text, re.DOTALL)
    if not match:
        raise ValueError(f"the document does not have the marks of {name}")
    return match


def block(text, name):
    """Returns the block `name` of the document."""
    return _match(text, name)[0]


def with_block(text, name, content):
    """Returns the document with `content` as its block `name`."""
    match = _match(text, name)
    return text[:match.start()] + content + text[match.end():]


def write_block(path, name, content):
    """Replaces the block `name` of the file. The file is complete at every moment."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(with_block(path.read_text(encoding="utf-8"), name, content), encoding="utf-8")
    os.replace(fresh, path)
