// Finds the option to which a value belongs, for example --dialect for "openfl".
#pragma once

#include <optional>
#include <string_view>

namespace agalc {

struct NamedOption {
  std::string_view option, noun, value;  // the name of the option without hyphens, the noun for its values, the value
};

/// Returns the option that takes a word: `three` is a host, `wgsl` a target, `baseline` a profile, `ir` a form of text.
/// Leaves out `except`, the option that does not take the word. Case and punctuation do not matter. Returns nullopt if
/// no option takes the word.
std::optional<NamedOption> option_of(std::string_view word, std::string_view except);

}  // namespace agalc
