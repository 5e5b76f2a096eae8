#include "exec/tolerance.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace agal::exec {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float smallest = std::numeric_limits<float>::min();
constexpr float largest = 0x1p127f;  // beyond it, a device may overflow

enum class Rule { Exact, Compare, Rounded, Relative, Terms, Exponential, Logarithm, Power, Sine, Fetch, Flow };

struct Row {
  Rule rule;
  float size;
};

// The rows by opcode. Opcodes that were never shipped do not have a row, and are never executed.
struct Table {
  std::array<Row, opcode_table.size()> rows{};
  constexpr Table() {
#define AGAL_TOLERANCE(id, rule, size) \
  rows[static_cast<std::size_t>(Opcode::id)] = {Rule::rule, static_cast<float>(size)};
#include "exec/tolerance.def"
#undef AGAL_TOLERANCE
  }
};
constexpr Table table;

// Every opcode that can be executed must have exactly one row.
constexpr std::size_t count_rows() {
  std::size_t count = 0;
#define AGAL_TOLERANCE(...) ++count;
#include "exec/tolerance.def"
#undef AGAL_TOLERANCE
  return count;
}
constexpr std::size_t count_executable() {
  std::size_t count = 0;
  for (const OpcodeInfo& row : opcode_table)
    if (row.status != OpcodeStatus::Tombstone) ++count;
  return count;
}
static_assert(count_rows() == count_executable());

// The exact result of an opcode that is rounded once; null for all others.
using ExactResult = double (*)(double, double);
constexpr ExactResult exact_result_of(Opcode opcode) {
  constexpr ExactResult difference = [](double x, double y) { return x - y; };
  if (opcode == Opcode::Add) return [](double x, double y) { return x + y; };
  if (opcode == Opcode::Mul) return [](double x, double y) { return x * y; };
  if (opcode == Opcode::Frc) return [](double x, double) { return x - std::floor(x); };
  if (opcode == Opcode::Sub || opcode == Opcode::Ddx || opcode == Opcode::Ddy) return difference;
  return nullptr;
}
constexpr bool all_rounded_have_exact_results() {
  for (const OpcodeInfo& row : opcode_table)
    if (table.rows[static_cast<std::size_t>(row.opcode)].rule == Rule::Rounded && !exact_result_of(row.opcode))
      return false;
  return true;
}
static_assert(all_rounded_have_exact_results(), "exact_result_of lacks an opcode whose rule is Rounded");

bool isnan(float value) { return std::isnan(value); }

bool usable(std::span<const float> lanes) {
  return std::all_of(lanes.begin(), lanes.end(), [](float lane) { return std::fabs(lane) < largest; });
}

// ---- one function for each rule that needs more than the result

float rounded(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b) {
  const double truth = exact_result_of(opcode)(a[0], b.empty() ? 0 : b[0]);
  // Doubles represent products of floats exactly. A sum that is not exact in double is not a float either.
  return truth == static_cast<double>(exact) ? 0 : ulp(exact);
}

float regrouped_rounding(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b) {
  const bool sum = opcode == Opcode::Add || opcode == Opcode::Sub || opcode == Opcode::Ddx || opcode == Opcode::Ddy;
  const float error = ulp(sum ? std::max(std::fabs(a[0]), std::fabs(b[0])) : exact);
  // If huge terms cancel, only rounding errors remain: zero as written, but any value if regrouped.
  return error > 1.0f / 64 && error > std::fabs(exact) ? infinity : error;
}

float terms(float ulps, std::span<const float> a, std::span<const float> b, Latitude latitude) {
  std::array<double, 4> products{};
  double magnitude = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    products[i] = static_cast<double>(a[i]) * static_cast<double>(b[i]);
    if (std::fabs(products[i]) >= static_cast<double>(largest)) return infinity;
    magnitude += std::fabs(products[i]);
  }
  // Sums of multiples of the last place of the largest possible sum are exact in any order.
  const auto last_place = static_cast<double>(ulp(static_cast<float>(magnitude)));
  const bool exact = std::all_of(products.begin(), products.end(),
                                 [=](double product) { return std::fmod(product, last_place) == 0; });
  // They may round if they are regrouped with a following sum.
  if (exact && latitude == Latitude::Granted) return 0;
  return ulps * static_cast<float>(last_place) + static_cast<float>(a.size()) * smallest;
}

