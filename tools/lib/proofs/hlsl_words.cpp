#include "proofs/hlsl.hpp"

#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "proofs/constant_expressions.hpp"
#include "proofs/module_words.hpp"

namespace agal::proofs {
namespace {

class Rewriter {
 public:
  explicit Rewriter(WordList& words) : words_(words), next_(words[bound_word]) {}

  void run() {
    const std::vector<Instruction> instructions = instructions_of(words_);
    for (const Instruction& inst : instructions) find_number(inst);
    WordList out(words_.begin(), words_.begin() + header_words);
    for (const Instruction& inst : instructions) {
      declare(inst);
      append_to(out, inst);
    }
    out[bound_word] = next_;
    words_ = std::move(out);
  }

 private:
  void declare(const Instruction& inst) {
    switch (inst.op) {
      case spv::OpExtInstImport:
        if (inst.string_at(2) == "GLSL.std.450") extended_ = inst[1];
        return;
      case spv::OpTypeImage:
      case spv::OpTypeSampler: opaque_.insert(inst[1]); return;
      case spv::OpTypePointer: pointees_[inst[1]] = inst[3]; return;
      case spv::OpTypeFloat: float_ = inst[1]; return;
      case spv::OpConstant:
        if (inst[1] == float_)
          constants_[inst[2]] = {std::bit_cast<float>(inst[3])};
        else
          integers_[inst[2]] = static_cast<std::int32_t>(inst[3]);
        return;
      case spv::OpConvertSToF:
        if (const auto number = integers_.find(inst[3]); number != integers_.end())
          constants_[inst[2]] = {static_cast<float>(number->second)};
        return;
      case spv::OpLoad:
        if (const auto number = numbers_.find(inst[3]); number != numbers_.end()) {
          const auto integer = integers_.find(number->second);
          if (integer != integers_.end()) integers_[inst[2]] = integer->second;
          const auto value = constants_.find(number->second);
          if (value != constants_.end()) constants_[inst[2]] = std::vector<float>(value->second);
        }
        return;
      case spv::OpSNegate:
        if (const auto number = integers_.find(inst[3]); number != integers_.end())
          integers_[inst[2]] = static_cast<std::int32_t>(0u - static_cast<std::uint32_t>(number->second));
        return;
      case spv::OpFNegate:
        if (const auto value = constants_.find(inst[3]); value != constants_.end()) {
          std::vector<float> negated = value->second;
          for (float& each : negated) each = -each;
          constants_[inst[2]] = std::move(negated);
        }
        return;
      case spv::OpConstantComposite:
      case spv::OpCompositeConstruct: {
        std::vector<float> all;
        for (std::size_t i = 3; i < inst.words.size(); ++i) {
          const auto part = constants_.find(inst[i]);
          if (part == constants_.end()) return;
          all.insert(all.end(), part->second.begin(), part->second.end());
        }
        constants_[inst[2]] = std::move(all);
        return;
      }
      default: return;
    }
  }

  // Records variables that replace numbers of the text.
  void find_number(const Instruction& inst) {
    if (inst.op == spv::OpName && inst.string_at(2).starts_with(number_prefix)) numbers_[inst[1]] = 0;
    if (inst.op != spv::OpStore) return;
    if (const auto number = numbers_.find(inst[1]); number != numbers_.end()) number->second = inst[2];
  }

  void append_to(WordList& out, const Instruction& inst) {
    WordList copy(inst.words.begin(), inst.words.end());
    if (inst.op == spv::OpFMod) copy[0] = head_of(spv::OpFRem, copy.size());
    if (inst.op == spv::OpSMod) copy[0] = head_of(spv::OpSRem, copy.size());
    if (inst.op == spv::OpExtInst && inst[3] == extended_) {
      if (inst[4] == GLSLstd450FMix) return append_mix(out, inst);
      if (inst[4] == GLSLstd450FClamp && !is_range(inst[6], inst[7])) return append_clamp(out, inst);
    }
    if (inst.op == spv::OpVariable && inst[3] == spv::StorageClassPrivate && inst.words.size() == 4 &&
        !opaque_.contains(pointees_.at(inst[1]))) {
      const Id zero = next_++;
      append(out, spv::OpConstantNull, {pointees_.at(inst[1]), zero});
      copy.push_back(zero);
      copy[0] = head_of(spv::OpVariable, copy.size());
    }
    out.insert(out.end(), copy.begin(), copy.end());
  }

  void append_mix(WordList& out, const Instruction& inst) {
    const Id difference = next_++, product = next_++;
    append(out, spv::OpFSub, {inst[1], difference, inst[6], inst[5]});
    append(out, spv::OpFMul, {inst[1], product, inst[7], difference});
    append(out, spv::OpFAdd, {inst[1], inst[2], inst[5], product});
  }

  void append_clamp(WordList& out, const Instruction& inst) {
    const Id above = next_++;
    append(out, spv::OpExtInst, {inst[1], above, inst[3], GLSLstd450NMax, inst[5], inst[6]});
    append(out, spv::OpExtInst, {inst[1], inst[2], inst[3], GLSLstd450NMin, above, inst[7]});
  }

  // Returns true if both are constants, and no component of `low` is above `high`.
  bool is_range(Id low, Id high) const {
    const auto first = constants_.find(low), last = constants_.find(high);
    if (first == constants_.end() || last == constants_.end() || first->second.size() != last->second.size())
      return false;
    return std::ranges::equal(first->second, last->second, [](float a, float b) { return a <= b; });
  }

  WordList& words_;
  Id next_, extended_ = 0, float_ = 0;
  std::map<Id, Id> pointees_;
  std::set<Id> opaque_;       // types of textures and samplers
  std::map<Id, Id> numbers_;  // constants by variable
  std::map<Id, std::vector<float>> constants_;
  std::map<Id, std::int32_t> integers_;  // values of constants, and of loads of numbers
};

}  // namespace

void relax_values(std::vector<std::uint32_t>& words) {
  if (words.size() <= header_words) return;
  const std::vector<Instruction> instructions = instructions_of(words);
  std::set<Id> numeric, values;
  for (const Instruction& inst : instructions) {
    const bool has_value =
        inst.op == spv::OpLoad || inst.op == spv::OpImageSampleImplicitLod || inst.op == spv::OpImageSampleExplicitLod;
    if (inst.op == spv::OpTypeFloat || inst.op == spv::OpTypeInt || inst.op == spv::OpTypeVector)
      numeric.insert(inst[1]);
    if (has_value && numeric.contains(inst[1])) values.insert(inst[2]);
  }
  WordList out(words.begin(), words.begin() + header_words);
  bool is_decorated = false;
  for (const Instruction& inst : instructions) {
    if (inst.op == spv::OpTypeVoid && !std::exchange(is_decorated, true))
      for (const Id value : values) append(out, spv::OpDecorate, {value, spv::DecorationRelaxedPrecision});
    out.insert(out.end(), inst.words.begin(), inst.words.end());
  }
  words = std::move(out);
}

void restore_operations(std::vector<std::uint32_t>& words) {
  if (words.size() > header_words) Rewriter(words).run();
}

}  // namespace agal::proofs
