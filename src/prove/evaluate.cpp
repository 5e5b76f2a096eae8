#include "prove/evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>

#include "interpret/power.hpp"
#include "interpret/sampler.hpp"

namespace agal::prove {
namespace {

// Marks the terms that the roots consist of.
std::vector<std::uint8_t> reached_from(const Store& store, std::span<const Term> roots) {
  std::vector<std::uint8_t> reached(store.size(), 0);
  for (const Term t : roots) reached[index(t)] = 1;
  for (std::uint32_t i = store.size(); i-- > 0;)
    if (reached[i] != 0)
      for (const Term a : store.args(static_cast<Term>(i))) reached[index(a)] = 1;
  return reached;
}

using interpret::power;

bool is_truth(Op op) { return op == Op::True || op == Op::False; }
bool is_leaf(Op op) { return op == Op::Input || op == Op::Uniform || op == Op::Instance; }
bool is_comparison(Op op) { return info(op).sort == Sort::Bool && op != Op::Choose && !is_truth(op); }

// Marks an operation that `compute` evaluates: it depends on other invocations, or it is not a number.
struct Special {};
constexpr Special special;
float number(float value) { return value; }
float number(Special) { return 0; }

struct Operation {
  float (*one)(float, float, float);
  void (*all)(const float* a, const float* b, const float* c, float* __restrict out);
};
constexpr auto operations = std::to_array<Operation>({
#define AGAL_TERM(id, text, sort, value)                                                                       \
  {[]([[maybe_unused]] float a, [[maybe_unused]] float b, [[maybe_unused]] float c) { return number(value); }, \
   []([[maybe_unused]] const float* as, [[maybe_unused]] const float* bs, [[maybe_unused]] const float* cs,    \
      float* __restrict out) {                                                                                 \
     for (std::size_t i = 0; i < lane_count; ++i) {                                                            \
       [[maybe_unused]] const float a = as[i], b = bs[i], c = cs[i];                                           \
       out[i] = number(value);                                                                                 \
     }                                                                                                         \
   }},
#include "prove/terms.def"
});

// Random values for leaves. A leaf uses one entry of a table.
constexpr std::size_t table_size = 1024;
struct NumberTables {
  std::array<Values, table_size> uniforms;  // all pixels of a quad have the same value
  std::array<Values, table_size> inputs;    // the pixels of every other quad have different values
};

float pick(Numbers kind, std::mt19937& random) {
  constexpr std::array few{0.0f, 1.0f, -1.0f, 0.5f, 2.0f, -0.5f, 0.25f, 3.0f};
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr std::array special_numbers{0.0f,   -0.0f,   infinity, -infinity,  std::numeric_limits<float>::quiet_NaN(),
                                       1e-40f, -1e-40f, 3e38f,    -3e38f,     1.0f,
                                       -1.0f,  0.5f,    1e-30f,   16777216.0f};
  const auto small = std::ldexp(static_cast<float>(static_cast<std::int32_t>(random())), -29);
  switch (kind) {
    case Numbers::Few: return few[random() % few.size()];
    case Numbers::Small: return small;
    case Numbers::Wide: return std::ldexp(small, static_cast<int>(random() % 41) - 20);
    case Numbers::Positive: return std::fabs(small);
    case Numbers::Special: return special_numbers[random() % special_numbers.size()];
  }
  return 0;
}

void fill(NumberTables& tables, Numbers kind, std::mt19937& random) {
  for (std::size_t n = 0; n < table_size; ++n)
    for (std::size_t quad = 0; quad < quad_count; ++quad) {
      const bool sloped = kind != Numbers::Special && quad % 2 == 1;
      const float value = pick(kind, random);
      const float x = sloped ? pick(kind, random) / 16 : 0, y = sloped ? pick(kind, random) / 16 : 0;
      for (std::size_t i = 0; i < quad_size; ++i) {
        tables.uniforms[n][quad_size * quad + i] = value;
        tables.inputs[n][quad_size * quad + i] = value + (i % 2 != 0 ? x : 0) + (i >= 2 ? y : 0);
      }
    }
}

// The tables of a kind are made when they are first used, on the heap, because they are too large for the stack of a
// thread.
template <Numbers kind>
const NumberTables& number_tables_of() {
  static const auto tables = [] {
    auto made = std::make_unique<NumberTables>();
    std::mt19937 random(1 + static_cast<unsigned>(kind));
    fill(*made, kind, random);
    return made;
  }();
  return *tables;
}

const NumberTables& number_tables(Numbers kind) {
  switch (kind) {
    case Numbers::Few: return number_tables_of<Numbers::Few>();
    case Numbers::Small: return number_tables_of<Numbers::Small>();
    case Numbers::Wide: return number_tables_of<Numbers::Wide>();
    case Numbers::Special: return number_tables_of<Numbers::Special>();
    case Numbers::Positive: return number_tables_of<Numbers::Positive>();
  }
  return number_tables_of<Numbers::Small>();
}

// Returns the table entry of a leaf. The inputs of one program have different entries, and so have its uniforms: their
// numbers differ by less than the size of the table, which is a power of two, and the factor is odd.
std::size_t place_of(const Environment& environment, std::uint32_t leaf) {
  return (leaf * 0x9e37'79b1 + environment.seed * 0x85eb'ca77) % table_size;
}

template <class Map>
const Values* found_in(const Map& map, std::uint32_t payload) {
  if (map.empty()) return nullptr;
  const auto found = map.find(payload);
  return found != map.end() ? &found->second : nullptr;
}

constexpr std::uint32_t uniforms_begin = 400;  // the leaf number of the first uniform

}  // namespace

float value_of(Op op, float a, float b, float c) { return operations[static_cast<std::size_t>(op)].one(a, b, c); }

const Values& Environment::uniform(std::uint32_t payload) const {
  const Values* const set = found_in(uniforms, payload);
  return set != nullptr ? *set : number_tables(numbers).uniforms[place_of(*this, payload + uniforms_begin)];
}

const Values& Environment::input(std::uint32_t payload) const {
  const Values* const set = found_in(inputs, payload);
  return set != nullptr ? *set : number_tables(numbers).inputs[place_of(*this, payload)];
}

Evaluator::Evaluator(const Store& store, std::span<const Term> roots) : store_(store), position_(store.size()) {
  const std::vector<std::uint8_t> reached = reached_from(store, roots);
  for (std::uint32_t i = 0; i < store.size(); ++i) {
    if (reached[i] == 0) continue;
    const auto t = static_cast<Term>(i);
    const Op op = store.op(t);
    position_[i] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(t);
    if (is_leaf(op)) leaves_.push_back(t);
    if (is_comparison(op)) comparisons_.push_back(t);
    if (const PoleInfo* const pole = pole_of(op)) poles_.push_back(store.arg(t, pole->operand));
    if (op == Op::UniformAt) indexed_.push_back(t);
    samples_ = samples_ || op == Op::Sample;
    derivatives_ = derivatives_ || op == Op::DerivativeX || op == Op::DerivativeY || op == Op::Partial;
    partial_ = partial_ || op == Op::Partial;
    undefined_ = undefined_ || op == Op::Undefined || op == Op::Partial;
  }
  values_.resize(order_.size());
}

std::vector<Term> Evaluator::leaves_of(Term t) const {
  const std::vector<std::uint8_t> reached = reached_from(store_, {&t, 1});
  std::vector<Term> out;
  for (const Term leaf : leaves_)
    if (reached[index(leaf)] != 0) out.push_back(leaf);
  return out;
}

void Evaluator::run(const Environment& environment) {
  constexpr float exact = 1 << 24;  // floats represent all integers up to this magnitude
  knows_integers_ = true;
  blurred_.fill(false);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    compute(order_[i], environment, values_[i]);
    if (info(store_.op(order_[i])).sort == Sort::Int)
      knows_integers_ &= std::ranges::all_of(values_[i], [](float x) { return std::abs(x) <= exact; });
  }
}

