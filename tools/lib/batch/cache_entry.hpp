// Encodes and decodes the entries of the cache.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "convert.hpp"

namespace agal::batch {

std::string encode(const Conversion& conversion);

/// Decodes a conversion. Returns nullopt if the bytes are not a conversion. Safe for any bytes.
std::optional<Conversion> decode(std::string_view bytes);

/// Returns the bytes of an entry: the version of the format, a checksum, the identity, and the conversion.
std::string entry_of(const std::string& identity, const Conversion& conversion);

/// Returns the conversion of an entry; nullopt if the bytes are not the entry of this identity. Safe for any bytes.
std::optional<Conversion> conversion_of(std::string_view entry, std::string_view identity);

}  // namespace agal::batch
