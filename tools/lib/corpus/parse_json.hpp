// Text to JSON, with a diagnostic for text that is not.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "agal/result.hpp"

namespace agal::corpus {

/// `slug` names the rule for text that is not valid JSON; its argument is the reason.
Result<nlohmann::json> parse_json(std::string_view text, const std::string& file, std::string_view slug);

}  // namespace agal::corpus
