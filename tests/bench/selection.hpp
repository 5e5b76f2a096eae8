// What is measured together: the programs of one size, or a corpus, each with everything that is made of it on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "agal/program.hpp"
#include "ir/module.hpp"
#include "passes.hpp"
#include "spirv/emit.hpp"

namespace agal::bench {

/// The targets whose whole paths are measured, and those that only SPIRV-Cross is measured for.
inline constexpr auto text_targets =
    std::to_array<Target>({Target::Essl300, Target::Msl23, Target::Hlsl50, Target::Essl100, Target::Glsl330});
inline constexpr std::size_t path_targets = 3;

/// The words that are made for one target.
struct Made {
  CompileOptions options;
  std::vector<std::uint32_t> words;
};

struct Subject {
  Program program;
  std::vector<std::byte> bytes;
  std::string text;
  ir::Module lowered;
  std::vector<ir::Module> before;  // by step: what it finds (see run_steps)
  ir::Module module;               // after all passes
  spirv::ModuleInterface interface;
  Made spirv;
  std::vector<Made> texts;  // by text target
  bool warned = false;      // validation has something to say, which takes allocations of its own
};

struct Selection {
  std::string name;  // "10" to "2048", "corpus", "shared"
  std::vector<Subject> subjects;
  std::size_t left_out = 0;  // programs that the player refuses, or a target
  std::size_t tokens() const;
};

/// The programs of a size.
Selection selection_of_size(std::uint32_t tokens);

/// Our own corpus; the collection of real programs beside the repository, empty where that is not there.
Selection selection_of_corpus();
Selection selection_of_shared_corpus();

}  // namespace agal::bench
