// Declares the global variables of a module: attributes, varyings, outputs, constants, samplers (docs/abi.md).
#pragma once

#include <span>
#include <spirv/unified1/spirv.hpp>
#include <string_view>

#include "spirv/emit.hpp"
#include "spirv/module_builder.hpp"

namespace agal::spirv {

class Variables {
 public:
  Variables(const ir::Module& module, const ir::ModuleInterface& interface, const Options& options,
            ModuleBuilder& builder);

  ValueId attribute(std::uint32_t n) const { return attributes_[n]; }
  ValueId varying(std::uint32_t n) const { return varyings_[n]; }
  /// Returns the varyings of the program, and the varyings that the options add.
  const base::RegisterSet& declared_varyings() const { return declared_varyings_; }
  ValueId color(std::uint32_t n) const { return colors_[n]; }
  ValueId position() const { return position_; }
  ValueId depth() const { return depth_; }
  ValueId instance() const { return instance_; }
  ValueId constants() const { return constants_; }
  /// The ids that a fetch from a slot needs. `texture` is a combined texture and sampler, unless they are separate.
  struct Sampler {
    ValueId texture{}, sampler{};                            // the variables; `sampler` is unset if they are combined
    TypeId texture_type{}, sampler_type{}, combined_type{};  // the types of both variables and of the sampled image
  };
  const Sampler& sampler(std::uint32_t slot) const { return samplers_[slot]; }
  spv::StorageClass constants_storage() const { return constants_storage_; }

  /// Returns the interface variables of the entry point.
  std::span<const ValueId> listed() const { return listed_; }

 private:
  ValueId declare(TypeId type, spv::StorageClass storage, RegisterType named, std::uint32_t number);
  ValueId declare(TypeId type, spv::StorageClass storage, std::string_view text);
  void declare_located(base::Buffer<ValueId>& ids, const base::RegisterSet& used, spv::StorageClass storage,
                       RegisterType type);
  void declare_inputs();
  void declare_outputs();
  void declare_constants();
  void declare_samplers();
  void declare_sampler(Sampler& sampler, TypeId image, target::ResourceId resource);
  void bind(ValueId id, target::BindingPoint at);

  const ir::Module& module_;
  const Options& options_;
  ModuleBuilder& builder_;
  const ir::ModuleInterface& interface_;
  base::RegisterSet declared_varyings_;
  base::Buffer<ValueId> attributes_, varyings_, colors_, listed_;
  base::Buffer<Sampler> samplers_;  // indexed by sampler slot
  ValueId position_{}, depth_{}, instance_{}, constants_{};
  spv::StorageClass constants_storage_ = spv::StorageClassUniform;
};

}  // namespace agal::spirv
