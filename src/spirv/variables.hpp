// The global variables of a module: attributes, varyings, outputs, constants, samplers. docs/abi.md is the contract.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "spirv/emit.hpp"
#include "spirv/module_builder.hpp"

namespace agal::spirv {

class Variables {
 public:
  Variables(const ir::Module& module, const ir::ModuleInterface& interface, const Options& options,
            ModuleBuilder& builder);

  Id attribute(std::uint32_t n) const { return attributes_[n]; }
  Id varying(std::uint32_t n) const { return varyings_[n]; }
  /// Those that the program has, and those that the options add.
  const base::RegisterSet& declared_varyings() const { return declared_varyings_; }
  Id color(std::uint32_t n) const { return colors_[n]; }
  Id position() const { return position_; }
  Id depth() const { return depth_; }
  Id instance() const { return instance_; }
  Id constants() const { return constants_; }
  /// What a fetch from a slot needs. Of separate ones, `texture` is the texture alone.
  struct Sampler {
    Id texture = 0, texture_type = 0;  // the variable and its type
    Id sampler = 0, sampler_type = 0;  // 0: combined
    Id combined_type = 0;              // of both together
  };
  const Sampler& sampler(std::uint32_t slot) const { return samplers_[slot]; }
  std::uint32_t constants_storage() const { return constants_storage_; }

  /// The interface variables of the entry point.
  std::span<const Id> listed() const { return listed_; }

 private:
  Id declare(Id type, std::uint32_t storage, RegisterType named, std::uint32_t number);
  Id declare(Id type, std::uint32_t storage, std::string_view text);
  void declare_located(base::Buffer<Id>& ids, const base::RegisterSet& used, std::uint32_t storage, RegisterType type);
  void declare_inputs();
  void declare_outputs();
  void declare_constants();
  void declare_samplers();
  void declare_sampler(Sampler& sampler, Id image, target::ResourceId resource);
  void bind(Id id, target::BindingPoint at);

  const ir::Module& module_;
  const Options& options_;
  ModuleBuilder& builder_;
  const ir::ModuleInterface& interface_;
  base::RegisterSet declared_varyings_;
  base::Buffer<Id> attributes_, varyings_, colors_, listed_;
  base::Buffer<Sampler> samplers_;  // by slot
  Id position_ = 0, depth_ = 0, instance_ = 0, constants_ = 0;
  std::uint32_t constants_storage_ = 0;
};

}  // namespace agal::spirv
