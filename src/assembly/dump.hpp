// Reads bytecode that was printed as text, as people paste it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace agal::assembly {

/// Returns the bytes of a program from a dump: the output of xxd, hexdump, od, Format-Hex or BitConverter, a list of
/// hexadecimal or decimal numbers, an array or a string in source code (`xxd -i`, ActionScript, C, Python), calls of
/// writeByte, or base64. Returns nullopt for other text. The time is linear in the length of the text.
std::optional<std::vector<std::byte>> read_dump(std::string_view text);

}  // namespace agal::assembly
