#include "khronos/cross.hpp"

#include <fmt/format.h>
#include <spirv_cross/spirv_cross_c.h>

#include <exception>
#include <new>
#include <spirv_cross/spirv_glsl.hpp>
#include <spirv_cross/spirv_hlsl.hpp>
#include <spirv_cross/spirv_msl.hpp>
#include <unordered_set>
#include <vector>

#include "base/big_stack.hpp"
#include "diag/rules.hpp"
#include "khronos/inlining.hpp"

namespace agal::khronos {
namespace {

/// A back end of SPIRV-Cross with the options that all languages need.
template <class Base>
class Plain : public Base {
 public:
  explicit Plain(const std::vector<std::uint32_t>& words) : Base(words) {
    auto common = this->get_common_options();
    // Pass lower-clip-space has converted the clip space. AGAL does not need NaN checks. Instance numbers count from
    // zero.
    common.vertex.fixup_clipspace = common.vertex.flip_vert_y = false;
    common.vertex.support_nonzero_base_instance = false;
    common.relax_nan_checks = true;
    this->set_common_options(common);
    const std::vector<std::uint32_t> derivatives = derivatives_in(words);
    this->forced_temporaries.insert(derivatives.begin(), derivatives.end());
  }

  /// Makes the decisions that SPIRV-Cross would make by writing drafts and discarding them.
  void decide(const Inlining& inlining) {
    this->forced_temporaries.insert(inlining.in_variables.begin(), inlining.in_variables.end());
    for (const std::vector<std::uint32_t>& variables : inlining.discarded) {
      std::unordered_set<std::string> names;
      for (const std::uint32_t variable : variables) {
        std::string name = this->get_name(variable);
        this->update_name_cache(names, name);
        if (!name.empty()) this->set_name(variable, name);
      }
    }
  }

  /// Calls `place(binding, resource)` for the constants, every texture and every separate sampler. `place` completes
  /// the binding. Each resource first gets a unique binding number, because SPIRV-Cross assigns slots by binding, and
  /// resources with the same binding may have different slots.
  template <class Binding, class Place>
  void bind_each(Place place) {
    const spirv_cross::ShaderResources all = this->get_shader_resources();
    std::uint32_t number = 0;
    for (const auto* list : {&all.uniform_buffers, &all.sampled_images, &all.separate_images, &all.separate_samplers})
      for (const spirv_cross::Resource& resource : *list) {
        this->set_decoration(resource.id, spv::DecorationBinding, number);
        Binding binding;
        binding.stage = this->get_execution_model();
        binding.desc_set = this->get_decoration(resource.id, spv::DecorationDescriptorSet);
        binding.binding = number++;
        // agalc's modules only have variables with names that `find_variable` knows.
        place(binding, target::find_variable(this->get_name(resource.id)).value_or(target::ResourceId{}));
      }
  }
};

class Glsl final : public Plain<spirv_cross::CompilerGLSL> {
 public:
  Glsl(const std::vector<std::uint32_t>& words, const TargetInfo& row, Precision precision)
      : Plain(words), target_(row.target), low_(precision == Precision::LowColor) {
    Options common = get_common_options();
    common.version = row.version;
    common.es = info(row.family).es;
    common.vulkan_semantics = row.vulkan;
    common.enable_420pack_extension = false;
    // With highp as the default, SPIRV-Cross prints the precision of each relaxed variable, so that to_qualifiers_glsl
    // can replace it by lowp.
    if (low_) common.fragment.default_float_precision = Options::Highp;
    set_common_options(common);
    adapt_interface();
  }

 private:
  // Adapts the interface to old versions. SPIRV-Cross does not support the extension by which GLSL ES 1.00 writes
  // depth, declares centroid varyings in each version, and enables the extension for levels only in fragment shaders.
  void adapt_interface() {
    const std::string levels(extension_for(target_, ExtensionUse::ExplicitGradients));
    const bool fetches =
        get_execution_model() == spv::ExecutionModelVertex && !get_shader_resources().sampled_images.empty();
    if (fetches && !levels.empty()) require_extension(levels);
    const std::string depth(extension_for(target_, ExtensionUse::FragmentDepth));
    const bool has_centroid = has(target_, TargetFeature::CentroidVaryings);
    if (depth.empty() && has_centroid) return;
    for (const spirv_cross::VariableID id : get_active_interface_variables()) {
      if (!has_centroid) unset_decoration(id, spv::DecorationCentroid);
      const bool is_depth = get_decoration(id, spv::DecorationBuiltIn) == spv::BuiltInFragDepth;
      if (is_depth && !depth.empty()) require_extension(depth);
    }
  }

  // Chooses the precision of relaxed interface variables. They hold texels and outputs between 0 and 1: see relaxed_of.
  std::string to_qualifiers_glsl(std::uint32_t id) override {
    std::string qualifiers = CompilerGLSL::to_qualifiers_glsl(id);
    const spv::StorageClass storage = get_storage_class(id);
    const bool interface = storage == spv::StorageClassUniformConstant || storage == spv::StorageClassOutput;
    if (const std::size_t at = qualifiers.find("mediump "); low_ && interface && at != std::string::npos)
      qualifiers.replace(at, 8, "lowp ");
    return qualifiers;
  }

