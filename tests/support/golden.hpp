// Golden files: compared with the output, or rewritten if BLESS=1 is set (./tools/dev/bless).
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

/// The content of a file (a path relative to the root of the project), "" if it does not exist.
std::string source_text(const std::string& path);

/// `text` with `part` in the place of what is between `begin` and the `end` that follows. Fails the current test if
/// they are missing.
std::string with_part(const std::string& text, std::string_view begin, std::string_view end, std::string_view part);

/// The same, for the part that `expect_section` compares.
std::string with_section(const std::string& text, const std::string& name, std::string_view part);

}  // namespace agal::test