float normalization(float ulps, float exact, std::span<const float> a) {
  double square = 0;
  for (std::size_t c = 0; c < 3; ++c) square += static_cast<double>(a[c]) * static_cast<double>(a[c]);
  if (square == 0) return exact == 0 ? 0 : infinity;  // zero by definition, or undefined
  const bool out_of_range = square < static_cast<double>(smallest) * 16 || square > static_cast<double>(largest);
  return out_of_range ? infinity : ulps * ulp(exact);
}

float logarithm(float ulps, float result, float a) {
  if (a < smallest) return infinity;
  return a >= 0.5f && a <= 2 ? 0x1p-21f : ulps * ulp(result);
}

float exponential(float ulps, float result, float exponent) {
  return std::fabs(exponent) >= 126 ? (exponent < 0 ? smallest : infinity)
                                    : (ulps + 2 * std::fabs(exponent)) * ulp(result);
}

float power(float ulps, float result, float base, float exponent) {
  if (base < 0 || (base == 0 && exponent <= 0)) return infinity;
  if (base < smallest)
    return std::exp2(-126 * exponent);  // the logarithm of zero is at least the logarithm of the smallest float
  const float log = std::log2(base), product = exponent * log;
  const float error = std::fabs(exponent) * logarithm(ulps, log, base) + ulp(product);
  return exponential(ulps, result, product) + result * error;
}

float sine(float a) { return std::fabs(a) > 1024 ? infinity : 0x1p-11f + std::fabs(a) * 0x1p-20f; }

bool tiny_divisor(Opcode opcode, std::span<const float> a, std::span<const float> b) {
  const float divisor = opcode == Opcode::Div ? b[0] : a[0];
  return std::fabs(divisor) < smallest || std::fabs(divisor) > 0x1p126f;
}

Row row_of(Opcode opcode) { return table.rows[static_cast<std::size_t>(opcode)]; }

bool compares(Opcode opcode) { return row_of(opcode).rule == Rule::Compare || row_of(opcode).rule == Rule::Flow; }

// Returns true if the comparison holds. Returns nullopt for `ifg` with equal operands, which an option of the
// interpreter decides, and for opcodes that do not compare.
std::optional<bool> holds(Opcode opcode, float a, float b) {
  if (opcode == Opcode::Slt || opcode == Opcode::Ifl) return a < b;
  if (opcode == Opcode::Sge) return a >= b;
  if (opcode == Opcode::Ifg && a != b) return a > b;
  if (opcode == Opcode::Seq || opcode == Opcode::Ife) return a == b;
  if (opcode == Opcode::Sne || opcode == Opcode::Ine) return a != b;
  return std::nullopt;
}

// Returns the inverse operation, which a device may eliminate together with the opcode.
std::optional<Opcode> inverse_of(Opcode opcode) {
  if (opcode == Opcode::Exp) return Opcode::Log;
  if (opcode == Opcode::Log) return Opcode::Exp;
  return opcode == Opcode::Rcp ? std::optional(Opcode::Rcp) : std::nullopt;
}

bool divides(Opcode opcode) { return opcode == Opcode::Div || opcode == Opcode::Rcp; }

float relative(Opcode opcode, float ulps, float exact, std::span<const float> a, std::span<const float> b) {
  if (opcode == Opcode::Nrm) return normalization(ulps, exact, a);
  if (divides(opcode) && tiny_divisor(opcode, a, b)) return infinity;
  if (opcode == Opcode::Rsq && a[0] < smallest) return infinity;
  if (exact == 0) return 0;
  return ulps * ulp(exact);
}

}  // namespace

float ulp(float value) {
  if (!std::isfinite(value)) return infinity;
  const float magnitude = std::max(std::fabs(value), smallest);
  return std::ldexp(1.0f, std::ilogb(magnitude) - 23);
}

bool is_exact(Opcode opcode) { return row_of(opcode).rule == Rule::Exact || compares(opcode); }

float tolerance(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b, Latitude latitude) {
  const Row row = row_of(opcode);
  if (is_exact(opcode)) return 0;
  if (!usable({&exact, 1}) || !usable(a) || !usable(b)) return infinity;
  switch (row.rule) {
    case Rule::Rounded:
      return latitude != Latitude::Granted ? regrouped_rounding(opcode, exact, a, b) : rounded(opcode, exact, a, b);
    case Rule::Relative: return relative(opcode, row.size, exact, a, b);
    case Rule::Terms: return terms(row.size, a, b, latitude);
    case Rule::Exponential: return exponential(row.size, exact, a[0]);
    case Rule::Logarithm: return logarithm(row.size, exact, a[0]);
    case Rule::Power: return power(row.size, exact, a[0], b[0]);
    case Rule::Sine: return sine(a[0]);
    case Rule::Fetch: return 2 * ulp(exact);
    case Rule::Exact:
    case Rule::Compare:
    case Rule::Flow: break;
  }
  return 0;
}

