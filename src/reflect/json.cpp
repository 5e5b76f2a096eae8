#include "reflect/json.hpp"

#include <algorithm>

namespace agal::reflect {
namespace {

constexpr std::size_t line_width = 100;

std::string scalar(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

bool is_leaf(const Json& value) {
  return !value.is_structured() || std::all_of(value.begin(), value.end(),
                                               [](const Json& part) { return !part.is_structured() || part.empty(); });
}

class Writer {
 public:
  std::string take(const Json& value) {
    write(value, 0);
    return std::move(out_ += '\n');
  }

 private:
  // The parts of a list or an object: before each `before`, between two `between`.
  template <class Part>
  void parts(const Json& value, std::string_view before, std::string_view between, Part part) {
    bool first = true;
    for (auto it = value.begin(); it != value.end(); ++it) {
      if (!first) out_ += between;
      first = false;
      out_ += before;
      if (value.is_object()) out_ += scalar(it.key()) + ": ";
      part(*it);
    }
  }

  void write(const Json& value, std::size_t indent) {
    if (!value.is_structured()) {
      out_ += scalar(value);
      return;
    }
    const std::size_t start = out_.size();
    if (is_leaf(value)) {
      out_ += value.is_object() ? '{' : '[';
      parts(value, "", ", ", [&](const Json& part) { out_ += scalar(part); });
      out_ += value.is_object() ? '}' : ']';
      if (indent + out_.size() - start <= line_width) return;
      out_.resize(start);
    }
    const std::string inner = '\n' + std::string(indent + 2, ' ');
    out_ += value.is_object() ? '{' : '[';
    parts(value, inner, ",", [&](const Json& part) { write(part, indent + 2); });
    out_ += '\n' + std::string(indent, ' ');
    out_ += value.is_object() ? '}' : ']';
  }

  std::string out_;
};

}  // namespace

std::string text_of(const Json& value) { return Writer().take(value); }

std::string components(WriteMask mask) {
  std::string out;
  for (std::uint32_t c = 0; c < 4; ++c)
    if (mask >> c & 1) out += "xyzw"[c];
  return out;
}

Json ranges(const base::RegisterSet& set) {
  Json out = Json::array();
  std::uint32_t first = 0, count = 0;
  const auto close = [&] {
    if (count > 0) out.push_back({{"first", first}, {"count", count}});
  };
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
  return out;
}

}  // namespace agal::reflect
