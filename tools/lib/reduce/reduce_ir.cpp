#include "reduce_ir.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ir/structure.hpp"
#include "opt/passes.hpp"
#include "search.hpp"

namespace agal::reduce {
namespace {

using ir::Inst;
using ir::Module;
using ir::Op;
using ir::Value;

// The cost of a module. Fewer instructions other than constants are always simpler, then fewer constants, then a
// shorter text.
using IrCost = std::tuple<std::size_t, std::size_t, std::size_t>;

IrCost cost_of(const Module& module, const std::string& text) {
  const auto constants = static_cast<std::size_t>(
      std::count_if(module.body.begin(), module.body.end(), [](const Inst& inst) { return inst.op == Op::Constant; }));
  return {module.body.size() - constants, constants, text.size()};
}

bool is_zero(const Inst& inst) {
  return inst.op == Op::Constant && std::all_of(inst.args.begin(), inst.args.begin() + inst.type.width,
                                                [](std::uint32_t lane) { return lane == 0; });
}

// Builds a new list of instructions for a module: a zero of each type that is used, then the kept instructions with
// mapped operands.
class Rebuilt {
 public:
  explicit Rebuilt(const Module& module) : old_(module), map_(module.body.size(), Value::None) {}

  void keep(std::uint32_t i) {
    const Inst& inst = old_.body[i];
    if (is_zero(inst))
      replace_by_zero(i);
    else
      append(i, inst);
  }
  void replace(std::uint32_t i, Value by) { map_[i] = map_[ir::index(by)]; }
  void replace_by_zero(std::uint32_t i) { map_[i] = zero(old_.body[i].type); }

  // Replaces the phi by the lanes of one of its operands.
  void choose(std::uint32_t i, std::uint32_t side) {
    Inst lanes = old_.body[i];
    const std::uint32_t operand = lanes.args[side];
    lanes.op = Op::Compose;
    lanes.lanes = side == 0 ? lanes.lanes : lanes.lanes2;
    for (std::uint32_t lane = 0; lane < lanes.type.width; ++lane) lanes.args[lane] = operand;
    append(i, lanes);
  }

  Module take() && {
    Module out = old_;
    out.body.clear();
    std::vector<std::uint32_t> numbers(zeros_.size(), unused);
    for (const Inst& inst : body_)
      ir::for_each_arg(inst, [&](Value v) {
        if (ir::index(v) < first_zero || v == Value::None) return;
        std::uint32_t& number = numbers[ir::index(v) - first_zero];
        if (number != unused) return;
        number = static_cast<std::uint32_t>(out.body.size());
        Inst& zero = out.body.emplace_back();
        zero.op = Op::Constant;
        zero.type = zeros_[ir::index(v) - first_zero];
        zero.args = {0, 0, 0, 0};
      });
    const auto count = static_cast<std::uint32_t>(out.body.size());
    for (Inst inst : body_) {
      for (std::uint32_t a = 0; a < inst.arg_count(); ++a)
        if (inst.arg(a) != Value::None)
          inst.args[a] = inst.args[a] < first_zero ? inst.args[a] + count : numbers[inst.args[a] - first_zero];
      out.body.push_back(inst);
    }
    return out;
  }

 private:
  static constexpr std::uint32_t first_zero = 0x8000'0000, unused = 0xffff'ffff;

  void append(std::uint32_t i, Inst inst) {
    for (std::uint32_t a = 0; a < inst.arg_count(); ++a) inst.set_arg(a, map_[inst.args[a]]);
    map_[i] = static_cast<Value>(body_.size());
    body_.push_back(inst);
  }

  Value zero(ir::Type type) {
    const auto found = std::find(zeros_.begin(), zeros_.end(), type);
    const auto number = static_cast<std::uint32_t>(found - zeros_.begin());
    if (found == zeros_.end()) zeros_.push_back(type);
    return static_cast<Value>(first_zero + number);
  }

