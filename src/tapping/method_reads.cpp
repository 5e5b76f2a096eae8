#include "tapping/method_reads.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "avm2/control_flow.hpp"

namespace agal::tapping {
namespace {

using base::ByteReader;
using base::put_bytes;
using base::put_little;
using base::put_u8;
using base::put_variable;

using Instructions = std::vector<avm2::Instruction>;

// Returns the instructions of a method up to the first invalid one.
Instructions instructions_of(const avm2::Abc& abc, const avm2::MethodBody& body) {
  Instructions list;
  for (auto t = avm2::read_instruction(abc, body, 0); t; t = avm2::read_instruction(abc, body, list.back().end))
    list.push_back(*std::move(t));
  return list;
}

std::string_view name_of(const avm2::Abc& abc, const avm2::Instruction& t) {
  return abc.string(abc.name_string(t.index));
}

// Returns true if the text that instruction `i` pushes is only compared with the names of an object.
bool is_compared(const avm2::Abc& abc, const Instructions& code, std::size_t i) {
  constexpr std::size_t max_object = 3;  // instructions that push the right operand of `in`
  if (i + 1 == code.size()) return false;
  if (code[i + 1].info().effect == avm2::Effect::CallProperty) return name_of(abc, code[i + 1]) == "hasOwnProperty";
  for (std::size_t j = i + 1; j < code.size() && j <= i + 1 + max_object; ++j) {
    if (code[j].code == avm2::Opcode::in) return true;
    const bool is_object =
        code[j].info().effect == avm2::Effect::GetLocal || code[j].info().effect == avm2::Effect::GetLex ||
        code[j].info().effect == avm2::Effect::GetSlot || code[j].info().effect == avm2::Effect::ScopeObject ||
        (code[j].code == avm2::Opcode::getproperty && code[j].name_pops == 0);
    if (!is_object) return false;
  }
  return false;
}

// Rewrites the code of one file.
class Binder {
 public:
  Binder(const avm2::Abc& abc, Bytes file, const IsTapped& is_tapped) : abc_(abc), file_(file), is_tapped_(is_tapped) {}

  std::vector<Edit> edits();

 private:
  struct Branch {
    std::size_t at = 0, from = 0;  // the positions of the displacement, and to which it is relative, in the new code
    std::size_t target = 0;        // the position in the old code
  };

  bool is_read(const Instructions& code, std::size_t i) const;
  bool is_called_next(const avm2::Instruction& t) const;
  std::optional<Edit> rewrite(const avm2::MethodBody& body) const;
  void add_read(const avm2::Instruction& t, Bytes bytes, std::uint32_t local, ByteVector& out) const;
  bool write_handlers(ByteReader& reader, const std::map<std::size_t, std::size_t>& moved, ByteVector& out) const;
  void add_name(std::vector<Edit>& edits) const;

