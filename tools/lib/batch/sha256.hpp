// SHA-256, which remote caches name their contents by: sha256.cpp is the only file here that includes libmd.
#pragma once

#include <string>
#include <string_view>

namespace agal::batch {

/// 64 hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

}  // namespace agal::batch