ToleratedDevice::ToleratedDevice(std::uint64_t seed, Latitude latitude)
    : state_(seed * 2 + 1),
      error_rate_(seed % 4 == 0   ? ErrorRate::Never
                  : seed % 4 == 1 ? ErrorRate::Rarely
                                  : ErrorRate::Always),
      latitude_(latitude) {
  const auto choice = [this] {
    const std::uint32_t chosen = bits() % (2 * quad_size);
    return chosen < quad_size ? std::optional<std::size_t>(chosen) : std::nullopt;
  };
  coarse_ = choice();
  coarse_levels_ = choice();
  regroups_comparisons_ = bits() % 2 == 0;
}

std::optional<std::size_t> ToleratedDevice::coarse_derivatives(Opcode opcode) {
  return opcode == Opcode::Ddx || opcode == Opcode::Ddy ? coarse_ : coarse_levels_;
}

// A linear congruential generator. Its high bits are random enough.
std::uint32_t ToleratedDevice::bits() {
  state_ = state_ * 6364136223846793005u + 1442695040888963407u;
  return static_cast<std::uint32_t>(state_ >> 40);
}

float ToleratedDevice::uniform() { return static_cast<float>(bits()) * 0x1p-23f - 1; }

// Returns a random error relative to the tolerance. Real devices are often exact, above all in important cases: the
// sine of zero is zero. If the tolerance is large because huge terms cancel, their error is often small.
float ToleratedDevice::error() {
  const std::uint32_t kind = bits() % 8;
  float amount = uniform();
  const float little = std::ldexp(amount, -static_cast<int>(bits() % 64));
  if (error_rate_ == ErrorRate::Never) return 0;
  if (error_rate_ == ErrorRate::Rarely) return kind < 4 ? 0 : little;
  if (kind < 2) amount = kind == 0 ? -1 : 1;
  return kind < 2 || kind > 4 ? amount : kind == 4 ? little : 0;
}

float ToleratedDevice::anything() {
  constexpr std::array<float, 6> values{std::numeric_limits<float>::quiet_NaN(), infinity, -infinity, 0, 1, -1};
  return values[bits() % values.size()];
}

float ToleratedDevice::flushed(float value) {
  return std::fabs(value) < smallest && uniform() < 0 ? std::copysign(0.0f, value) : value;
}

// Returns the result for NaN. Arithmetic mostly gives NaN again; otherwise a long program would always end with
// numbers. Comparisons may have either result.
float ToleratedDevice::spoiled(Opcode opcode) {
  if (compares(opcode)) return uniform() < 0 ? 0.0f : 1.0f;
  return uniform() < 0.75f ? std::numeric_limits<float>::quiet_NaN() : anything();
}

float ToleratedDevice::computed(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b) {
  if (std::any_of(a.begin(), a.end(), isnan) || std::any_of(b.begin(), b.end(), isnan)) return spoiled(opcode);
  const float granted = tolerance(opcode, exact, a, b, latitude_);
  if (granted == infinity) return anything();
  // Zero is then within the tolerance. As a divisor, it differs from all other values.
  if (std::fabs(exact) < granted && bits() % 8 == 0) return 0;
  return flushed(granted == 0 ? exact : exact + granted * error());
}

// Evaluates a + b < a as b < 0. a + b is the last computed sum with this value.
std::optional<float> ToleratedDevice::regrouped_comparison(Opcode opcode, float a, float b) const {
  const auto other_term = [this](float sum, float term) -> std::optional<float> {
    const auto place = terms_.find(sum);
    if (place == terms_.end()) return std::nullopt;
    const auto [x, y] = place->second;
    return x == term ? std::optional(y) : y == term ? std::optional(x) : std::nullopt;
  };
  std::optional<bool> held;
  if (const std::optional<float> term = other_term(a, b)) held = holds(opcode, *term, 0);
  if (const std::optional<float> term = other_term(b, a); term && !held) held = holds(opcode, 0, *term);
  return held ? std::optional(*held ? 1.0f : 0.0f) : std::nullopt;
}

// Returns true if a product that is zero is NaN when regrouped: (0 a) b is zero, but 0 (a b) is NaN if a b overflows.
// The interpreter computes the products of a token for all lanes of all pixels in order, so every sixteenth product
// belongs to the same lane.
bool ToleratedDevice::overflows_if_regrouped(float exact, float a, float b) {
  float& others = others_of_zero_[products_++ % others_of_zero_.size()];
  const float factor = std::fabs(a) > 0 ? std::fabs(a) : std::fabs(b);
  if (exact != 0 || factor == 0)
    others = 0;
  else
    others = std::max(others, 1.0f) * std::max(factor, 1.0f);
  return !std::isfinite(others);
}

