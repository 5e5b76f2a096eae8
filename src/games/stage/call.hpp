// A call of a method of Stage3D.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/bytes.hpp"

namespace agal::frames {

/// Identifies an object of Stage3D.
struct ObjectNumber {
  std::uint32_t number = 0;
};

/// The data of an upload. Only a bitmap has a size.
struct BlobArgument {
  const base::ByteVector* bytes = nullptr;  // owned by the file of the call
  std::uint16_t width = 0, height = 0;
};

/// An argument of a call. Booleans are the numbers 0 and 1, a rectangle is a list of numbers, and `null` is
/// std::monostate.
using Argument = std::variant<std::monostate, double, std::string, ObjectNumber, std::vector<float>, BlobArgument>;

/// The hashes of a vertex and a fragment program, as in the names of their blobs.
using ProgramKey = std::pair<std::string, std::string>;

struct Call {
  std::uint32_t line = 0;    // the line in calls.jsonl
  std::uint32_t frame = 0;   // the frame of the call, or 0 before the first frame
  std::uint32_t draw = 0;    // the number of a draw, from 1; 0 for other calls, and for draws before the first frame
  std::uint32_t on = 0;      // the object on which the method was called
  std::uint32_t result = 0;  // the object that the call created, or 0
  std::string method;
  std::vector<Argument> arguments;
  const ProgramKey* programs = nullptr;  // the programs that the call uploads; owned by the file of the call

  bool is_draw() const { return method == "drawTriangles" || method == "drawTrianglesInstanced"; }
  // Return an argument. If the game left it out or it has another type, they return `otherwise`, 0 or nullptr.
  double number(std::size_t index, double otherwise = 0) const;
  std::string_view text(std::size_t index, std::string_view otherwise = {}) const;
  std::uint32_t object(std::size_t index) const;
  const std::vector<float>* numbers(std::size_t index) const;
  const BlobArgument* blob(std::size_t index) const;
};

}  // namespace agal::frames
