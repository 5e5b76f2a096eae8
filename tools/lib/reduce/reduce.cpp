#include "reduce.hpp"

#include <string>
#include <utility>
#include <vector>

#include "agal/bytecode.hpp"
#include "agal/validate.hpp"
#include "candidates.hpp"
#include "cost.hpp"
#include "search.hpp"

namespace agal::reduce {
namespace {

class Reduction : Search<Program, Cost> {
 public:
  Reduction(const Program& program, const Predicate& interesting, const Options& options)
      : Search(program, cost(program), interesting, options.on_progress, options.max_candidates), options_(options) {
    best_.positions.clear();  // positions do not match the tokens after a change
    broken_ = refused(program);
  }

  Program run() {
    bool changed = true;
    while (changed && !spent()) {
      changed = false;
      for (const auto pass : {&Reduction::drop_trailing, &Reduction::drop_regions, &Reduction::drop_tokens,
                              &Reduction::simplify_samplers, &Reduction::simplify_tokens, &Reduction::renumber})
        changed = (this->*pass)() || changed;
    }
    return std::move(best_);
  }

 private:
  bool refused(const Program& program) const {
    ValidateOptions validation;
    validation.level = options_.valid ? ValidationLevel::Strict : ValidationLevel::Off;
    validation.allow_reserved = !options_.valid || options_.allow_reserved;
    return validate(program, validation).has_errors() || validate_outputs(program, validation).has_errors();
  }

  bool may_be_tried(const Program& candidate) const {
    if (candidate.instructions.empty()) return false;  // a file cannot contain an empty program
    return (broken_ && !options_.valid) || !refused(candidate);
  }

  bool attempt(const Program& candidate) {
    const std::vector<std::byte> bytes = write_bytecode(candidate);
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return replace_best(candidate, cost(candidate), std::move(text),
                        [this](const Program& each) { return may_be_tried(each); });
  }
  Attempt attempts() {
    return [this](const Program& candidate) { return attempt(candidate); };
  }

  bool drop_trailing() {
    if (best_.trailing.empty()) return false;
    Program candidate = best_;
    candidate.trailing.clear();
    return attempt(candidate);
  }

  bool drop_regions() {
    bool changed = false;
    std::vector<Region> list = regions(best_);
    for (std::size_t i = list.size(); i-- > 0;) {  // the outermost conditional first
      const Program before = best_;
      if (!simpler_region(before, list[i], attempts())) continue;
      changed = true;
      list = regions(best_);
      i = list.size();
    }
    return changed;
  }

  // Removes half of the tokens, a quarter, and so on down to single tokens. Begins at the end, because fewer tokens
  // depend on the last ones.
  bool drop_tokens() {
    bool changed = false;
    for (std::size_t length = (best_.instructions.size() + 1) / 2; length > 0; length /= 2) {
      std::size_t end = best_.instructions.size();
      while (end > 0) {
        const std::size_t first = end > length ? end - length : 0;
        changed = attempt(without(best_, first, end)) || changed;
        end = first;
      }
    }
    return changed;
  }

  // Repeats `step` until nothing changes.
  template <class Step>
  bool repeat(Step step) {
    bool changed = false;
    for (Program before = best_; step(before); before = best_) changed = true;
    return changed;
  }

  bool simplify_samplers() {
    return repeat([this](const Program& program) { return simpler_samplers(program, attempts()); });
  }
  bool renumber() {
    return repeat([this](const Program& program) { return lower_registers(program, attempts()); });
  }
  bool simplify_tokens() {
    bool changed = false;
    for (std::size_t token = best_.instructions.size(); token-- > 0;)
      changed = repeat([&](const Program& program) { return simpler_token(program, token, attempts()); }) || changed;
    return changed;
  }

  const Options& options_;
  bool broken_ = false;  // `validate` rejects the original program
};

}  // namespace

Program reduce(const Program& program, const Predicate& interesting, const Options& options) {
  return Reduction(program, interesting, options).run();
}

}  // namespace agal::reduce
