#include "reflect/json.hpp"

#include <algorithm>
#include <charconv>

namespace agal::reflect {
namespace {

constexpr std::size_t line_width = 100;

// Bytes that JSON text holds as they are; UTF-8 beyond ASCII is left to the library, which mends what is bad.
bool is_plain(char c) { return c >= ' ' && c < '\x7f' && c != '"' && c != '\\'; }

template <class Number>
void append_number(std::string& out, Number number) {
  char digits[24];
  const auto written = std::to_chars(digits, digits + sizeof digits, number);
  out.append(digits, written.ptr);
}

void append_text(std::string& out, const std::string& text) {
  if (!std::all_of(text.begin(), text.end(), is_plain)) {
    out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  out += '"';
  out += text;
  out += '"';
}

// As the library writes it. Its serializer is made anew for each value that it is given, which is most of the time a
// reflection takes: the kinds that stand in every one are written here.
void append_scalar(std::string& out, const Json& value) {
  switch (value.type()) {
    case Json::value_t::string: return append_text(out, value.get_ref<const std::string&>());
    case Json::value_t::number_unsigned: return append_number(out, value.get<std::uint64_t>());
    case Json::value_t::number_integer: return append_number(out, value.get<std::int64_t>());
    case Json::value_t::boolean: out += value.get<bool>() ? "true" : "false"; return;
    case Json::value_t::null:
    case Json::value_t::object:  // an empty one
    case Json::value_t::array:
    case Json::value_t::number_float:
    case Json::value_t::binary:
    case Json::value_t::discarded: break;
  }
  out += value.dump();
}

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
      if (value.is_object()) {
        append_text(out_, it.key());
        out_ += ": ";
      }
      part(*it);
    }
  }

  void write(const Json& value, std::size_t indent) {
    if (!value.is_structured()) {
      append_scalar(out_, value);
      return;
    }
    const std::size_t start = out_.size();
    if (is_leaf(value)) {
      out_ += value.is_object() ? '{' : '[';
      parts(value, "", ", ", [&](const Json& part) { append_scalar(out_, part); });
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
