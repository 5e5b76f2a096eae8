#include "entry.hpp"

#include <fmt/format.h>

#include "codec.hpp"
#include "hash.hpp"

namespace agal::batch {
namespace {

// The format of an entry: this line, the XXH3-128 of the rest (32 digits and a newline), then identity and conversion
// as texts.
constexpr std::string_view magic = "agalc cache 1\n";
constexpr std::size_t header_size = magic.size() + 33;

}  // namespace

std::string entry_of(const std::string& identity, const Conversion& conversion) {
  ByteWriter body;
  body.text(identity);
  body.text(encode(conversion));
  const std::string text = body.take();
  return fmt::format("{}{}\n{}", magic, hash128(bytes_of(text)).hex(), text);
}

std::optional<Conversion> conversion_of(std::string_view entry, std::string_view identity) {
  if (entry.size() < header_size || entry.substr(0, magic.size()) != magic || entry[header_size - 1] != '\n')
    return std::nullopt;
  const std::string_view body = entry.substr(header_size);
  if (entry.substr(magic.size(), 32) != hash128(bytes_of(body)).hex()) return std::nullopt;
  ByteReader in(body);
  // Intact, but of something else: a renamed file, or a hash collision.
  if (in.text() != identity) return std::nullopt;
  const std::string_view conversion = in.text();
  return in.finished() ? decode(conversion) : std::nullopt;
}

}  // namespace agal::batch
