// Entries of the cache.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "convert.hpp"

namespace agal::batch {

std::string encode(const Conversion& conversion);

/// nullopt: these bytes are not a conversion. Safe for any bytes.
std::optional<Conversion> decode(std::string_view bytes);

/// The bytes of an entry: the version of the format, a checksum, the complete key, and the conversion.
std::string entry_of(const std::string& identity, const Conversion& conversion);

/// nullopt: these bytes are not the entry of this identity. Safe for any bytes.
std::optional<Conversion> conversion_of(std::string_view entry, std::string_view identity);

}  // namespace agal::batch
