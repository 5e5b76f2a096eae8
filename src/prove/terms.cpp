#include "prove/terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "agal/program.hpp"

namespace agal::prove {
namespace {

// The assumed maximum instance number of a draw call, so that sums with instance numbers do not wrap.
constexpr std::int64_t max_instance = 1 << 30;

}  // namespace

Terms::Terms(std::uint32_t budget) : table_(1024), budget_(budget) {
  nodes_.reserve(table_.size() / 2);
  pool_.reserve(table_.size());
  true_ = leaf(Op::True);
  false_ = leaf(Op::False);
}

Term Terms::node(Op op, std::uint32_t payload, std::span<const Term> args) {
  std::size_t mixture = mixed(static_cast<std::size_t>(op), payload);
  for (const Term a : args) mixture = mixed(mixture, index(a));
  const auto hash = static_cast<std::uint32_t>(mixture);
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash & mask;
  for (; table_[slot].number != 0; slot = (slot + 1) & mask) {
    if (table_[slot].hash != hash) continue;
    const Node& known = nodes_[table_[slot].number - 1];
    if (known.op == op && known.payload == payload && known.count == args.size() &&
        std::equal(args.begin(), args.end(), pool_.data() + known.first))
      return static_cast<Term>(table_[slot].number - 1);
  }
  if (nodes_.size() >= budget_) {
    exhausted_ = true;
    return info(op).sort == Sort::Bool ? true_ : Term{0};
  }
  const auto first = static_cast<std::uint32_t>(pool_.size());
  const std::size_t count = args.size();
  std::array<Term, std::numeric_limits<std::uint8_t>::max()> copy;  // `args` may point into the pool
  std::copy(args.begin(), args.end(), copy.begin());
  pool_.insert(pool_.end(), copy.data(), copy.data() + count);
  const bool undefined =
      op == Op::Undefined || op == Op::Partial ||
      std::any_of(copy.data(), copy.data() + count, [&](Term a) { return nodes_[index(a)].undefined; });
  nodes_.push_back({op, static_cast<std::uint8_t>(count), undefined, payload, first});
  table_[slot] = {static_cast<std::uint32_t>(nodes_.size()), hash};
  if (nodes_.size() * 2 > table_.size()) rehash();
  return static_cast<Term>(nodes_.size() - 1);
}

void Terms::rehash() {
  std::vector<Slot> table(table_.size() * 4);
  const std::size_t mask = table.size() - 1;
  for (const Slot& known : table_) {
    if (known.number == 0) continue;
    std::size_t slot = known.hash & mask;
    while (table[slot].number != 0) slot = (slot + 1) & mask;
    table[slot] = known;
  }
  table_ = std::move(table);
}

bool Terms::uniform(Term t) {
  uniform_.resize(nodes_.size(), 0);
  // A list of open terms replaces recursion. A term stays open until all its operands are known.
  std::vector<Term> open{t};
  while (!open.empty()) {
    const Term next = open.back();
    std::uint8_t& known = uniform_[index(next)];
    if (known != 0) {
      open.pop_back();
      continue;
    }
    const Op o = op(next);
    if (o == Op::Input || o == Op::Instance || o == Op::Sample || o == Op::Undefined) {
      known = 1;
      continue;
    }
    std::uint8_t result = 2;
    for (const Term a : args(next)) {
      if (uniform_[index(a)] == 0) open.push_back(a);
      if (uniform_[index(a)] == 1) result = 1;
    }
    if (open.back() == next) known = result;
  }
  return uniform_[index(t)] == 2;
}

// The recursion follows both operands of a sum, so its depth must have a limit.
Terms::Range Terms::range(Term integer, std::uint32_t depth) const {
  constexpr Range all{std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
  if (is(integer, Op::Integer)) {
    const auto value = static_cast<std::int32_t>(payload(integer));
    return {value, value};
  }
  if (is(integer, Op::Instance)) return {0, max_instance};
  if (is(integer, Op::ToInt)) {
    const Term a = arg(integer, 0);
    if (!is(a, Op::Clamp) || !is(arg(a, 1), Op::Constant) || !is(arg(a, 2), Op::Constant)) return all;
    const float low = value(arg(a, 1)), high = value(arg(a, 2));
    constexpr float limit = 1 << 24;
    if (!(low >= -limit) || !(high <= limit) || !(low <= high)) return all;
    return {static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)};
  }
  if (depth == 0 || (!is(integer, Op::IntAdd) && !is(integer, Op::IntMin) && !is(integer, Op::IntMax))) return all;
  const Range a = range(arg(integer, 0), depth - 1), b = range(arg(integer, 1), depth - 1);
  if (is(integer, Op::IntMin)) return {std::min(a.low, b.low), std::min(a.high, b.high)};
  if (is(integer, Op::IntMax)) return {std::max(a.low, b.low), std::max(a.high, b.high)};
  const Range sum{a.low + b.low, a.high + b.high};
  return sum.low < all.low || sum.high > all.high ? all : sum;  // the sum may wrap
}

std::string Terms::text(Term t, Stage stage, std::uint32_t depth) const {
  const auto lane = [&](RegisterType type) {
    return fmt::format("{}.{}", register_name(type, payload(t) / 4, stage), "xyzw"[payload(t) % 4]);
  };
  if (is(t, Op::Constant)) return fmt::format("{}", value(t));
  if (is(t, Op::Integer)) return fmt::format("{}", static_cast<std::int32_t>(payload(t)));
  if (is(t, Op::Input)) return lane(stage == Stage::Vertex ? RegisterType::Attribute : RegisterType::Varying);
  if (is(t, Op::Uniform)) return lane(RegisterType::Constant);
  if (is(t, Op::Texture) || is(t, Op::Sampler)) return register_name(RegisterType::Sampler, payload(t), stage);
  std::string out(info(op(t)).text);
  if (op(t) == Op::Texel || op(t) == Op::UniformAt) out += fmt::format(".{}", "xyzw"[payload(t) % 4]);
  if (args(t).empty()) return out;
  out += '(';
  for (std::size_t i = 0; i < args(t).size(); ++i) {
    if (i != 0) out += ", ";
    out += depth == 0 ? "…" : text(arg(t, static_cast<std::uint32_t>(i)), stage, depth - 1);
  }
  return out + ')';
}

}  // namespace agal::prove
