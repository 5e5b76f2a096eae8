#include "base/format.hpp"

#include <iterator>

namespace agal::base {

void append_formatted(std::string& out, fmt::string_view format, fmt::format_args arguments) {
  fmt::vformat_to(std::back_inserter(out), format, arguments);
}

}  // namespace agal::base