namespace {

template <class Fn>
void each_lane(Values& out, Fn&& fn) {
  for (std::size_t i = 0; i < lane_count; ++i) out[i] = fn(i);
}

// The differences between the pixels of a row, and of a column, of the quad that contains an invocation.
float across(const Values& a, std::size_t i) { return a[i | 1] - a[i & ~std::size_t{1}]; }
float down(const Values& a, std::size_t i) { return a[i | 2] - a[i & ~std::size_t{2}]; }

}  // namespace

void Evaluator::compute(Term t, const Environment& environment, Values& out) {
  const Op op = store_.op(t);
  const std::span<const Term> args = store_.args(t);
  if (args.empty()) return leaf(t, environment, out);
  const auto arg = [&](std::size_t i) -> const Values& { return value(args[i]); };
  if (op == Op::UniformAt)
    return each_lane(out, [&](std::size_t i) {
      const float number = arg(0)[i];
      if (!(number >= 0 && number < static_cast<float>(environment.registers))) {
        blurred_[i] = true;
        return 0.0f;
      }
      const std::uint32_t payload = 4 * static_cast<std::uint32_t>(number) + store_.payload(t);
      const std::optional<float> assumed = store_.assumed(payload);
      return assumed ? *assumed : environment.uniform(payload)[i];
    });
  if (op == Op::DerivativeX) return each_lane(out, [&](std::size_t i) { return across(arg(0), i); });
  if (op == Op::DerivativeY) return each_lane(out, [&](std::size_t i) { return down(arg(0), i); });
  if (op == Op::Dot || op == Op::Sum) {
    out = arg(0);
    for (std::size_t k = 1; k < args.size(); ++k)
      for (std::size_t i = 0; i < lane_count; ++i) out[i] += arg(k)[i];
    return;
  }
  if (op == Op::Partial)
    return each_lane(out, [&](std::size_t i) {
      const float* const quad = &arg(1)[i & ~std::size_t{3}];
      const bool whole = quad[0] != 0 && quad[1] != 0 && quad[2] != 0 && quad[3] != 0;
      return whole || environment.whole_quads ? arg(0)[i] : environment.undefined;
    });
  if (op == Op::Sample) return sample(t, environment, out);
  if (op == Op::Texel) return texel(t, environment, out);
  const float* const a = arg(0).data();
  operations[static_cast<std::size_t>(op)].all(a, args.size() > 1 ? arg(1).data() : a,
                                               args.size() > 2 ? arg(2).data() : a, out.data());
}

