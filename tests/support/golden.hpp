// Golden files: compared with the output, or rewritten if BLESS=1 is set (./tools/bless).
#pragma once

#include <string>
#include <string_view>

namespace agal::test {

/// Fails the current test unless the file (a path relative to the root of the project) contains exactly `actual`. The
/// message has the first line that differs, and how to accept the change. With BLESS=1 in the environment, writes the
/// file instead.
void expect_golden(const std::string& path, std::string_view actual);

/// The same for the part of a document between the lines `<!-- NAME: begin -->` and `<!-- NAME: end -->`.
void expect_section(const std::string& path, const std::string& name, std::string_view actual);

}  // namespace agal::test
