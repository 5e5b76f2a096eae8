// Draws about which there is something to say, by what there is to say.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "stage/call.hpp"

namespace agal::frames {

class DrawNotes {
 public:
  /// Adds a call, which is named by the number of its draw, or by its line if it is not a draw of a frame.
  void add(const std::string& what, const Call& call);
  /// Returns texts such as "draws 1, 3 to 7 and line 12: the depth test".
  std::set<std::string> texts() const;

 private:
  struct Calls {
    std::vector<std::uint32_t> draws, lines;  // ascending, without duplicates
  };
  std::map<std::string, Calls> calls_;
};

}  // namespace agal::frames