void Evaluator::leaf(Term t, const Environment& environment, Values& out) const {
  const Op op = store_.op(t);
  const std::uint32_t payload = store_.payload(t);
  if (op == Op::Instance) {
    out = environment.instance;
  } else if (op == Op::Input) {
    out = environment.input(payload);
  } else if (op == Op::Uniform) {
    out = environment.uniform(payload);
  } else if (op == Op::Undefined) {
    out.fill(environment.undefined);
  } else if (op == Op::Constant) {
    out.fill(store_.value(t));
  } else if (op == Op::Integer) {
    out.fill(static_cast<float>(static_cast<std::int32_t>(payload)));
  } else {
    out.fill(op == Op::True ? 1 : 0);
  }
}

namespace {

// Returns the neighbors whose values an operation uses: 1 for the other pixel of the row, 2 for the other pixel of the
// column.
std::span<const std::size_t> neighbors_of(const Store& store, Term t) {
  static constexpr std::array<std::size_t, 2> both{1, 2};
  const Op op = store.op(t);
  if (op == Op::DerivativeX) return std::span(both).first(1);
  if (op == Op::DerivativeY) return std::span(both).last(1);
  if (op != Op::Sample) return {};
  const Level level = SampleForm::of(store.payload(t)).level;
  return level == Level::Implicit || level == Level::Bias ? both : std::span<const std::size_t>();
}

}  // namespace