  const Module& old_;
  std::vector<Value> map_;
  std::vector<Inst> body_;
  std::vector<ir::Type> zeros_;
};

// Returns the module without the effects in [first, last), and with zero instead of the values in this range.
Module without(const Module& module, std::uint32_t first, std::uint32_t last) {
  Rebuilt out(module);
  for (std::uint32_t i = 0; i < module.body.size(); ++i) {
    const ir::Kind kind = ir::kind(module.body[i].op);
    const bool changes = i >= first && i < last && kind != ir::Kind::Marker;
    if (!changes)
      out.keep(i);
    else if (kind != ir::Kind::Effect)
      out.replace_by_zero(i);
  }
  return std::move(out).take();
}

// Returns the module with an operand of the value at `at` instead of this value.
Module with_operand(const Module& module, std::uint32_t at, std::uint32_t operand) {
  Rebuilt out(module);
  for (std::uint32_t i = 0; i < module.body.size(); ++i) {
    if (i == at)
      out.replace(i, module.body[i].arg(operand));
    else
      out.keep(i);
  }
  return std::move(out).take();
}

// Returns the module with the first arm (0) or the second (1) instead of the conditional that begins at `start`.
Module with_arm(const Module& module, const ir::Structure& structure, std::uint32_t start, std::uint32_t side) {
  const ir::Structure::Place place = structure[start];
  Rebuilt out(module);
  for (std::uint32_t i = 0; i < module.body.size(); ++i) {
    if (i == start || i == place.other || i == place.end) continue;
    const bool first = i > start && i<place.other, second = i> place.other && i < place.end;
    if (side == 0 ? second : first) continue;
    if (module.body[i].op == Op::Phi && structure[i].start == start)
      out.choose(i, side);
    else
      out.keep(i);
  }
  return std::move(out).take();
}

// Returns the module without the second arm of the conditional that begins at `start`.
Module without_else(const Module& module, const ir::Structure& structure, std::uint32_t start) {
  const ir::Structure::Place place = structure[start];
  Rebuilt out(module);
  for (std::uint32_t i = 0; i < module.body.size(); ++i) {
    if (i < place.other || i >= place.end)
      out.keep(i);
    else if (module.body[i].is_value())
      out.replace_by_zero(i);
  }
  return std::move(out).take();
}

Module without_dead_code(Module module) {
  opt::eliminate_dead_code(module);
  return module;
}

// Returns the module without unused samplers, and with defaults in the rest of the header.
Module with_smaller_header(Module module) {
  std::vector<bool> used(module.samplers.size());
  for (const Inst& inst : module.body)
    if (ir::is_sample(inst.op)) used[inst.aux] = true;
  for (Inst& inst : module.body)
    if (ir::is_sample(inst.op))
      inst.aux = static_cast<std::uint16_t>(std::count(used.begin(), used.begin() + inst.aux, true));
  std::size_t slot = 0;
  std::erase_if(module.samplers, [&](const ir::SamplerSlot&) { return !used[slot++]; });
  module.centroid_varyings = {};
  module.constant_array = 0;
  return module;
}

class IrReduction : Search<Module, IrCost> {
 public:
  IrReduction(const Module& module, const IrPredicate& interesting, const IrOptions& options)
      : Search(module, cost_of(module, ir::print(module)), interesting, options.on_progress, options.max_candidates) {}

  Module run() {
    bool changed = true;
    while (changed && !spent()) {
      changed = attempt(without_dead_code(best_));
      for (const auto step : {&IrReduction::drop_conditionals, &IrReduction::drop_instructions,
                              &IrReduction::use_operands, &IrReduction::drop_details})
        changed = (this->*step)() || changed;
    }
    return std::move(best_);
  }

 private:
  std::uint32_t size() const { return static_cast<std::uint32_t>(best_.body.size()); }

  bool attempt(const Module& candidate) {
    std::string text = ir::print(candidate);
    const IrCost cost = cost_of(candidate, text);
    return replace_best(candidate, cost, std::move(text), [](const Module& each) { return !ir::find_fault(each); });
  }

  // Tries the candidate without dead code first, because dead code is rarely the reason why the candidate is
  // interesting.
  bool attempt_without_dead_code(const Module& candidate) {
    return (ir::verify(candidate).empty() && attempt(without_dead_code(candidate))) || attempt(candidate);
  }

  bool drop_conditionals() {
    bool changed = false;
    for (std::uint32_t i = 0; i < size(); ++i) {  // the outermost conditional first
      if (best_.body[i].op != Op::If) continue;
      const Module before = best_;
      const ir::Structure structure = ir::find_structure(before.body);
      if (!attempt_without_dead_code(with_arm(before, structure, i, 1)) &&
          !attempt_without_dead_code(with_arm(before, structure, i, 0)) &&
          !(structure[i].has_else() && attempt_without_dead_code(without_else(before, structure, i))))
        continue;
      changed = true;
      i = 0;
    }
    return changed;
  }

  // Removes half of the instructions, a quarter, and so on down to single ones. Begins at the end, because fewer
  // instructions depend on the last ones.
  bool drop_instructions() {
    bool changed = false;
    for (std::uint32_t length = (size() + 1) / 2; length > 0; length /= 2)
      for (std::uint32_t end = size(); end > 0;) {
        const std::uint32_t first = end > length ? end - length : 0;
        changed = attempt_without_dead_code(without(best_, first, end)) || changed;
        end = std::min(first, size());
      }
    return changed;
  }

  bool use_operands() {
    bool changed = false;
    for (std::uint32_t i = size(); i-- > 0;)
      for (std::uint32_t operand = 0; i < size() && operand < best_.body[i].arg_count(); ++operand) {
        const Inst& inst = best_.body[i];
        if (!inst.is_value() || best_[inst.arg(operand)].type != inst.type) continue;
        changed = attempt_without_dead_code(with_operand(best_, i, operand)) || changed;
      }
    return changed;
  }

  bool drop_details() {
    Module tokens = best_;
    for (Inst& inst : tokens.body) inst.token = ir::no_token;
    bool changed = attempt(tokens);
    Module names = best_;
    for (Inst& inst : names.body) inst.hint = {};
    changed = attempt(names) || changed;
    return attempt(with_smaller_header(best_)) || changed;
  }
};

}  // namespace

Module reduce(const Module& module, const IrPredicate& interesting, const IrOptions& options) {
  return IrReduction(module, interesting, options).run();
}

}  // namespace agal::reduce
