#include "tap/method_reads.hpp"

#include <algorithm>
#include <array>
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

// Returns true if the code calls the property of an object.
bool is_call(const avm2::Instruction& t) { return t.info().effect == avm2::Effect::CallProperty; }

// Returns true if an instruction pushes a number, so that a property with this name is an item of a list.
bool is_number(const avm2::Instruction& t) {
  using avm2::Opcode;
  constexpr auto numbers = std::to_array({Opcode::pushbyte, Opcode::pushshort, Opcode::pushint, Opcode::convert_i,
                                          Opcode::convert_u, Opcode::increment_i, Opcode::add_i, Opcode::subtract_i});
  return std::find(numbers.begin(), numbers.end(), t.code) != numbers.end();
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

  bool is_use(const Instructions& code, std::size_t i, const std::vector<bool>& texts) const;
  bool is_text(const Instructions& code, std::size_t i, const std::vector<bool>& texts) const;
  std::vector<bool> text_locals(const Instructions& code) const;
  bool may_be_called(const avm2::Instruction& t) const;
  std::optional<Edit> rewrite(const avm2::MethodBody& body) const;
  void add_use(const avm2::Instruction& t, Bytes bytes, std::uint32_t local, ByteVector& out) const;
  bool write_handlers(ByteReader& reader, const std::map<std::size_t, std::size_t>& moved, ByteVector& out) const;
  void add_name(std::vector<Edit>& edits) const;
  std::uint32_t string_in_file(std::uint32_t index) const;

  const avm2::Abc& abc_;
  Bytes file_;
  const IsTapped& is_tapped_;
};

// Returns true if the instruction after a read shows that the value may be called: by this method, or by its caller.
bool Binder::may_be_called(const avm2::Instruction& t) const {
  using avm2::Opcode;
  if (t.code == Opcode::coerce) return name_of(abc_, t) == "Function";
  return t.code == Opcode::getglobalscope || t.code == Opcode::pushnull || t.code == Opcode::pushundefined ||
         t.code == Opcode::returnvalue || t.code == Opcode::jump || t.code == Opcode::coerce_a;
}

// Returns true if instruction `i` pushes a text that may be the name of a tapped method.
bool Binder::is_text(const Instructions& code, std::size_t i, const std::vector<bool>& texts) const {
  const avm2::Instruction& t = code[i];
  if (t.code == avm2::Opcode::pushstring) return is_tapped_(abc_.string(t.index));
  if (t.info().effect == avm2::Effect::GetLocal) return t.local() < texts.size() && texts[t.local()];
  return t.code == avm2::Opcode::coerce_s || t.code == avm2::Opcode::convert_s ||
         (t.code == avm2::Opcode::coerce && name_of(abc_, t) == "String");
}

// Returns for each local whether the code stores a text in it.
std::vector<bool> Binder::text_locals(const Instructions& code) const {
  std::vector<bool> texts(avm2::max_locals);
  for (std::size_t i = 1; i < code.size(); ++i)
    if (code[i].info().effect == avm2::Effect::SetLocal && code[i].local() < texts.size() &&
        is_text(code, i - 1, texts))
      texts[code[i].local()] = true;
  return texts;
}

// Returns true if an instruction may use a tapped method. A name that is computed is followed to calls, and to reads
// whose name is a text or whose value may be called: most other reads are items of lists.
bool Binder::is_use(const Instructions& code, std::size_t i, const std::vector<bool>& texts) const {
  const avm2::Instruction& t = code[i];
  if (t.code != avm2::Opcode::getproperty && !is_call(t)) return false;
  const bool is_named = abc_.name_string(t.index) != 0;
  if (is_named) return t.name_pops == 0 && is_tapped_(name_of(abc_, t));
  if (t.name_pops != 1) return false;
  if (is_call(t)) return true;
  if (i > 0 && is_text(code, i - 1, texts)) return true;
  return i > 0 && !is_number(code[i - 1]) && i + 1 < code.size() && may_be_called(code[i + 1]);
}

// Writes a use of the property of `true.agalc-bind(object, name)`. The function is called on `true`, because an object
// may define how it is called. The arguments and a name on the stack are kept in locals, from `local`.
void Binder::add_use(const avm2::Instruction& t, Bytes bytes, std::uint32_t local, ByteVector& out) const {
  const auto op = [&](avm2::Opcode code, std::initializer_list<std::uint32_t> operands = {}) {
    put_u8(out, static_cast<std::uint8_t>(code));
    for (const std::uint32_t operand : operands) put_variable(out, operand);
  };
  const std::uint32_t kept = (is_call(t) ? t.count : 0) + t.name_pops;
  for (std::uint32_t i = kept; i-- > 0;) {
    op(avm2::Opcode::coerce_a);  // a verifier does not join locals of different types
    op(avm2::Opcode::setlocal, {local + i});
  }
  op(avm2::Opcode::pushtrue);
  op(avm2::Opcode::swap);
  if (t.name_pops > 0)
    op(avm2::Opcode::getlocal, {local});
  else
    op(avm2::Opcode::pushstring, {string_in_file(abc_.name_string(t.index))});
  op(avm2::Opcode::callproperty, {std::max(abc_.files[0].multiname_list.count, 1u), 2});
  for (std::uint32_t i = 0; i < kept; ++i) op(avm2::Opcode::getlocal, {local + i});
  put_bytes(out, bytes);
}

// Returns the index in the pool of the file.
std::uint32_t Binder::string_in_file(std::uint32_t index) const {
  const std::vector<std::uint32_t>& number = abc_.files[0].number;
  return static_cast<std::uint32_t>(std::find(number.begin(), number.end(), index) - number.begin());
}

// Copies the exception handlers of a method. Returns false if one of them is outside the code.
bool Binder::write_handlers(ByteReader& reader, const std::map<std::size_t, std::size_t>& moved,
                            ByteVector& out) const {
  std::uint32_t handlers = reader.variable();
  for (put_variable(out, handlers); handlers > 0 && !reader.failed(); --handlers) {
    for (int part = 0; part < 3; ++part) {
      const auto to = moved.lower_bound(reader.variable());
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
  const std::vector<bool> texts = text_locals(code);
  std::uint32_t more_locals = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const avm2::Instruction& t = code[i];
    const Bytes bytes = body.code.subspan(t.begin, t.end - t.begin);
    const std::size_t begin = out.size();
    moved.emplace(t.begin, begin);
    if (is_use(code, i, texts)) {
      add_use(t, bytes, locals, out);
      more_locals = std::max(more_locals, t.count + 1);
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
  if (more_locals == 0) return {};
  for (const Branch& branch : branches) {
    const auto to = moved.find(branch.target);
    if (to == moved.end()) return {};
    const auto by = static_cast<std::int64_t>(to->second) - static_cast<std::int64_t>(branch.from);
    for (std::size_t i = 0; i < 3; ++i) out[branch.at + i] = static_cast<std::byte>(by >> (8 * i) & 0xff);
  }
  Edit edit{body.limits_at, 0, {}};
  for (const std::uint32_t limit : {stack + more_stack, locals + more_locals, scope, scopes})
    put_variable(edit.bytes, limit);
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

std::vector<Edit> tap_uses(const avm2::Abc& abc, Bytes file, const IsTapped& is_tapped) {
  return abc.files[0].problem.empty() ? Binder(abc, file, is_tapped).edits() : std::vector<Edit>();
}

}  // namespace agal::tapping
