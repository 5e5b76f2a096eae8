// Runs ActionScript code on all its paths, as far as texts are concerned. docs/adr/0020 says how and why.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "avm2/control_flow.hpp"
#include "avm2/text_flow.hpp"
#include "avm2/values.hpp"

namespace agal::extraction {

/// A condition that is unknown, and the side that a path takes.
struct Decision {
  Value condition = nothing;
  bool truth = false;
  std::size_t at = 0;
  bool operator==(const Decision& other) const { return condition == other.condition && truth == other.truth; }
};

/// Fields that one path follows.
inline constexpr std::size_t max_fields = 256;

struct Field {
  Value key = nothing, value = nothing;
  std::size_t at = 0;   // where it was stored
  bool called = false;  // another method was called since
};

/// One path, or several that are equal from here on.
struct State {
  std::size_t at = 0;
  std::vector<Value> stack, locals, arrays;
  std::vector<Field> fields;
  std::vector<Decision> decisions;
  std::vector<std::pair<std::size_t, std::uint32_t>> turns;  // by the position of a branch backward
};

/// The place where a text is used. Values that reach it on different paths are alternatives.
struct Site {
  std::size_t at = 0;
  UseKind kind = UseKind::Other;
  std::uint32_t name = 0;    // the string of the method's or the field's name
  std::uint32_t number = 0;  // of the argument
  bool own = false;          // a member of the object itself
  auto operator<=>(const Site&) const = default;
};

struct Outcome {
  Value value = nothing;
  std::vector<Decision> decisions;
};

using Uses = std::map<Site, std::vector<Outcome>>;

class Interpreter {
 public:
  Interpreter(const Abc& abc, const std::vector<bool>& wanted, CodeFacts& facts);

  /// All uses in one body; the values are valid until the next call.
  struct Result {
    Uses uses;
    bool complete = true;  // all paths were followed
  };
  Result run(std::size_t body);

  const Values& values() const { return values_; }
  Values& values() { return values_; }
  /// The place of a use in a body, as all code of the movie names it.
  Place place_of(const Site& site, std::size_t body);
  bool is_extended(const Site& site, std::size_t body);
  const CodeShape& shape(std::size_t body) const { return shapes_[body]; }

 private:
  friend class CodeRun;

  std::uint32_t number_of(std::uint32_t string);

  const Abc& abc_;
  Values values_;
  CodeFacts& facts_;
  std::vector<CodeShape> shapes_;
  std::vector<std::uint32_t> numbers_;         // of strings, as far as they were needed
  std::vector<std::uint32_t> body_of_method_;  // 0: none, else 1 more than the index
  std::size_t budget_ = 0;                     // of steps, for all bodies
  std::size_t body_budget_ = 0;                // for the current one
  std::map<Value, std::uint32_t> results_;     // of methods that were followed: the method
  std::map<Value, Site> calls_;                // by result: the method, and how many arguments there are
};

}  // namespace agal::extraction