void Evaluator::find_origins() {
  origins_.resize(order_.size());
  for (std::size_t n = 0; n < order_.size(); ++n) {
    const Term t = order_[n];
    const Op op = store_.op(t);
    const std::span<const Term> args = store_.args(t);
    Origins& out = origins_[n];
    out.fill(Origin::Finite);
    const auto raise = [&](Origin to, auto&& holds) {
      for (std::size_t i = 0; i < lane_count; ++i) out[i] = holds(i) ? std::max(out[i], to) : out[i];
    };
    const auto raise_by = [&](const Origins& other) {
      for (std::size_t i = 0; i < lane_count; ++i) out[i] = std::max(out[i], other[i]);
    };
    if (op == Op::Select || op == Op::Choose) {
      const Values& condition = value(args[0]);
      const Origins &then = origins_of(args[1]), &otherwise = origins_of(args[2]);
      for (std::size_t i = 0; i < lane_count; ++i) out[i] = condition[i] != 0 ? then[i] : otherwise[i];
      raise_by(origins_of(args[0]));
    } else {
      for (const Term a : args) raise_by(origins_of(a));
    }
    // The derivatives of a pixel have values of its neighbors.
    for (const std::size_t neighbor : neighbors_of(store_, t))
      for (const Term a : args) {
        const Origins& other = origins_of(a);
        for (std::size_t i = 0; i < lane_count; ++i) out[i] = std::max(out[i], other[i ^ neighbor]);
      }
    const Values& values = value(t);
    raise(Origin::Overflow, [&](std::size_t i) { return !std::isfinite(values[i]); });
    if (op == Op::Constant) raise(Origin::Pole, [&](std::size_t i) { return !std::isfinite(values[i]); });
    if (const PoleInfo* const pole = pole_of(op)) {
      const Values& operand = value(args[pole->operand]);
      const Values& next = value(args[std::min<std::size_t>(pole->operand + 1, args.size() - 1)]);
      raise(Origin::Pole, [&](std::size_t i) { return is_pole(pole->kind, operand[i], next[i]); });
    }
    // A cube has no texel in the direction (0, 0, 0).
    if (op == Op::Sample && SampleForm::of(store_.payload(t)).kind == TextureKind::Cube)
      raise(Origin::Pole, [&](std::size_t i) {
        return std::ranges::all_of(args.subspan(2, 3), [&](Term a) { return value(a)[i] == 0; });
      });
  }
}

namespace {

// The operands of a fetch, by invocation.
struct Fetch {
  SampleForm form;
  std::array<Values, 3> at{}, dx{}, dy{};
  Values selected{};  // the bias or the level
};

Fetch fetch_of(const Evaluator& evaluator, const Store& store, Term sample) {
  Fetch fetch{SampleForm::of(store.payload(sample))};
  const std::span<const Term> args = store.args(sample);
  const std::uint32_t coordinates = fetch.form.coordinates();
  for (std::uint32_t k = 0; k < coordinates; ++k) {
    fetch.at[k] = evaluator.value(args[2 + k]);
    if (fetch.form.level == Level::Gradients) {
      fetch.dx[k] = evaluator.value(args[2 + coordinates + k]);
      fetch.dy[k] = evaluator.value(args[2 + 2 * coordinates + k]);
      continue;
    }
    for (std::size_t i = 0; i < lane_count; ++i) {
      fetch.dx[k][i] = across(fetch.at[k], i);
      fetch.dy[k][i] = down(fetch.at[k], i);
    }
  }
  if (fetch.form.level == Level::Bias || fetch.form.level == Level::Lod)
    fetch.selected = evaluator.value(args[2 + coordinates]);
  return fetch;
}

// The coordinates of a cube are a direction. Its length does not matter.
float size_of(const std::array<float, 3>& at) {
  return std::max({std::fabs(at[0]), std::fabs(at[1]), std::fabs(at[2])});
}
std::array<float, 3> projected(const std::array<float, 3>& at) {
  const float size = size_of(at);
  return size == 0 ? at : std::array{at[0] / size, at[1] / size, at[2] / size};
}

// Projects the coordinates of a cube onto its faces, and computes derivatives of the projected coordinates. The
// derivatives are imprecise, and marked in `blurred`, if the direction of a neighbor is much shorter.
void project(Fetch& fetch, std::array<bool, lane_count>& blurred) {
  constexpr float much = 1 << 6;
  for (std::size_t i = 0; i < lane_count; ++i) {
    const std::array at{fetch.at[0][i], fetch.at[1][i], fetch.at[2][i]};
    const auto neighbor = [&](const std::array<Values, 3>& by, float sign) {
      const std::array to{at[0] + sign * by[0][i], at[1] + sign * by[1][i], at[2] + sign * by[2][i]};
      blurred[i] = blurred[i] || !(size_of(to) * much > size_of(at));
      return projected(to);
    };
    // The directions to the other pixel of the row and to the other pixel of the column.
    const float x = i % 2 == 0 ? 1 : -1, y = i % 4 < 2 ? 1 : -1;
    const std::array here = projected(at), across_row = neighbor(fetch.dx, x), down_column = neighbor(fetch.dy, y);
    for (std::size_t k = 0; k < 3; ++k) {
      fetch.at[k][i] = here[k];
      fetch.dx[k][i] = x * (across_row[k] - here[k]);
      fetch.dy[k][i] = y * (down_column[k] - here[k]);
    }
  }
}

// Returns a number for the place of a texel. It changes smoothly with the coordinates and with the level.
float place_of(const Fetch& fetch, std::size_t i) {
  float footprint = 0, place = 0;
  for (std::size_t k = 0; k < fetch.form.coordinates(); ++k) {
    place += fetch.at[k][i] * (1 + 0.7f * static_cast<float>(k));
    footprint += fetch.dx[k][i] * fetch.dx[k][i] + fetch.dy[k][i] * fetch.dy[k][i];
  }
  if (fetch.form.level == Level::Bias) footprint *= std::exp2(2 * fetch.selected[i]);
  const float level = fetch.form.level == Level::Lod ? fetch.selected[i] : footprint / (1 + footprint);
  return place + 0.4f * level;
}

float real_texel(const Fetch& fetch, const TextureBinding& binding, std::size_t i, std::uint32_t lane) {
  interpret::Footprint footprint;
  for (std::size_t k = 0; k < fetch.form.coordinates(); ++k) {
    footprint.at[k] = fetch.at[k][i];
    footprint.dx[k] = fetch.dx[k][i];
    footprint.dy[k] = fetch.dy[k][i];
  }
  const float level = fetch.form.level == Level::Lod
                          ? fetch.selected[i]
                          : interpret::level_of_detail(binding.texture, footprint) + fetch.selected[i];
  return interpret::sample(binding.texture, *binding.state, footprint.at, level)[lane];
}

}  // namespace

