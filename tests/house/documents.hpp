// Checks of the documents. As in house.hpp, each takes the root of a tree, so that a test can plant a violation.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace agal::house {

/// Relative links of README.md, CONTRIBUTING.md, SECURITY.md and the pages of docs/ to a file or a heading that does
/// not exist, one line each: "docs/cli.md:7: batch.md#options".
std::vector<std::string> dead_links(const std::filesystem::path& root);

/// Paths of this tree in comments of sources and scripts ("docs/cli.md", "src/ir") that do not exist, one line each:
/// "src/ir/module.hpp:7: docs/cli.md". The beginning of a file's name is enough: "docs/adr/0002".
std::vector<std::string> dead_paths_in_comments(const std::filesystem::path& root);

/// Pages of docs/ (its folders have an index of their own, README.md) that docs/README.md does not link to exactly
/// once.
std::vector<std::string> pages_missing_from_index(const std::filesystem::path& root);

/// Names of tests in the section "Faults" of docs/reliability.md (`program.Suite.Test`) that are not in tests/, one
/// line each.
std::vector<std::string> missing_tests(const std::filesystem::path& root);

/// How many names it looks at.
std::size_t tests_in_faults(const std::filesystem::path& root);

/// The fenced blocks of a document in this language, without the fences.
std::vector<std::string> code_blocks(const std::filesystem::path& document, std::string_view language);

/// The content of a file, "" if it does not exist.
std::string content_of(const std::filesystem::path& file);

}  // namespace agal::house
