"""Reads src/compiler/reflect/interface.def, the list of the members of a shader's interface, and writes sentences about them."""

import re
import textwrap
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Tuple

from generated_files import ROOT

TABLE = ROOT / "src/compiler/reflect/interface.def"


@dataclass(frozen=True)
class Number:
    minimum: Optional[float]
    maximum: Optional[float]
    unit: str


@dataclass(frozen=True)
class Member:
    structure: str
    views: str
    name: str
    #: The type, and its argument: ("Words", "stage").
    type: str
    argument: str
    since: str
    doc: str
    absent: str
    #: The name of the count; None if it is not a list.
    count: Optional[str] = None

    @property
    def camel(self) -> str:
        """The key in JSON, and the property in JavaScript."""
        return re.sub(r"_(\w)", lambda found: found[1].upper(), self.name)

    @property
    def optional(self) -> bool:
        return self.absent != ""


@dataclass
class Structure:
    id: str
    c: Optional[str]
    json: Optional[str]
    #: The member and the number that say that the structure is absent.
    gone: Optional[Tuple[str, str]]
    doc: str
    members: List[Member] = field(default_factory=list)

    def of(self, view: str) -> List[Member]:
        """Returns the members of a view: "C" (agal.h), "Types" (the languages that read it) or "Json"."""
        views = {"C": ("C", "Raw", "Both"), "Types": ("C", "Both"), "Json": ("Json", "Both")}[view]
        return [each for each in self.members if each.views in views]

    @property
    def camel(self) -> str:
        """The name of the type in Rust, Python and, usually with a prefix, in TypeScript."""
        return "".join(part.capitalize() for part in (self.c or "").split("_"))


@dataclass
class Table:
    numbers: Dict[str, Number] = field(default_factory=dict)
    #: The words of enumerations, by number.
    words: Dict[str, List[str]] = field(default_factory=dict)
    #: Enumerator and documentation.
    models: List[Tuple[str, str]] = field(default_factory=list)
    structures: Dict[str, Structure] = field(default_factory=dict)

    def in_c(self) -> List[Structure]:
        return [each for each in self.structures.values() if each.c]

    def root(self) -> Structure:
        return self.structures["Interface"]


# ------------------------------------------------------------------------------------------------------------- reading


def arguments(text: str) -> List[str]:
    """Splits the arguments of a macro at commas outside of brackets and literals."""
    out, depth, literal, start, at = [], 0, "", 0, 0
    while at < len(text):
        letter = text[at]
        if literal:
            at += letter == "\\"
            literal = "" if letter == literal else literal
        elif letter in "\"'":
            literal = letter
        elif letter == "," and depth == 0:
            out.append(text[start:at].strip())
            start = at + 1
        depth += 0 if literal else (letter in "([{") - (letter in ")]}")
        at += 1
    return [*out, text[start:].strip()]


def unquoted(text: str) -> str:
    return text[1:-1].replace('\\"', '"') if text.startswith('"') else text


def rows(path: Path, macro: str = r"AGAL_\w+") -> Iterator[Tuple[str, List[str]]]:
    """Yields the rows of a table: the name of the macro, and the arguments."""
    text = path.read_text()
    for found in re.finditer(rf"^({macro})\(", text, re.MULTILINE):
        end = re.search(r"\)$", text[found.end() :], re.MULTILINE)
        assert end, f"{path}: {found[0]} does not end"
        yield found[1], [unquoted(each) for each in arguments(text[found.end() : found.end() + end.start()])]


def optional(text: str) -> Optional[str]:
    return None if text == "None" else text


def number(text: str) -> Optional[float]:
    return None if text == "None" else float(text) if "." in text else int(text)


def member(structure: str, views: str, name: str, kind: str, since: str, doc: str, absent: str, count: Optional[str] = None) -> Member:
    found = re.fullmatch(r"(\w+)\((.*)\)", kind)
    base, argument = (found[1], found[2]) if found else (kind, "")
    if count is not None:
        base, argument = "List", kind
    return Member(structure, views, name, base, argument, since, doc, absent, count)


def read(path: Path = TABLE) -> Table:
    table = Table()
    for macro, row in rows(path):
        if macro == "AGAL_NUMBER":
            table.numbers[row[0]] = Number(number(row[1]), number(row[2]), row[3])
        elif macro == "AGAL_WORDS":
            table.words[row[0]] = row[1:]
        elif macro == "AGAL_WORDS_OF_TABLE":
            table.words[row[0]] = [each[int(row[3])] for _, each in rows(ROOT / row[1], row[2])]
        elif macro == "AGAL_BINDING_MODEL":
            table.words.setdefault("binding_model", []).append(row[2])
            table.models.append((row[1], row[5]))
        elif macro == "AGAL_STRUCTURE":
            gone = tuple(arguments(row[3][1:-1])) if row[3] != "None" else None
            table.structures[row[0]] = Structure(row[0], optional(row[1]), optional(row[2]), gone, row[4])
        elif macro == "AGAL_MEMBER":
            table.structures[row[0]].members.append(member(*row[:4], *row[5:]))
        elif macro == "AGAL_LIST":
            structure, views, name, count, kind, _, *rest = row
            table.structures[structure].members.append(member(structure, views, name, kind, *rest, count))
    return table


# ----------------------------------------------------------------------------------------------------------- sentences


def sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def meaning(table: Table, each: Member) -> str:
    """Returns the phrase about a member, with the unit."""
    unit = table.numbers[each.type].unit if each.type in table.numbers else ""
    return each.doc + (", in bytes" if unit == "bytes" else "")


#: What a member of each type is if it is absent, in each language.
NOTHING = {
    "Rust": {"List": "Empty", "": "`None`"},
    "Python": {"List": "Empty", "Text": '""', "": "None"},
    "TypeScript": {"List": "Empty", "Text": "''", "": "Undefined"},
    "Json": {"": "Omitted"},
}


def sentences(table: Table, each: Member, language: str) -> str:
    """Returns the documentation of a member."""
    text = meaning(table, each)
    if each.type == "Flag":
        text = "true if " + text
    if each.type == "Components" and language != "Json":
        text += ", as bits: x = 1, y = 2, z = 4, w = 8"
    out = sentence(text)
    if each.absent:
        nothing = NOTHING[language].get(each.type, NOTHING[language][""])
        out += f" {nothing} if {each.absent}."
    return out


def wrapped(text: str, first: str, rest: str, width: int = 120) -> List[str]:
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_long_words=False)
