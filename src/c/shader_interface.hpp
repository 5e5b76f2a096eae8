// The interface of a shader as structures of agal.h.
#pragma once

#include "agal/agal.h"
#include "agal/interface.hpp"
#include "base/buffer.hpp"

namespace agal::c {

/// Owns the structures of an interface, which point to each other and to the names in the interface.
class InterfaceRows {
 public:
  explicit InterfaceRows(Interface interface);
  InterfaceRows(const InterfaceRows&) = delete;
  InterfaceRows& operator=(const InterfaceRows&) = delete;

  const agal_interface& root() const { return root_; }

 private:
  void add_inputs();
  void add_constants();
  void add_samplers();
  void add_outputs();

  Interface interface_;
  agal_interface root_{};
  base::Buffer<agal_attribute> attributes_;
  base::Buffer<agal_varying> varyings_;
  base::Buffer<agal_register_range> ranges_;
  base::Buffer<agal_constant_part> parts_;
  base::Buffer<agal_sampler> samplers_;
  base::Buffer<agal_sampler_state> states_;  // the states of all samplers
  base::Buffer<agal_color> colors_;
};

}  // namespace agal::c