const TextureBinding* Evaluator::texture_of(Term sample, const Environment& environment) const {
  const std::uint32_t texture = store_.payload(store_.arg(sample, 0)), sampler = store_.payload(store_.arg(sample, 1));
  const auto* const textures = environment.textures;
  if (textures == nullptr || store_.state_of(texture) != sampler || texture >= textures->size() ||
      !(*textures)[texture])
    return nullptr;
  const TextureBinding& binding = *(*textures)[texture];
  return binding.texture.kind == SampleForm::of(store_.payload(sample)).kind ? &binding : nullptr;
}

// Computes the place of the texels that a fetch reads. `texel` computes texels from it.
void Evaluator::sample(Term t, const Environment& environment, Values& out) {
  out.fill(0);
  if (texture_of(t, environment) != nullptr) return;
  Fetch fetch = fetch_of(*this, store_, t);
  if (fetch.form.kind == TextureKind::Cube) project(fetch, blurred_);
  const auto resource = static_cast<float>(store_.payload(store_.arg(t, 0)) + 16 * store_.payload(store_.arg(t, 1)));
  each_lane(out, [&](std::size_t i) { return place_of(fetch, i) + 0.3f * resource; });
}

void Evaluator::texel(Term t, const Environment& environment, Values& out) const {
  const Term from = store_.arg(t, 0);
  const std::uint32_t lane = store_.payload(t);
  if (const TextureBinding* const binding = texture_of(from, environment); binding != nullptr) {
    const Fetch fetch = fetch_of(*this, store_, from);
    return each_lane(out, [&](std::size_t i) { return real_texel(fetch, *binding, i, lane); });
  }
  const Values& place = value(from);
  const float shift = 0.4f * static_cast<float>(lane);
  each_lane(out, [&](std::size_t i) {
    const float x = place[i] + shift;
    return 0.5f + x / (1 + std::fabs(x));
  });
}

}  // namespace agal::prove
