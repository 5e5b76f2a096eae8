#include "corpus/parse_json.hpp"

#include "diag/rules.hpp"

namespace agal::corpus {

Result<nlohmann::json> parse_json(std::string_view text, const std::string& file, std::string_view slug) {
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    // Removes the beginning of "[json.exception.parse_error.101] parse error at line 1, column 2: …".
    const std::string_view what = error.what();
    const std::size_t end = what.find("] ");
    Location location;
    location.file = file;
    Diagnostics found;
    found.add(diag::make(static_cast<diag::Rule>(find_rule(slug)->code), location,
                         {end == std::string_view::npos ? what : what.substr(end + 2)}));
    return found;
  }
}

}  // namespace agal::corpus
