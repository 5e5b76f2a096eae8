// Prints equal messages of many files once.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <tuple>

#include "agal/diagnostic.hpp"

namespace agalc {

/// Returns true for a message that only says what happened to the file at its place, such as "this file was replaced".
/// Such messages are neither counted nor left out, because together they are a list of files.
bool lists_a_file(const agal::Diagnostic& message);

/// Removes messages that have the code and the text of an earlier one, at any place. Errors stay, because each of them
/// is about one file, unless a target cannot follow the options. Messages for which `lists_a_file` is true stay too.
class Repeats {
 public:
  /// Returns the messages that were not repeats of earlier messages.
  agal::Diagnostics first(const agal::Diagnostics& diagnostics);

  /// Returns a note for each message that was repeated, with the number of places, and forgets all messages.
  agal::Diagnostics counts();

 private:
  std::map<std::tuple<std::uint16_t, std::string, std::string>, std::size_t> repeated_;
};

}  // namespace agalc
