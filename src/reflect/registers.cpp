#include "reflect/registers.hpp"

namespace agal::reflect {

std::string register_text(RegisterType type, std::uint32_t number, Stage stage) {
  return register_name(static_cast<std::uint32_t>(type), number, stage);
}

std::string components(WriteMask mask) {
  std::string out;
  for (std::uint32_t c = 0; c < 4; ++c)
    if (mask >> c & 1) out += "xyzw"[c];
  return out;
}

void write_ranges(JsonWriter& json, const base::RegisterSet& set) {
  std::uint32_t first = 0, count = 0;
  const auto close = [&] {
    if (count > 0) json.object({{"first", first}, {"count", count}});
  };
  json.list([&] {
    set.for_each([&](std::uint32_t n) {
      if (count > 0 && n == first + count) {
        ++count;
        return;
      }
      close();
      first = n;
      count = 1;
    });
    close();
  });
}

}  // namespace agal::reflect