  const avm2::Abc& abc_;
  Bytes file_;
  const IsTapped& is_tapped_;
};

// Returns true if the instruction after a read shows that the value is a function.
bool Binder::is_called_next(const avm2::Instruction& t) const {
  if (t.code == avm2::Opcode::coerce) return name_of(abc_, t) == "Function";
  return t.code == avm2::Opcode::getglobalscope || t.code == avm2::Opcode::pushnull ||
         t.code == avm2::Opcode::pushundefined;
}

// Returns true if an instruction may read a tapped method: its name is constant, or the value is used as a function.
bool Binder::is_read(const Instructions& code, std::size_t i) const {
  const avm2::Instruction& t = code[i];
  if (t.code != avm2::Opcode::getproperty) return false;
  const bool is_named = abc_.name_string(t.index) != 0;
  if (is_named) return t.name_pops == 0 && is_tapped_(name_of(abc_, t));
  if (t.name_pops != 1) return false;
  if (i > 0 && code[i - 1].code == avm2::Opcode::pushstring) return is_tapped_(abc_.string(code[i - 1].index));
  return i + 1 < code.size() && is_called_next(code[i + 1]);
}

// Writes a read whose result is `true.agalc-bind(object, value)`. The function is called on `true`, because an object
// may define how it is called. A name on the stack is kept in a local.
void Binder::add_read(const avm2::Instruction& t, Bytes bytes, std::uint32_t local, ByteVector& out) const {
  const auto op = [&](avm2::Opcode code) { put_u8(out, static_cast<std::uint8_t>(code)); };
  if (t.name_pops > 0) {
    op(avm2::Opcode::setlocal);
    put_variable(out, local);
  }
  op(avm2::Opcode::pushtrue);
  op(avm2::Opcode::swap);
  op(avm2::Opcode::dup);
  if (t.name_pops > 0) {
    op(avm2::Opcode::getlocal);
    put_variable(out, local);
  }
  put_bytes(out, bytes);
  op(avm2::Opcode::callproperty);
  put_variable(out, std::max(abc_.files[0].multiname_list.count, 1u));
  put_variable(out, 2);
}

// Copies the exception handlers of a method. Returns false if one of them does not begin or end at an instruction.
bool Binder::write_handlers(ByteReader& reader, const std::map<std::size_t, std::size_t>& moved,
                            ByteVector& out) const {
  std::uint32_t handlers = reader.variable();
  for (put_variable(out, handlers); handlers > 0 && !reader.failed(); --handlers) {
    for (int part = 0; part < 3; ++part) {
      const auto to = moved.find(reader.variable());
      if (to == moved.end()) return false;
      put_variable(out, static_cast<std::uint32_t>(to->second));
    }
    for (int part = 0; part < 2; ++part) put_variable(out, reader.variable());  // its type and its variable
  }
  return !reader.failed();
}

std::optional<Edit> Binder::rewrite(const avm2::MethodBody& body) const {
  constexpr std::uint32_t more_stack = 2;
  const Instructions code = instructions_of(abc_, body);
  if (code.empty() || code.back().end != body.code.size()) return {};
  ByteReader limits(file_, body.limits_at);
  const std::uint32_t stack = limits.variable(), locals = limits.variable(), scope = limits.variable(),
                      scopes = limits.variable();
  ByteVector out;
  std::map<std::size_t, std::size_t> moved;
  std::vector<Branch> branches;
  bool has_reads = false;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const avm2::Instruction& t = code[i];
    const Bytes bytes = body.code.subspan(t.begin, t.end - t.begin);
    const std::size_t begin = out.size();
    moved.emplace(t.begin, begin);
    if (is_read(code, i)) {
      add_read(t, bytes, locals, out);
      has_reads = true;
      continue;
    }
    put_bytes(out, bytes);
    // A displacement of a branch is relative to its end, and of a switch to its beginning.
    const bool is_switch = t.code == avm2::Opcode::lookupswitch;
    for (std::size_t k = 0; k < t.targets.size(); ++k) {
      const std::size_t at = k == 0 ? begin + 1 : out.size() - 3 * (t.targets.size() - k);
      branches.push_back({at, is_switch ? begin : out.size(), t.targets[k]});
    }
  }
  moved.emplace(body.code.size(), out.size());
  if (!has_reads) return {};
  for (const Branch& branch : branches) {
    const auto to = moved.find(branch.target);
    if (to == moved.end()) return {};
    const auto by = static_cast<std::int64_t>(to->second) - static_cast<std::int64_t>(branch.from);
    for (std::size_t i = 0; i < 3; ++i) out[branch.at + i] = static_cast<std::byte>(by >> (8 * i) & 0xff);
  }
  Edit edit{body.limits_at, 0, {}};
  for (const std::uint32_t limit : {stack + more_stack, locals + 1, scope, scopes}) put_variable(edit.bytes, limit);
  put_variable(edit.bytes, static_cast<std::uint32_t>(out.size()));
  put_bytes(edit.bytes, out);
  ByteReader handlers(file_, body.offset + body.code.size());
  if (!write_handlers(handlers, moved, edit.bytes)) return {};
  edit.end = handlers.position();
  return edit;
}

// Adds the name of the function at the ends of the lists of the pool.
void Binder::add_name(std::vector<Edit>& edits) const {
  constexpr std::uint8_t package_kind = 0x16, qualified = 0x07;
  const avm2::AbcFile& file = abc_.files[0];
  std::uint32_t space = 0;
  for (std::uint32_t i = 1; i < abc_.namespaces.size() && space == 0; ++i)
    if (abc_.namespace_kinds[i] == package_kind && abc_.string(abc_.namespaces[i]).empty()) space = i;
  const auto append = [&](const avm2::PoolList& list, const std::function<void(ByteVector&)>& write) {
    Edit count{list.count_at, list.begin, {}}, entry{list.end, list.end, {}};
    put_variable(count.bytes, std::max(list.count, 1u) + 1);
    write(entry.bytes);
    edits.push_back(std::move(count));
    edits.push_back(std::move(entry));
  };
  append(file.string_list, [](ByteVector& out) { base::put_sized_text(out, bind_function); });
  if (space == 0) {
    space = std::max(file.namespace_list.count, 1u);
    append(file.namespace_list, [](ByteVector& out) {
      put_u8(out, package_kind);
      put_variable(out, 0);
    });
  }
  append(file.multiname_list, [&](ByteVector& out) {
    put_u8(out, qualified);
    put_variable(out, space);
    put_variable(out, std::max(file.string_list.count, 1u));
  });
}

std::vector<Edit> Binder::edits() {
  std::vector<Edit> bodies, all;
  for (const avm2::MethodBody& body : abc_.bodies)
    if (std::optional<Edit> edit = rewrite(body)) bodies.push_back(*std::move(edit));
  if (bodies.empty()) return {};
  add_name(all);
  all.insert(all.end(), std::make_move_iterator(bodies.begin()), std::make_move_iterator(bodies.end()));
  return all;
}

}  // namespace

void visit_texts(const avm2::Abc& abc, const std::function<void(std::string_view)>& visit) {
  const auto constant = [&](const avm2::Constant& value) {
    if (value.kind == avm2::Constant::Kind::String) visit(abc.string(value.value));
  };
  for (const avm2::Class& one : abc.classes)
    for (const auto& [name, member] : one.members) constant(member.constant);
  for (const avm2::Method& method : abc.methods)
    std::for_each(method.defaults.begin(), method.defaults.end(), constant);
  for (const avm2::MethodBody& body : abc.bodies) {
    const Instructions code = instructions_of(abc, body);
    for (std::size_t i = 0; i < code.size(); ++i)
      if (code[i].code == avm2::Opcode::pushstring && !is_compared(abc, code, i)) visit(abc.string(code[i].index));
  }
}

std::vector<Edit> bind_reads(const avm2::Abc& abc, Bytes file, const IsTapped& is_tapped) {
  return abc.files[0].problem.empty() ? Binder(abc, file, is_tapped).edits() : std::vector<Edit>();
}

}  // namespace agal::tapping
