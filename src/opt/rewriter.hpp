// What every pass is made of: walk the old list, append to the new one, remember what became of each value.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "ir/builder.hpp"
#include "ir/module.hpp"

namespace agal::opt {

class Rewriter {
 public:
  /// Takes the module's list away; the new one is appended to the module.
  explicit Rewriter(ir::Module& module) : module_(module), old_(std::move(module.body)) {
    module_.body.clear();
    module_.body.reserve(old_.size() + 16);
    map_.assign(old_.size(), ir::Value::None);
  }

  std::span<const ir::Inst> old() const { return old_; }
  const ir::Inst& old(ir::Value v) const { return old_[ir::index(v)]; }

  ir::Value mapped(ir::Value v) const { return map_[ir::index(v)]; }
  void map(std::uint32_t old_index, ir::Value v) { map_[old_index] = v; }

  /// The instruction with its operands replaced by what became of them.
  ir::Inst translated(const ir::Inst& inst) const {
    ir::Inst copy = inst;
    if (ir::info(inst.op).kind != ir::Kind::Constant)
      for (std::uint32_t i = 0; i < inst.arg_count(); ++i) copy.set_arg(i, mapped(inst.arg(i)));
    return copy;
  }

  /// Appends as it stands.
  ir::Value append(const ir::Inst& inst) {
    module_.body.push_back(inst);
    return static_cast<ir::Value>(module_.body.size() - 1);
  }

  ir::Module& module() { return module_; }
  const ir::Module& module() const { return module_; }

 private:
  ir::Module& module_;
  std::vector<ir::Inst> old_;
  std::vector<ir::Value> map_;
};

}  // namespace agal::opt
