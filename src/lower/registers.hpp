// What every component of every writable register holds at one point of the program.
#pragma once

#include <cstdint>

#include "agal/program.hpp"
#include "base/buffer.hpp"
#include "ir/builder.hpp"
#include "lower/register_scan.hpp"

namespace agal::lower {

/// One component reference per component of the writable registers of one program. A write replaces references, a
/// move copies them, so partial writes and swizzles cost no instruction.
class RegisterFile {
 public:
  /// Room for every writable register that the program names; all components hold `unwritten`.
  RegisterFile(Stage stage, const RegisterCounts& named, ir::Lane unwritten);

  ir::Lane& at(RegisterType type, std::uint32_t number, std::uint32_t component) {
    return lanes_[4 * (base(type) + number) + component];
  }

  std::uint32_t count(RegisterType type) const { return count_[static_cast<std::size_t>(type)]; }

  struct Slot {
    RegisterType type;
    std::uint16_t number;
  };
  /// The register that owns components 4*slot to 4*slot + 3.
  Slot slot(std::uint32_t i) const;
  /// The other way around, for a number below `count(type)`.
  std::uint32_t slot_of(RegisterType type, std::uint32_t number) const { return base(type) + number; }
  std::uint32_t slots() const { return static_cast<std::uint32_t>(lanes_.size() / 4); }

  base::Buffer<ir::Lane>& lanes() { return lanes_; }

 private:
  std::uint32_t base(RegisterType type) const { return base_[static_cast<std::size_t>(type)]; }

  RegisterCounts base_{};
  RegisterCounts count_{};
  base::Buffer<ir::Lane> lanes_;
};

}  // namespace agal::lower