float ToleratedDevice::regrouped(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b) {
  const std::optional<Opcode> inverse = inverse_of(opcode);
  if (regroups_comparisons_ && compares(opcode) && !b.empty())
    if (const std::optional<float> held = regrouped_comparison(opcode, a[0], b[0])) return *held;
  if (!inverse) {
    if (opcode == Opcode::Mul && overflows_if_regrouped(exact, a[0], b[0])) return anything();
    const float value = computed(opcode, exact, a, b);
    if ((opcode == Opcode::Add || opcode == Opcode::Sub) && !isnan(value))
      terms_[value] = {a[0], opcode == Opcode::Add ? b[0] : -b[0]};
    return value;
  }
  const auto place = operands_.find({*inverse, a[0]});
  if (place != operands_.end() && uniform() < 0) return place->second;
  const float value = computed(opcode, exact, a, b);
  if (!isnan(value)) operands_[{opcode, value}] = a[0];
  return value;
}

float ToleratedDevice::result(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b) {
  return latitude_ == Latitude::Granted ? computed(opcode, exact, a, b) : regrouped(opcode, exact, a, b);
}

std::array<float, 3> ToleratedDevice::place(const Texture& texture, const std::array<float, 3>& exact) {
  constexpr float texels = 0x1p-8f;
  const Texture::Level& base = texture.levels.front();
  const std::array<float, 3> size{static_cast<float>(base.width), static_cast<float>(base.height),
                                  static_cast<float>(base.depth)};
  // A direction is divided by its largest component, and the width of a face is two.
  const bool cube = texture.kind == Texture::Kind::Cube;
  const float scale = cube ? 2 * std::max({std::fabs(exact[0]), std::fabs(exact[1]), std::fabs(exact[2])}) : 1;
  std::array<float, 3> at = exact;
  for (std::size_t c = 0; c < 3; ++c) {
    // Devices compute texels in integers, and the level of a cube with squares of the direction.
    const bool found = cube ? scale > 0x1p-40f && scale < 0x1p40f : std::fabs(at[c]) < 0x1p16f;
    // Far from the origin, the coordinate itself is not precise enough.
    const float granted = scale * texels / (cube ? size[0] : size[c]) + 2 * ulp(at[c]);
    at[c] = found ? at[c] + granted * error() : std::numeric_limits<float>::quiet_NaN();
  }
  last_place_ = at;
  return at;
}

// Returns true if linear filtering at this level involves a corner of the cube, where only three texels meet.
bool ToleratedDevice::at_corner(const Texture& texture, float level) const {
  const float last = static_cast<float>(texture.levels.size() - 1);
  const auto number = static_cast<std::size_t>(std::clamp(std::ceil(level), 0.0f, last));
  const float half_texel = 0.5f / static_cast<float>(texture.levels[number].width);
  std::array<float, 3> lengths{std::fabs(last_place_[0]), std::fabs(last_place_[1]), std::fabs(last_place_[2])};
  std::sort(lengths.begin(), lengths.end());
  // The position on the face, relative to its center, is half of the smaller components divided by the largest one.
  return lengths[0] / lengths[2] / 2 >= 0.5f - half_texel - 0x1p-8f;
}

float ToleratedDevice::level(Opcode opcode, const Texture& texture, float exact) {
  constexpr float sum_of_sides = 0.53f;
  float granted = row_of(opcode).size;
  const float departure = error();
  if (texture.kind == Texture::Kind::Cube && latitude_ == Latitude::FreeCubes) {
    const float any = (uniform() + 1) / 2 * static_cast<float>(texture.levels.size());
    const float level = opcode == Opcode::Tld ? exact : any;
    return at_corner(texture, level) ? std::numeric_limits<float>::quiet_NaN() : level;
  }
  // The size of the footprint on a cube is the sum of its sides on some devices, and the longer side on others.
  if (texture.kind == Texture::Kind::Cube && opcode != Opcode::Tld && departure > 0) granted = sum_of_sides;
  return std::isfinite(exact) ? exact + granted * departure : exact;
}

float ToleratedDevice::gl_clip_z(float z, float w) {
  const float exact = 2 * z - w;
  return flushed(static_cast<double>(exact) == 2 * static_cast<double>(z) - static_cast<double>(w)
                     ? exact
                     : exact + error() * ulp(exact));
}

}  // namespace agal::exec
