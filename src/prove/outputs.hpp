// The outputs of a program or a module as terms.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "agal/program.hpp"
#include "prove/store.hpp"

namespace agal::prove {

struct Places;
struct SpirvModule;

/// One output register. The depth uses only the first lane.
struct Output {
  RegisterType type = RegisterType::Output;  // Output, Varying or Depth
  std::uint32_t number = 0;
  std::array<Term, 4> lanes{};

  std::uint32_t width() const { return type == RegisterType::Depth ? 1 : 4; }
};

/// The outputs of one side of a proof.
struct Outputs {
  std::vector<Output> list;  // each register once
  Term killed{};             // the condition under which a pixel is discarded
  std::string problem;       // the reason if the side cannot be converted to terms; "" if it can
  bool differs = false;      // true if `problem` is a difference from the program

  const Output* find(RegisterType type, std::uint32_t number) const {
    for (const Output& output : list)
      if (output.type == type && output.number == number) return &output;
    return nullptr;
  }
};

/// The current path through nested ifs: the condition under which an invocation runs the current code. Discarded
/// invocations keep running, because derivatives of their neighbors need them.
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
  /// Ends an if. Returns the condition under which a merged value comes from the first arm.
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

/// Converts a valid program to terms by the semantics of AGAL. The conversion has its own function for each opcode and
/// shares no code with lowering.
Outputs run_program(Store& store, const Program& program, const Semantics& semantics);

/// Converts the entry point of a SPIR-V module to terms. The module may come from any compiler. The only memory that it
/// may use is variables, and loops must have a constant number of iterations. `Outputs::problem` names an instruction
/// that is not supported.
Outputs run_spirv(Store& store, const SpirvModule& module, const Places& places, Stage stage);

}  // namespace agal::prove
