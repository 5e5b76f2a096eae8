// Bytecode that was printed as text, as people paste it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace agal::assembly {

/// The bytes of a program that were printed as numbers: the output of xxd, hexdump, od, Format-Hex or BitConverter, a list
/// of hexadecimal or decimal numbers, an array or a string in source code (`xxd -i`, ActionScript, C, Python), calls of
/// writeByte, or base64. nullopt: the text is not such a dump. Linear in the length of the text.
std::optional<std::vector<std::byte>> read_dump(std::string_view text);

}  // namespace agal::assembly
