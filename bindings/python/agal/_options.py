"""Options."""

from __future__ import annotations

from typing import Iterable, Mapping, Union

from ._declarations import AGAL_OK, AGAL_OUT_OF_MEMORY
from ._errors import BadArgument, OutOfMemory
from ._handle import Handle
from ._library import library, text_of

#: Several values are a list.
OptionValue = Union[str, int, bool, Iterable[str]]


def encoded(name: str, value: OptionValue) -> bytes:
    """A value as the library reads it."""
    if isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, (str, int)):
        text = str(value)
    else:
        # A fill may contain commas.
        text = ("\n" if name == "fill" else ",").join(value)
    return terminated(text, f"the option {name}")


def terminated(text: str, what: str) -> bytes:
    """Text that ends with a zero byte in C, and therefore must not contain one."""
    if "\0" in text:
        raise BadArgument(f"{what} contains a zero byte")
    return text.encode()


class Options(Handle):
    """All options, with their defaults until they are set.

    The names are those of the long options of the command `agalc`, with underscores in the place of hyphens if you like,
    and with two differences: a flag is True or False, and one that the command only turns off (`--no-clamp`) has the name
    of what it turns off (`clamp`). `agal.list("options")` gives all of them. In addition, `name` is what messages call the
    program, `vertex_name` and `fragment_name` what they call those of a pair, and `steps` gives `Outcome.steps`.

    Create options once and use them for many programs: setting them may take longer than to compile a short program.

        >>> options = Options(target="essl300", clip_z="negative-one-to-one")
        >>> options.set("max-tokens", 1024)
        >>> options.set("target", "wsgl")
        Traceback (most recent call last):
            ...
        agal.BadArgument: unknown value of target 'wsgl'; did you mean 'wgsl'?

    A host comes first, wherever it stands among the arguments. One that is set later, or given beside these options to an
    operation, replaces the values of all options that hosts set.

    Threads may share options that none of them changes.
    """

    def __init__(self, **values: OptionValue) -> None:
        super().__init__(library().agal_options_create(), library().agal_options_release)
        self._set_all(values)

    def _set_all(self, values: Mapping[str, OptionValue]) -> None:
        # What a host sets, the others may change.
        for name, value in sorted(values.items(), key=lambda item: item[0] != "host"):
            self.set(name, value)

    def set(self, name: str, value: OptionValue) -> None:
        """Sets an option. If that raises `BadArgument`, nothing has changed."""
        dashed = name.replace("_", "-")
        key, text = terminated(dashed, "the name of an option"), encoded(dashed, value)
        status = library().agal_options_set(self._pointer, key, text)
        if status == AGAL_OUT_OF_MEMORY:
            raise OutOfMemory("out of memory")
        if status != AGAL_OK:
            raise BadArgument(text_of(library().agal_options_message(self._pointer)))

    def copy(self) -> Options:
        """The same options, which can be changed independently."""
        copied = Options.__new__(Options)
        Handle.__init__(copied, library().agal_options_copy(self._pointer), library().agal_options_release)
        return copied

    __copy__ = copy
