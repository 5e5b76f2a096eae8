// Text that several folders read or write: line ends, counts in messages, and suggestions for misspelled names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace agal::base {

/// The characters that end a line of assembly text; CR LF ends one line.
inline constexpr std::string_view line_ends = "\n\r\f\v";

/// Returns a number with its digits in groups: 1234567 becomes "1,234,567".
std::string grouped(std::uint64_t number);

/// Returns a number and a noun: "1 file", "2 files", "1,024 files". `many` is for irregular plurals.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many = {});

/// Returns the minimum number of insertions, deletions and replacements of a letter, and swaps of two neighbors, that
/// turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Returns the text in lower case, without dots, hyphens, underscores and blanks, because users vary these in names:
/// "GLSL-330" becomes "glsl330".
std::string without_punctuation(std::string_view text);

/// Returns the candidate with the smallest edit distance to `word`, or the first such candidate. The distance may be up
/// to a third of the length of `word`, and is always allowed to be 1. Returns "" if no candidate is close enough.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// Returns "did you mean 'mov'?", or "" if there is no suggestion.
std::string did_you_mean(std::string_view suggestion);

/// Returns the name in `names` that means the same as a word of other tools (foreign_words.def); "" if the word is
/// unknown. `noun` says what the word should be: "target", "value of target".
std::string_view foreign_name(std::string_view noun, std::string_view word, std::span<const std::string_view> names);

/// Returns "unknown target 'esl300'; did you mean 'essl300'?". Without a suggestion, the message lists `names`.
std::string unknown_name(std::string_view noun, std::string_view name, std::string_view suggestion,
                         std::span<const std::string_view> names);
/// Returns the same message with the nearest of `names` as the suggestion.
std::string unknown_name(std::string_view noun, std::string_view name, std::span<const std::string_view> names);

}  // namespace agal::base
