// Shared by the three families. Includes SPIRV-Cross: for cross_*.cpp only.
#pragma once

#include <spirv_cross/spirv_cross.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/target.hpp"
#include "khronos/cross_families.hpp"
#include "khronos/readability.hpp"
#include "khronos/text_form.hpp"

namespace agal::khronos {

/// A back end that splits long expressions into statements named after registers.
template <class Base>
class Readable : public Base {
 public:
  /// `words` in text form.
  explicit Readable(const std::vector<std::uint32_t>& words, Comparisons comparisons = Comparisons::Whole)
      : Base(words) {
    for (const Variable& variable : variables_of(words, comparisons)) {
      if (variable.statement) this->forced_temporaries.insert(variable.id);
      if (!variable.name.empty()) this->set_name(variable.id, variable.name);
    }
  }
};

/// Options of CompilerGLSL for all languages: the emitter converts clip space, AGAL does not need NaN checks, and
/// instance numbers count from zero.
template <class Options>
void set_shared(Options& options) {
  options.vertex.fixup_clipspace = false;
  options.vertex.flip_vert_y = false;
  options.vertex.support_nonzero_base_instance = false;
  options.relax_nan_checks = true;
}

/// Calls `visit(resource)` for the constants, every texture and every separate sampler of a module. Each has a binding
/// of its own by then: SPIRV-Cross assigns slots by binding, and resources that share one may have different slots.
template <class Visit>
void for_each_resource(spirv_cross::Compiler& compiler, Visit visit) {
  const spirv_cross::ShaderResources all = compiler.get_shader_resources();
  std::uint32_t count = 0;
  for (const auto* list : {&all.uniform_buffers, &all.sampled_images, &all.separate_images, &all.separate_samplers})
    for (const spirv_cross::Resource& resource : *list) {
      compiler.set_decoration(resource.id, spv::DecorationBinding, count++);
      visit(resource);
    }
}

}  // namespace agal::khronos
