// A GPU that need not be present: RADV compiles for any family.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "shader.hpp"

namespace agal::gpu_cost {

enum class Statistic : std::uint8_t {
#define AGAL_STATISTIC(id, ...) id,
#include "statistics.def"
#undef AGAL_STATISTIC
};

struct StatisticInfo {
  std::string_view heading, key, driver_name;
};

inline constexpr auto statistic_table = std::to_array<StatisticInfo>({
#define AGAL_STATISTIC(id, heading, key, driver_name) {heading, key, driver_name},
#include "statistics.def"
#undef AGAL_STATISTIC
});

/// The statistics of one shader.
struct Cost {
  std::array<std::uint64_t, statistic_table.size()> values{};

  std::uint64_t operator[](Statistic statistic) const { return values[static_cast<std::size_t>(statistic)]; }
  Cost& operator+=(const Cost& other);
  bool operator==(const Cost&) const = default;
};

struct PairCost {
  Cost vertex, fragment;
  std::string listing;  // the assembly and its source, if requested
};

enum class Listing : std::uint8_t { No, Yes };

class Gpu {
 public:
  /// `family` is a name for RADV_FORCE_FAMILY ("navi21"); `driver` is the manifest of a Vulkan driver, "" for the
  /// installed RADV. Sets environment variables, so only one GPU may be open, and no other threads may exist. Errors:
  /// AGAL1080.
  static Result<Gpu> open(const std::string& family, const std::string& driver);
  Gpu(Gpu&&) noexcept;
  Gpu& operator=(Gpu&&) noexcept;
  ~Gpu();

  /// Device and driver.
  const std::string& name() const;
  /// Compiles two shaders as one pipeline. `what` is for messages. Errors: AGAL1083, AGAL1084.
  Result<PairCost> cost(const Shader& vertex, const Shader& fragment, const std::string& what,
                        Listing listing = Listing::No) const;

 private:
  struct State;
  explicit Gpu(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace agal::gpu_cost
