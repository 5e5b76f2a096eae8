// Parses JSON, with a diagnostic for text that is not valid JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "agal/result.hpp"

namespace agal::corpus {

/// Parses the text of `file`. `slug` names the rule for text that is not valid JSON; its argument is the reason.
Result<nlohmann::json> parse_json(std::string_view text, const std::string& file, std::string_view slug);

}  // namespace agal::corpus