  std::string builtin_to_glsl(spv::BuiltIn builtin, spv::StorageClass storage) override {
    std::string name = CompilerGLSL::builtin_to_glsl(builtin, storage);
    if (builtin == spv::BuiltInFragDepth) name += vendor_of(extension_for(target_, ExtensionUse::FragmentDepth));
    return name;
  }

  Target target_;
  bool low_;
};

std::string cross_msl(const std::vector<std::uint32_t>& words, const target::Output& output) {
  Plain<spirv_cross::CompilerMSL> compiler(words);
  compiler.decide(predict_inlining(words, derivatives_in(words)));
  const std::uint32_t version = info(output.target).version;
  spirv_cross::CompilerMSL::Options msl = compiler.get_msl_options();
  msl.set_msl_version(version / 10, version % 10);
  compiler.set_msl_options(msl);
  // Without these bindings, the indices would follow the order of declaration, and differ between shaders.
  using Binding = spirv_cross::MSLResourceBinding;
  compiler.bind_each<Binding>([&](Binding& binding, target::ResourceId resource) {
    binding.msl_buffer = binding.msl_texture = output.msl_slot(resource);
    binding.msl_sampler = output.msl_sampler_slot(resource);
    compiler.add_msl_resource_binding(binding);
  });
  return compiler.compile();
}

std::string cross_hlsl(const std::vector<std::uint32_t>& words, const target::Output& output) {
  Plain<spirv_cross::CompilerHLSL> compiler(words);
  spirv_cross::CompilerHLSL::Options hlsl = compiler.get_hlsl_options();
  hlsl.shader_model = info(output.target).version;
  hlsl.use_entry_point_name = output.entry_point != "main";
  compiler.set_hlsl_options(hlsl);
  using Binding = spirv_cross::HLSLResourceBinding;
  compiler.bind_each<Binding>([&](Binding& binding, target::ResourceId resource) {
    for (auto* const place : {&binding.cbv, &binding.srv}) {
      place->register_binding = output.hlsl_slot(resource);
      place->register_space = output.hlsl_space(resource);
    }
    binding.sampler.register_binding = output.hlsl_sampler_slot(resource);
    binding.sampler.register_space = output.hlsl_sampler_space(resource);
    compiler.add_hlsl_resource_binding(binding);
  });
  return compiler.compile();
}

// Returns a text of GLSL. SPIRV-Cross always begins it with #version, which some engines write themselves.
std::string cross_glsl(const std::vector<std::uint32_t>& words, const target::Output& output) {
  std::string text = Glsl(words, info(output.target), output.precision).compile();
  if (!output.version_line && text.starts_with("#version ")) text.erase(0, text.find('\n') + 1);
  return text;
}

std::string translate(std::span<const std::uint32_t> words, const target::Output& output) {
  const std::vector<std::uint32_t> copy(words.begin(), words.end());
  switch (output.language().syntax) {
    case Syntax::Glsl: return cross_glsl(copy, output);
    case Syntax::Msl: return cross_msl(copy, output);
    case Syntax::Hlsl: return cross_hlsl(copy, output);
    case Syntax::None:
    case Syntax::Wgsl: break;  // not written by SPIRV-Cross
  }
  return {};
}

// Translates a module. Exceptions become diagnostics, except std::bad_alloc.
Result<std::string> guarded_translate(std::span<const std::uint32_t> words, const target::Output& output) {
  try {
    return translate(words, output);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return diag::failure(diag::Rule::CrossCompilerRefused, {info(output.target).name, error.what()});
  }
}

// SPIRV-Cross recurses for each branch, even for consecutive branches, and uses about 5 KiB of stack per branch in
// optimized builds. A separate thread has three times as much. Programs with few branches run on the caller's stack,
// because starting a thread would take a quarter of the time of a small program.
constexpr std::uint32_t max_branches_on_caller_stack = 24;
constexpr std::size_t stack_per_branch = 16u << 10, min_stack = 512u << 10;

}  // namespace

Result<std::string> cross_compile(std::span<const std::uint32_t> words, std::uint32_t branches,
                                  const target::Output& output) {
  if (branches <= max_branches_on_caller_stack) return guarded_translate(words, output);
  Result<std::string> result = Diagnostics{};
  std::exception_ptr no_memory;
  const auto work = [&] {
    try {
      result = guarded_translate(words, output);
    } catch (...) {
      no_memory = std::current_exception();
    }
  };
  const std::size_t stack = min_stack + branches * stack_per_branch;
  if (base::run_on_big_stack(stack, work)) {
    if (no_memory) std::rethrow_exception(no_memory);
    return result;
  }
  return diag::failure(diag::Rule::NoStack,
                       {std::to_string(stack / 1024), info(output.target).name, std::to_string(branches)});
}

std::string spirv_cross_version() {
  return fmt::format("{}.{}.{}", SPVC_C_API_VERSION_MAJOR, SPVC_C_API_VERSION_MINOR, SPVC_C_API_VERSION_PATCH);
}

}  // namespace agal::khronos
