// Calls of a game, for tests.
#pragma once

#include <list>
#include <string>
#include <utility>
#include <vector>

#include "agal/assembly.hpp"
#include "stage/stage.hpp"

namespace agal::frames {

inline constexpr std::uint32_t context = 1, program = 2, indices = 3, texture = 4, other = 5;
inline const ProgramKey pair_key("v", "f");

/// Makes calls, which it keeps. Lines are numbered from 1, and all calls are of frame 1.
class Game {
 public:
  explicit Game(const std::string& fragment = "mov oc, fc0") {
    pairs.emplace(pair_key, Pair{*assemble("mov op, va0", "a.vert.agal"), *assemble(fragment, "a.frag.agal"), {}});
  }

  const Call& call(std::uint32_t on, std::string method, std::vector<Argument> arguments = {},
                   std::uint32_t result = 0) {
    Call& call = calls_.emplace_back();
    call.line = static_cast<std::uint32_t>(calls_.size());
    call.frame = 1;
    call.on = on;
    call.result = result;
    if (method == "upload") call.programs = &pair_key;
    call.method = std::move(method);
    call.arguments = std::move(arguments);
    if (call.is_draw()) call.draw = ++draws_;
    return call;
  }

  Pairs pairs;

 private:
  std::list<Call> calls_;
  std::uint32_t draws_ = 0;
};

}  // namespace agal::frames
