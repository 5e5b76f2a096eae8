#include "khronos/text_form.hpp"

#include <algorithm>

#include "khronos/words.hpp"

namespace agal::khronos {
namespace {

using Id = std::uint32_t;
using Instruction = std::span<const std::uint32_t>;

constexpr std::uint32_t bound_word = 3;
constexpr std::uint32_t undefined_lane = 0xffff'ffff;

constexpr std::uint32_t first_word(spv::Op op, std::size_t length) {
  return static_cast<std::uint32_t>(op) | static_cast<std::uint32_t>(length) << spv::WordCountShift;
}

class Rewriter {
 public:
  explicit Rewriter(Instruction words) : bound_(words[bound_word]), facts_(bound_) {
    out_.reserve(words.size() + words.size() / 8);
    out_.assign(words.begin(), words.begin() + header_words);
    for_each(words, [this](spv::Op op, Instruction one) { note_uses(op, one); });
    for_each(words, [this](spv::Op op, Instruction one) { instruction(op, one); });
    out_[bound_word] = bound_;
  }

  std::vector<std::uint32_t> take() { return std::move(out_); }

 private:
  struct Fact {
    Id type = 0;              // of a value
    Id component = 0;         // of a vector type
    std::uint32_t lanes = 1;  // of a vector type
    Id repeated = 0;          // the scalar that a construction repeats in all lanes, if it does
    bool needed = false;      // has a use other than as the condition of a select
  };

  template <class Visit>
  static void for_each(Instruction words, Visit visit) {
    for (std::size_t at = header_words; at < words.size();) {
      const std::uint32_t length = words[at] >> spv::WordCountShift;
      if (length == 0 || length > words.size() - at) return;
      visit(static_cast<spv::Op>(words[at] & spv::OpCodeMask), words.subspan(at, length));
      at += length;
    }
  }

  // A literal may look like an id; then we merely keep an instruction that could have been removed.
  void note_uses(spv::Op op, Instruction words) {
    bool has_result = false, has_type = false;
    spv::HasResultAndType(op, &has_result, &has_type);
    for (std::size_t i = 1; i < words.size(); ++i) {
      const bool result = has_result && i == (has_type ? 2u : 1u);
      const bool condition = op == spv::OpSelect && i == 3;
      if (!result && !condition) fact(words[i]).needed = true;
    }
  }

  void instruction(spv::Op op, Instruction words) {
    note(op, words);
    // Unused constructions are dropped: SPIRV-Cross would count them as a use of the condition.
    if (op == spv::OpCompositeConstruct && fact(words[2]).repeated != 0 && !fact(words[2]).needed) return;
    if (op == spv::OpVectorShuffle && words.size() > 5 && shuffle(words)) return;
    if (op == spv::OpSelect && words.size() == 6 && fact(words[3]).repeated != 0) {
      out_.insert(out_.end(), {words[0], words[1], words[2], fact(words[3]).repeated, words[4], words[5]});
      return;
    }
    out_.insert(out_.end(), words.begin(), words.end());
  }

  void note(spv::Op op, Instruction words) {
    bool has_result = false, has_type = false;
    spv::HasResultAndType(op, &has_result, &has_type);
    if (has_result && has_type && words.size() > 2) fact(words[2]).type = words[1];
    if (op == spv::OpTypeVector && words.size() > 3) {
      fact(words[1]).component = words[2];
      fact(words[1]).lanes = words[3];
    }
    if (op == spv::OpCompositeConstruct && words.size() > 4) {
      const Instruction parts = words.subspan(3);
      const bool scalars = fact(words[1]).lanes == parts.size();
      const bool same = std::all_of(parts.begin(), parts.end(), [&](Id part) { return part == parts[0]; });
      if (scalars && same) fact(words[2]).repeated = parts[0];
    }
  }

  /// False: the shuffle stays as it is.
  bool shuffle(Instruction words) {
    const Id type = words[1], left = words[3], right = words[4];
    const Instruction lanes = words.subspan(5);
    const std::uint32_t left_lanes = lanes_of(left);
    if (left == right || fact(type).component == 0) return false;
    if (std::find(lanes.begin(), lanes.end(), undefined_lane) != lanes.end()) return false;
    std::vector<Id> parts;
    for (std::size_t i = 0; i < lanes.size();) {
      const bool from_left = lanes[i] < left_lanes;
      const Id source = from_left ? left : right;
      const std::uint32_t base = from_left ? 0 : left_lanes;
      if (const std::uint32_t whole = lanes_of(source); is_whole(lanes.subspan(i), base, whole)) {
        parts.push_back(source);
        i += whole;
      } else {
        parts.push_back(extract(fact(type).component, source, lanes[i] - base));
        ++i;
      }
    }
    out_.push_back(first_word(spv::OpCompositeConstruct, parts.size() + 3));
    out_.insert(out_.end(), {type, words[2]});
    out_.insert(out_.end(), parts.begin(), parts.end());
    return true;
  }

  static bool is_whole(Instruction lanes, std::uint32_t base, std::uint32_t count) {
    if (lanes.size() < count) return false;
    for (std::uint32_t i = 0; i < count; ++i)
      if (lanes[i] != base + i) return false;
    return true;
  }

  Id extract(Id type, Id source, std::uint32_t lane) {
    out_.insert(out_.end(), {first_word(spv::OpCompositeExtract, 5), type, bound_, source, lane});
    return bound_++;
  }

  std::uint32_t lanes_of(Id value) { return fact(fact(value).type).lanes; }

  Fact& fact(Id id) { return id < facts_.size() ? facts_[id] : none_; }

  Id bound_;
  std::vector<Fact> facts_;
  Fact none_;
  std::vector<std::uint32_t> out_;
};

}  // namespace

std::vector<std::uint32_t> text_form(std::span<const std::uint32_t> words) {
  if (words.size() < header_words) return {words.begin(), words.end()};
  return Rewriter(words).take();
}

}  // namespace agal::khronos
