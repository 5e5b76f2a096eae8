// The precision that specifications require of a device, as a DeviceModel for the interpreter.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "agal/interpret.hpp"
#include "interpret/device.hpp"

namespace agal::exec {

/// The permitted deviation of a device from the program as written.
enum class Latitude : std::uint8_t {
  Granted,  // the tolerances of tolerance.def
  // Sums and products may also be regrouped like real numbers: a + b - b may be a, and a b + a c may be a (b + c). The
  // specifications allow this unless it is explicitly disabled, and Mesa does it. Regrouped sums are off by an ulp of
  // their larger term, even if they would be exact. Likewise, log2(exp2(a)) may be a, and a + b < a may be b < 0.
  Regrouped,
  // In addition, the level of detail of a cube and the filtered texels in its corners may have any value. This is for
  // devices with these bugs: Backend::free_cubes.
  FreeCubes,
};

/// A device that deviates from the interpreter by random amounts within the tolerances of tolerance.def. Its undefined
/// results are arbitrary: NaN, infinities, zero, one.
class ToleratedDevice final : public interpret::DeviceModel {
 public:
  explicit ToleratedDevice(std::uint64_t seed, Latitude latitude = Latitude::Granted);

  float result(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b) override;
  std::array<float, 3> place(const Texture& texture, const std::array<float, 3>& exact) override;
  float level(Opcode opcode, const Texture& texture, float exact) override;
  std::optional<std::size_t> coarse_derivatives(Opcode opcode) override;

  /// Returns the coordinate z in OpenGL's clip space, computed from z in AGAL's clip space.
  float gl_clip_z(float z, float w);

 private:
  std::uint32_t bits();  // 24 random bits
  float uniform();       // uniformly distributed in -1 .. 1
  float error();         // random number in -1 .. 1; often -1 or 1, often zero
  float anything();
  float spoiled(Opcode opcode);
  float flushed(float value);

  float computed(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b);
  float regrouped(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b);
  std::optional<float> regrouped_comparison(Opcode opcode, float a, float b) const;
  bool overflows_if_regrouped(float exact, float a, float b);
  bool at_corner(const Texture& texture, float level) const;

  std::uint64_t state_;
  std::array<float, 3> last_place_{};
  std::map<std::pair<Opcode, float>, float> operands_;  // operands of results that an inverse operation may undo
  std::map<float, std::pair<float, float>> terms_;      // the two terms of each sum
  // For each pixel and lane whose last products are zero: the product of the other factors of these products.
  std::array<float, quad_size * 4> others_of_zero_{};
  std::size_t products_ = 0;
  bool regroups_comparisons_;  // equal for all pixels
  // The pixel whose derivatives the whole quad uses, for ddx and ddy and for fetches; nullopt if each pixel uses its
  // own. Devices may treat ddx and fetches differently, and count rows from either end.
  std::optional<std::size_t> coarse_, coarse_levels_;
  // Never: the device deviates from the interpreter only in undefined results. Rarely: half of the results deviate,
  // mostly by little. Always: nearly all results deviate.
  enum class ErrorRate : std::uint8_t { Never, Rarely, Always };
  ErrorRate error_rate_;
  Latitude latitude_;
};

/// Returns true if tolerance.def does not tolerate an error of the opcode.
bool is_exact(Opcode opcode);

/// Returns the maximum error of the result that tolerance.def tolerates; infinity if the result is undefined. For a
/// fetch, this is the error of the texel, in addition to the errors of the coordinate and of the level.
float tolerance(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b,
                Latitude latitude = Latitude::Granted);

/// Returns the distance from a float of this magnitude to the next larger one.
float ulp(float value);

}  // namespace agal::exec
