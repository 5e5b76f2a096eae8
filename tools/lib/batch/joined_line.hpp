// Joins manifest lines that are about the same program.
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

/// Joins lines of the same program, token for token. Joined lines may only differ in where and how the program was
/// found, its pairs there, and its messages. The first line has the best name: the name of a class or file is better
/// than the number of a captured pair, and that is better than a hash. With `is_played`, each pair has the key `use`:
/// "notUploaded" if a line that has the pair was played, else "notPlayed".
std::vector<manifest::Json> join_lines(const std::vector<ProgramLine>& lines, const IsPlayed& is_played = {});

}  // namespace agal::batch
