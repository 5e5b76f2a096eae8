// Patterns for paths.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agal::batch {

/// A pattern as in shells: `*`, `?` and `[…]` within a component, and `**` for any number of components. None of them
/// matches a dot at the beginning of a name.
class Glob {
 public:
  explicit Glob(std::string_view pattern);

  /// Whether the text contains wildcards.
  static bool is_pattern(std::string_view text);

  /// The folder before the first component with wildcards; "": the working directory.
  const std::string& folder() const { return folder_; }

  enum class Match : std::uint8_t {
    None,
    Inside,  // not the path itself, but something below it may match
    Whole,
    Both,
  };
  /// Matches a path below `folder()`.
  Match match(std::string_view path) const;

 private:
  std::string folder_;
  std::vector<std::string> components_;
};

}  // namespace agal::batch
