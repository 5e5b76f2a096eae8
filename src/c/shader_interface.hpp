// The interface of a shader as structures of agal.h.
#pragma once

#include <string>
#include <vector>

#include "agal/agal.h"
#include "agal/interface.hpp"
#include "base/buffer.hpp"

namespace agal::c {

/// Owns the structures of an interface, which point to each other.
class InterfaceRows {
 public:
  explicit InterfaceRows(const Interface& interface);
  InterfaceRows(const InterfaceRows&) = delete;
  InterfaceRows& operator=(const InterfaceRows&) = delete;

  const agal_interface& root() const { return root_; }

 private:
  void add_inputs(const Interface& interface);
  void add_constants(const Interface::Uniforms& uniforms, Stage stage);
  void add_samplers(const std::vector<Interface::Sampler>& samplers, Stage stage);

  agal_interface root_{};
  std::string entry_point_;
  base::Buffer<agal_attribute> attributes_;
  base::Buffer<agal_varying> varyings_;
  base::Buffer<agal_register_range> ranges_;
  base::Buffer<agal_sampler> samplers_;
  base::Buffer<agal_sampler_state> states_;  // the states of all samplers
};

}  // namespace agal::c
