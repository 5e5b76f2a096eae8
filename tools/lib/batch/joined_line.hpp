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

/// Returns true if a game that contains one of the line's origins was played.
using IsPlayed = std::function<bool(const manifest::Json& line)>;

/// Joins lines of the same program if they differ only in names, form (assembly or bytecode), certainty, origins, pairs
/// and messages. The joined line has the best name: the name of a class or file is better than the number of a captured
/// pair, and the number is better than a hash. A pair that is not in all lines has the key `origins`: the indices of
/// the origins of its lines. With `is_played`, each pair has the key `use`: "notUploaded" if `is_played` is true for a
/// line that has the pair, otherwise "notPlayed".
std::vector<manifest::Json> join_lines(const std::vector<ProgramLine>& lines, const IsPlayed& is_played = {});

}  // namespace agal::batch
