// Files whose content is what the program prints: compared, or rewritten when BLESS=1 is set (./tools/bless).
#pragma once

#include <string>
#include <string_view>

namespace agal::test {

/// Fails the running test unless the file, named relative to the project's root, holds exactly `actual`; says the
/// first line that differs and how to accept the change. With BLESS=1 in the environment it writes the file instead.
void expect_golden(const std::string& path, std::string_view actual);

/// The same for the part of a document between the lines `<!-- NAME: begin -->` and `<!-- NAME: end -->`.
void expect_section(const std::string& path, const std::string& name, std::string_view actual);

}  // namespace agal::test
