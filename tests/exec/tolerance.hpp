// What the specifications grant a device, as arithmetic that the interpreter can run with.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "agal/interpret.hpp"

namespace agal::exec {

/// How much a device may depart from what is written.
enum class Latitude : std::uint8_t {
  Granted,  // as tolerance.def says
  // Sums and products may be regrouped as exact numbers would allow, a + b - b to a, or a b + a c to a (b + c). The
  // specifications let a device do so where nothing forbids it, and Mesa's do. Regrouped sums are off by an ulp of
  // their larger term, however exact they would be. Likewise log2(exp2(a)) may be a, and a + b < a may be b < 0.
  Regrouped,
  // That, and the level of detail of a cube may be any, and what is filtered in its corners too. For devices that have
  // these faults: Backend::free_cubes.
  FreeCubes,
};

/// A device that departs from the interpreter by random amounts within what tolerance.def grants. Where a result is
/// not defined it gives anything: not a number, infinities, zero, one.
class ToleratedDevice final : public DeviceModel {
 public:
  explicit ToleratedDevice(std::uint64_t seed, Latitude latitude = Latitude::Granted);

  float result(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b) override;
  std::array<float, 3> place(const Texture& texture, const std::array<float, 3>& exact) override;
  float level(Opcode opcode, const Texture& texture, float exact) override;
  std::optional<std::size_t> coarse_derivatives(Opcode opcode) override;

  /// The coordinate z of OpenGL's clip space, made from AGAL's.
  float gl_clip_z(float z, float w);

 private:
  std::uint32_t bits();  // 24 of them
  float uniform();       // -1 .. 1
  float error();         // -1 .. 1, often one of the two, often zero
  float anything();
  float spoiled(Opcode opcode);
  float flushed(float value);

  float computed(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b);
  float regrouped(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b);
  std::optional<float> regrouped_comparison(Opcode opcode, float a, float b) const;
  bool at_corner(const Texture& texture, float level) const;

  std::uint64_t state_;
  std::array<float, 3> last_place_{};
  std::map<std::pair<Opcode, float>, float> operands_;  // of results that an inverse operation may undo
  std::map<float, std::pair<float, float>> terms_;      // of sums
  bool regroups_comparisons_;                           // in all pixels alike
  // Of ddx and ddy, and of fetches. Devices may well treat them in different ways, and count rows from either end.
  std::optional<std::size_t> coarse_, coarse_levels_;
  // Departs from the interpreter only where results are not defined; or seldom, and by anything from all that is
  // granted down to nearly nothing; or everywhere.
  enum class ErrorRate : std::uint8_t { Never, Rarely, Always };
  ErrorRate error_rate_;
  Latitude latitude_;
};

/// Whether tolerance.def grants it no error at all.
bool is_exact(Opcode opcode);

/// The largest error that tolerance.def grants the result; infinity where it is not defined. For a fetch it
/// is the error of the texel, beside those of the place and of the level.
float tolerance(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b,
                Latitude latitude = Latitude::Granted);

/// The distance from a float of this size to the next larger one.
float ulp(float value);

}  // namespace agal::exec
