// Paths as URIs (RFC 3986).
#pragma once

#include <string>
#include <string_view>

namespace agal::ci_report {

bool is_relative(std::string_view path);

/// A relative reference for a relative path, a file URI for an absolute one. Other bytes are percent-encoded.
std::string uri_of(std::string_view path);

}  // namespace agal::ci_report
