// Changes SPIR-V modules: each mutant differs from its module in one place.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "exec/random.hpp"

namespace agal::mutants {

/// A changed module. A validator may reject it.
struct ModuleMutant {
  std::string_view kind;  // the name of the change
  std::vector<std::uint32_t> words;
};

struct IndexedModule;

/// Makes mutants of one module. The same random numbers give the same mutants.
class ModuleMutator {
 public:
  explicit ModuleMutator(std::vector<std::uint32_t> words);
  ~ModuleMutator();
  ModuleMutator(const ModuleMutator&) = delete;
  ModuleMutator& operator=(const ModuleMutator&) = delete;

  /// Returns a mutant, or nullopt if the module does not have a place for the random change or the words do not change.
  std::optional<ModuleMutant> mutant(exec::Random& random) const;

 private:
  std::unique_ptr<const IndexedModule> module_;
};

}  // namespace agal::mutants
