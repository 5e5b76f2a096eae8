// Lines about one program become one line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "manifest/entry.hpp"

namespace agal::batch {

/// A line of a program before it is joined.
struct ProgramLine {
  std::string stem, text;
};

/// Returns true if a game of the origins of a line was played.
using IsPlayed = std::function<bool(const manifest::Json& line)>;

/// Joins lines of the same program, token for token: one line for all that differ only in where and how the program
/// was found, what it is paired with there, and what the messages about it say. The first line is the one with the best
/// name: that of a class or a file rather than the number of a captured pair, and that rather than a hash. With
/// `is_played`, each pair has the key `use`: "notUploaded" if a line that has the pair was played, else "notPlayed".
std::vector<manifest::Json> join_lines(const std::vector<ProgramLine>& lines, const IsPlayed& is_played = {});

}  // namespace agal::batch
