"""The options of the operations."""

from __future__ import annotations

from typing import Iterable, Mapping, Union

from ._declarations import AGAL_OK, AGAL_OUT_OF_MEMORY
from ._errors import BadArgument, OutOfMemory
from ._handle import Handle
from ._library import library, text_of

#: The value of an option, or a list of several values.
OptionValue = Union[str, int, bool, Iterable[str]]


def encoded(name: str, value: OptionValue) -> bytes:
    """Returns a value in the library's form."""
    if isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, (str, int)):
        text = str(value)
    else:
        # A fill may contain commas.
        text = ("\n" if name == "fill" else ",").join(value)
    return terminated(text, f"the option {name}")


def terminated(text: str, what: str) -> bytes:
    """Returns text for C. The text must not contain a zero byte, because a zero byte ends text in C."""
    if "\0" in text:
        raise BadArgument(f"{what} contains a zero byte")
    return text.encode()


class Options(Handle):
    """The options of all operations. An option that is not set has its default value.

    An option has the name of the long option of the command `agalc`, with hyphens or underscores. A flag is True or False. If
    the command can only turn a flag off (`--no-clamp`), the option is named without the `no-` (`clamp`).
    `agal.list("options")` lists the options. In addition, `name`, `vertex_name` and `fragment_name` are the names of
    programs in messages, and `steps` adds `Outcome.steps`.

    Create options once and use them for many programs: setting them may take longer than compiling a short program.

        >>> options = Options(target="essl300", clip_z="negative-one-to-one")
        >>> options.set("max-tokens", 1024)
        >>> options.set("target", "wsgl")
        Traceback (most recent call last):
            ...
        agal.BadArgument: unknown value of target 'wsgl'; did you mean 'wgsl'?

    The argument `host` is set first, whatever its position, so the other arguments override it. A host that is set later, or
    passed to an operation in addition to these options, overrides all options that a host sets.

    Threads may share options as long as no thread changes them.
    """

    def __init__(self, **values: OptionValue) -> None:
        super().__init__(library().agal_options_create(), library().agal_options_release)
        self._set_all(values)

    def _set_all(self, values: Mapping[str, OptionValue]) -> None:
        # The host comes first, because other options may change the values that it sets.
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
        """Returns a copy of the options."""
        copied = Options.__new__(Options)
        Handle.__init__(copied, library().agal_options_copy(self._pointer), library().agal_options_release)
        return copied

    __copy__ = copy
