// Prints equal messages of many files once.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <tuple>

#include "agal/diagnostic.hpp"

namespace agalc {

/// Removes the warnings and notes that have the code and the text of an earlier one, at any place. Errors stay, because
/// each of them is about one file.
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
