// What a program computes: its outputs as terms.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "agal/program.hpp"
#include "prove/terms.hpp"

namespace agal::prove {

/// One output register. Of the depth, only the first lane counts.
struct Output {
  RegisterType type = RegisterType::Output;  // Output, Varying or Depth
  std::uint32_t number = 0;
  std::array<Term, 4> lanes{};

  std::uint32_t width() const { return type == RegisterType::Depth ? 1 : 4; }
};

/// The outputs of one side. `problem` is not empty if it cannot be turned into terms, and says why.
struct Outputs {
  std::vector<Output> list;  // each register once
  Term killed{};             // the condition under which a pixel is discarded
  std::string problem;
  bool differs = false;  // whether the problem is a resource of the program that is elsewhere

  Output* find(RegisterType type, std::uint32_t number) {
    for (Output& output : list)
      if (output.type == type && output.number == number) return &output;
    return nullptr;
  }
};

/// The paths through nested ifs, for sides whose control flow is structured. A path is a condition: the invocations
/// that run. Discarded ones run on, because derivatives of their neighbors need them.
class Paths {
 public:
  explicit Paths(Store& store) : store_(store), path_(store.always()), killed_(store.never()) {}

  void open_if(Term condition) {
    ifs_.push_back({path_, condition, store_.never()});
    path_ = store_.both(path_, condition);
  }
  void open_else() {
    If& top = ifs_.back();
    top.then_end = path_;
    top.has_else = true;
    path_ = store_.both(top.before, store_.negation(top.condition));
  }
  /// The condition under which a value comes from the first arm, at the end of the if.
  Term close_if() {
    const If top = ifs_.back();
    ifs_.pop_back();
    const Term then = top.has_else ? top.then_end : path_;
    const Term other = top.has_else ? path_ : store_.both(top.before, store_.negation(top.condition));
    path_ = store_.either(then, other);
    return store_.restrict(then, path_);
  }
  void kill(Term condition) { killed_ = store_.either(killed_, store_.both(path_, condition)); }
  bool in_else() const { return !ifs_.empty() && ifs_.back().has_else; }
  Term killed() const { return killed_; }

 private:
  struct If {
    Term before, condition, then_end;
    bool has_else = false;
  };

  Store& store_;
  std::vector<If> ifs_;
  Term path_, killed_;
};

/// The program by the semantics of AGAL: one function for each opcode, which shares nothing with lowering. `program` is
/// valid.
Outputs run_program(Store& store, const Program& program, const Semantics& semantics);

}  // namespace agal::prove
