#include "writer/body.hpp"

namespace agal::writer {
namespace {

std::string prefix_of_constants(const Dialect& dialect) {
  if (dialect.constants.empty()) return {};
  std::string prefix(dialect.constants);
  if (!dialect.constants_block.empty()) prefix.append(".").append(dialect.constants_block);
  return prefix += '[';
}

}  // namespace

Body::Body(const ir::Module& module, const Dialect& dialect, std::span<const std::uint8_t> relaxed, Text& out)
    : module_(module),
      dialect_(dialect),
      constant_prefix_(prefix_of_constants(dialect)),
      out_(out),
      structure_(ir::find_structure(module)),
      statements_(module, structure_, dialect),
      variables_(module, structure_, statements_, relaxed) {}

void Body::print() {
  for (std::uint32_t i = 0; i < module_.body.size(); ++i) {
    const Inst& inst = module_.body[i];
    switch (ir::kind(inst.op)) {
      case ir::Kind::Phi: break;
      case ir::Kind::Marker:
        if (inst.op == Op::If) open_if(i);
        if (inst.op == Op::Else) open_else(i);
        if (inst.op == Op::EndIf) close_if(i);
        break;
      case ir::Kind::Effect:
        if (inst.op == Op::Kill)
          kill(inst);
        else
          store(inst);
        break;
      case ir::Kind::Constant:
      case ir::Kind::Input:
      case ir::Kind::Lanewise:
      case ir::Kind::Horizontal:
      case ir::Kind::Compose:
        if (statements_.has_variable(static_cast<Value>(i))) statement(static_cast<Value>(i));
        break;
    }
  }
}

// Writes a declaration without its initializer: `vec3 ft1` or `let ft1`.
void Body::declare(const Variable& variable) {
  if (dialect_.infers_types) {
    out_ << (variable.assignments == 1 && variable.declared_before == Variable::none ? "let " : "var ")
         << variable.name();
    return;
  }
  if (variable.relaxed && dialect_.precisions) out_ << "mediump ";
  out_ << dialect_.type(variable.type) << ' ' << variable.name();
}

void Body::bare_declaration(const Variable& variable) {
  out_.begin_line();
  declare(variable);
  if (dialect_.infers_types) out_ << ": " << dialect_.type(variable.type);
  out_ << ';';
  out_.end_line();
}

template <class Write>
void Body::assignment(const Variable& variable, bool declares, Write write) {
  out_.begin_line();
  if (declares)
    declare(variable);
  else
    out_ << variable.name();
  out_ << " = ";
  write();
  out_ << ';';
  out_.end_line();
}

void Body::statement(Value v) {
  out_.note(module_[v].token);
  assignment(variables_.of(v), variables_.declares(v), [&] { value(module_[v], Precedence::Ternary); });
}

// For each phi that follows the EndIf at `end`, assigns operand `side` to the variable of the phi. If the assignments
// precede the If, `start` is the index of the If. Otherwise, it is Variable::none.
void Body::copies(std::uint32_t end, std::uint32_t side, std::uint32_t start) {
  for_each_phi(end, [&](Value phi) {
    if (!variables_.copies(phi, side)) return;
    const Variable& variable = variables_.of(phi);
    const bool declares = start != Variable::none && variable.declared_before == start;
    assignment(variable, declares, [&] { expression(module_[phi].arg(side)); });
  });
}

// Writes the declarations that precede an `if`. If it does not have an `else`, also assigns the values that its
// variables have if the condition is false.
void Body::before_if(std::uint32_t i) {
  const bool assigns = !structure_[i].has_else();
  variables_.for_each_declared_at(i, [&](const Variable& variable) {
    bool initialized = variable.assignments == 0;
    if (assigns)
      for_each_phi(structure_[i].end,
                   [&](Value phi) { initialized |= variables_.copies(phi, 1) && &variables_.of(phi) == &variable; });
    if (!initialized) bare_declaration(variable);
  });
  if (assigns) copies(structure_[i].end, 1, i);
}

void Body::open_if(std::uint32_t i) {
  const std::size_t before = out_.size();
  const bool first_in_else = !open_.empty() && open_.back().other == before;
  before_if(i);
  IfPositions open;
  if (first_in_else && out_.size() == before && is_all_of_else(i)) {
    IfPositions& outer = open_.back();
    out_.truncate(outer.then);
    outer.then = outer.other = no_position;
    out_.dedent();
    open.chained = true;
  }
  open_.push_back(open);
  if_header(i, false);
}

void Body::if_header(std::uint32_t i, bool negated) {
  IfPositions& open = open_.back();
  open.header = out_.size();
  out_.begin_line();
  out_.note(module_.body[i].token);
  out_ << (open.chained ? "} else if (" : "if (") << (negated ? "!" : "");
  expression(module_.body[i].arg(0), negated ? Precedence::Primary : Precedence::Ternary);
  out_ << ") {";
  out_.end_line();
  open.then = out_.size();
  out_.indent();
}

// Returns true if the second arm contains only the `if` at `i`. The arm is then written as `else if`. The `if` must be
// the first statement of the arm.
bool Body::is_all_of_else(std::uint32_t i) const {
  for (std::uint32_t k = structure_[i].end + 1; k < module_.body.size(); ++k) {
    const Inst& inst = module_.body[k];
    const auto v = static_cast<Value>(k);
    if (inst.op == Op::EndIf) {
      bool copied = false;
      for_each_phi(k, [&](Value phi) { copied |= variables_.copies(phi, 1); });
      return !copied;
    }
    if (inst.op != Op::Phi && (!inst.is_value() || statements_.has_variable(v))) return false;
  }
  return false;
}

void Body::open_else(std::uint32_t i) {
  const std::uint32_t start = structure_[i].start;
  copies(structure_[start].end, 0, Variable::none);
  IfPositions& open = open_.back();
  out_.dedent();
  if (out_.size() == open.then) {
    // The first arm is empty, so the condition is negated.
    out_.truncate(open.header);
    if_header(start, true);
    return;
  }
  open.then = out_.size();
  out_.note(module_.body[i].token);
  out_.line("} else {");
  open.other = out_.size();
  out_.indent();
}

void Body::close_if(std::uint32_t i) {
  copies(i, ir::arm_end(module_.body, structure_, i)->operand, Variable::none);
  const IfPositions open = open_.back();
  open_.pop_back();
  if (out_.size() == open.other) out_.truncate(open.then);
  if (open.other == no_position && out_.size() == open.then) out_.truncate(open.header);
  if (open.chained) return;  // the outer `if` ends the chain
  out_.dedent();
  if (out_.size() == open.header) return;
  out_.note(module_.body[i].token);
  out_.line("}");
}

void Body::kill(const Inst& inst) {
  out_.note(inst.token);
  out_.begin_line();
  out_ << "if (";
  expression(inst.arg(0));
  out_ << ") {";
  out_.end_line();
  out_.indent();
  out_.note(inst.token);
  out_.line(dialect_.discard);
  out_.dedent();
  out_.line("}");
}

void Body::store(const Inst& inst) {
  out_.note(inst.token);
  out_.begin_line();
  out_ << dialect_.outputs;
  const std::uint32_t number = inst.aux;
  if (inst.op == Op::StorePosition)
    out_ << dialect_.position;
  else if (inst.op == Op::StoreDepth)
    out_ << dialect_.depth;
  else if (inst.op == Op::StoreColor && dialect_.color_array)
    out_ << "gl_FragData[" << number << ']';
  else
    out_ << name(inst.op == Op::StoreColor ? RegisterType::Output : RegisterType::Varying, number);
  out_ << " = ";
  expression(inst.arg(0));
  out_ << ';';
  out_.end_line();
}

}  // namespace agal::writer
