// Generates SWF files with random code that builds assembly. The same number gives the same file.
#pragma once

#include <cstdint>
#include <vector>

#include "example_swf/swf_builder.hpp"

namespace agal::test {

enum class Damage : std::uint8_t { None, Bytes, Truncated };

struct GeneratedSwf {
  example::ByteVector file;
  Damage damage = Damage::None;
  bool has_inner = false;  // a SWF file in binary data
};

/// Generates a file with any compression. About a fifth of the files is damaged, behind the header.
GeneratedSwf generate_swf(std::uint32_t number);

/// Generates an uncompressed, undamaged file, with `scale` times as much of everything.
example::ByteVector generate_large_swf(std::uint32_t number, std::uint32_t scale);

}  // namespace agal::test
