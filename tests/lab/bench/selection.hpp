// Selections of programs that are measured together: the programs of one size, or of a corpus. A subject is a program
// with its intermediate results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "agal/program.hpp"
#include "ir/interface.hpp"
#include "ir/module.hpp"
#include "passes.hpp"

namespace agal::bench {

/// The targets of SPIRV-Cross. The first `path_targets` have measurements of the whole path, the others only of
/// SPIRV-Cross itself.
inline constexpr auto text_targets =
    std::to_array<Target>({Target::Essl300, Target::Msl23, Target::Hlsl50, Target::Essl100, Target::Glsl330});
inline constexpr std::size_t path_targets = 3;

/// The targets of agalc's own writer.
inline constexpr auto own_targets =
    std::to_array<Target>({Target::Essl300, Target::Wgsl, Target::Msl23, Target::Hlsl50});

/// The SPIR-V words of a program for one target.
struct Made {
  CompileOptions options;
  std::vector<std::uint32_t> words;
  std::uint32_t branches = 0;
};

struct Subject {
  Program program;
  std::vector<std::byte> bytes;
  std::string text;
  ir::Module lowered;
  std::vector<ir::Module> before;  // the input of each step (see run_steps)
  ir::Module module;               // the module after all passes
  ir::ModuleInterface interface;
  Made spirv;
  std::vector<Made> texts;  // index: text target
  bool warned = false;      // there are warnings, which need their own allocations
};

struct Selection {
  std::string name;  // "10" to "2048", "corpus", "shared"
  std::vector<Subject> subjects;
  std::size_t left_out = 0;  // the number of programs that validation or a target rejects
  std::size_t tokens() const;
};

/// Returns the programs of a size.
Selection selection_of_size(std::uint32_t tokens);

/// Returns the programs of corpus/, or of the collection of real programs next to the repository; empty if it is
/// missing.
Selection selection_of_corpus();
Selection selection_of_shared_corpus();

}  // namespace agal::bench
