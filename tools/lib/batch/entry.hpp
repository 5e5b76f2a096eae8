// An entry of the caches: the file of the local cache, and the blob of the remote one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "convert.hpp"

namespace agal::batch {

/// The bytes of an entry: a checksum, the complete key, and the conversion.
std::string entry_of(const std::string& identity, const Conversion& conversion);

/// nullopt: these bytes are not the entry of this identity. Safe for any bytes.
std::optional<Conversion> conversion_of(std::string_view entry, std::string_view identity);

}  // namespace agal::batch
