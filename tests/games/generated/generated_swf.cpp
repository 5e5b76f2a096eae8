#include "generated/generated_swf.hpp"

#include <array>
#include <random>
#include <string>
#include <utility>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"

namespace agal::test {
namespace {

using example::AbcBuilder;
using example::ByteVector;
using example::Code;
using example::Compression;
using example::SwfBuilder;

constexpr std::size_t header_bytes = 12;  // damage does not change the header
constexpr std::uint32_t text_local = 1, list_local = 2, counter_local = 3;

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  /// Returns a file with this many classes.
  SwfBuilder file(std::uint32_t classes, unsigned inner_levels);
  ByteVector damaged(ByteVector file, Damage damage);
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }
  bool one_in(std::uint32_t count) { return below(count) == 0; }
  Compression compression() { return static_cast<Compression>(below(3)); }
  bool has_inner = false;

 private:
  std::string number(std::uint32_t count) { return std::to_string(below(count)); }
  std::string line();
  std::string last_line() { return vertex_ ? "mov op, va" + number(8) : "mov oc, ft" + number(8); }
  std::string options();
  ByteVector abc(std::uint32_t classes);
  Code method(AbcBuilder& abc);
  void statements(Code& code, unsigned depth);
  void statement(Code& code, unsigned depth);
  void append(Code& code, const std::string& text);
  void branch(Code& code, unsigned depth);
  void loop(Code& code, unsigned depth);
  void list(Code& code);
  void hole(Code& code);
  void pass_on(Code& code);
  ByteVector bytecode();

  std::mt19937 random_;
  bool vertex_ = false;
};

std::string Generator::options() {
  constexpr std::array<const char*, 6> texts{
      "<2d>", "<2d,linear,mipnone,clamp>", "<cube,nearest>", "<2d,repeat,miplinear>", "<?\?\?>", "<2d,OPTIONS>"};
  return texts.at(below(texts.size()));
}

std::string Generator::line() {
  if (one_in(12)) return "a text " + number(1000);
  const std::string target = (vertex_ ? "vt" : "ft") + number(8), temporary = (vertex_ ? "vt" : "ft") + number(8);
  const std::string input = vertex_ ? "va" + number(8) : "v" + number(8);
  const std::string constant = (vertex_ ? "vc" : "fc") + number(28);
  switch (below(vertex_ ? 4 : 5)) {
    case 0: return "mov " + target + ", " + input;
    case 1: return "mul " + target + ", " + input + ", " + constant;
    case 2: return "add " + target + ".xy, " + temporary + ".zw, " + constant;
    case 3: return "dp3 " + target + ".x, " + input + ", " + constant;
    default: return "tex " + target + ", v" + number(8) + ", fs" + number(8) + " " + options();
  }
}

void Generator::append(Code& code, const std::string& text) {
  code.get_local(text_local).push_string(text + "\n").add().set_local(text_local);
}

void Generator::branch(Code& code, unsigned depth) {
  const std::size_t otherwise = code.push_field("flag" + number(6)).if_false();
  statements(code, depth);
  if (one_in(2)) return static_cast<void>(code.land(otherwise));
  const std::size_t end = code.jump();
  code.land(otherwise);
  statements(code, depth);
  code.land(end);
}

void Generator::loop(Code& code, unsigned depth) {
  const std::uint32_t counter = counter_local + depth;
  code.push_byte(0).set_local(counter);
  const std::size_t begin = code.position();
  statements(code, depth);
  code.increment_local(counter).get_local(counter);
  if (one_in(3))
    code.push_field("count");
  else
    code.push_byte(static_cast<std::uint8_t>(1 + below(20)));
  code.back_if_less(begin);
}

// Generates a list of lines. The code either joins all lines or takes one of them.
void Generator::list(Code& code) {
  const std::uint32_t items = 1 + below(12);
  code.get_local(text_local);
  for (std::uint32_t i = 0; i < items; ++i) code.push_string(line() + "\n");
  code.new_array(items);
  if (one_in(2)) {
    code.push_string("").call("join", 1);
  } else {
    code.set_local(list_local).get_local(list_local);
    if (one_in(2))
      code.push_byte(static_cast<std::uint8_t>(below(items)));
    else
      code.push_field("index");
    code.get_item();
  }
  code.add().set_local(text_local);
}

void Generator::hole(Code& code) {
  code.get_local(text_local).push_string(one_in(2) ? "<?\?\?>" : "OPTIONS");
  if (one_in(2))
    code.push_string("<2d,linear>");
  else
    code.push_field("options");
  code.call("replace", 2).set_local(text_local);
}

void Generator::statement(Code& code, unsigned depth) {
  constexpr unsigned max_depth = 4;
  switch (below(depth < max_depth ? 10 : 6)) {
    case 6: return branch(code, depth + 1);
    case 7: return branch(code, depth + 1);
    case 8: return loop(code, depth + 1);
    case 5: return list(code);
    case 4:
      if (one_in(3)) return hole(code);
      break;
    default: break;
  }
  append(code, line());
}

void Generator::statements(Code& code, unsigned depth) {
  for (std::uint32_t i = 1 + below(5); i > 0; --i) statement(code, depth);
}

void Generator::pass_on(Code& code) {
  switch (below(4)) {
    case 0: code.get_local(text_local).set_field("code" + number(10)); break;
    case 1: code.get_local(text_local).op(0x29); break;  // dropped
    default:
      code.push_field("assembler").push_string(vertex_ ? "vertex" : "fragment").get_local(text_local);
      code.call_void("assemble", 2);
  }
}

Code Generator::method(AbcBuilder& abc) {
  Code code(abc);
  code.op(0xd0).op(0x30);  // the beginning of every method
  vertex_ = one_in(2);
  code.push_string("").set_local(text_local);
  statements(code, 0);
  append(code, last_line());
  if (one_in(4)) {
    code.get_local(text_local);
    return code.return_value();
  }
  pass_on(code);
  if (one_in(3)) code.push_field("program").push_field("vertex").push_field("fragment").call_void("upload", 2);
  if (one_in(6)) code.push_field("context").push_byte(0).push_field("texture").call_void("setTextureAt", 2);
  return code.return_void();
}

ByteVector Generator::abc(std::uint32_t classes) {
  AbcBuilder abc;
  for (std::uint32_t i = below(8); i > 0; --i) abc.string(line());
  for (std::uint32_t i = 0; i < classes; ++i) {
    std::vector<Code> methods;
    for (std::uint32_t n = 1 + below(5); n > 0; --n) methods.push_back(method(abc));
    abc.add_class("game", "Class" + std::to_string(i), std::move(methods));
  }
  return abc.build();
}

ByteVector Generator::bytecode() {
  const Result<Program> program = assemble(one_in(2) ? "mov op, va" + number(8) : "mov oc, v" + number(8));
  return program ? write_bytecode(*program) : ByteVector();
}

SwfBuilder Generator::file(std::uint32_t classes, unsigned inner_levels) {
  SwfBuilder swf;
  const std::uint32_t tags = 1 + below(4);
  for (std::uint32_t i = 0; i < tags; ++i) {
    if (one_in(3)) swf.binary_data("Data" + std::to_string(i), bytecode());
    if (one_in(4)) swf.tag(90, ByteVector(below(3000), static_cast<std::byte>(random_())));
    const ByteVector code = abc(1 + classes / tags);
    if (one_in(5))
      swf.old_abc(code);
    else
      swf.abc(code, "code" + std::to_string(i));
  }
  if (inner_levels > 0 && one_in(4)) {
    has_inner = true;
    const Compression packed = compression();
    swf.binary_data("Inner", file(1 + below(3), inner_levels - 1).build(packed));
  }
  return swf;
}

ByteVector Generator::damaged(ByteVector file, Damage damage) {
  const auto after_header = static_cast<std::uint32_t>(file.size() - header_bytes);
  if (damage == Damage::Truncated) file.resize(header_bytes + below(after_header));
  if (damage == Damage::Bytes)
    for (std::uint32_t i = 1 + below(8); i > 0; --i)
      file[header_bytes + below(after_header)] ^= static_cast<std::byte>(1 + below(255));
  return file;
}

}  // namespace

GeneratedSwf generate_swf(std::uint32_t number) {
  Generator generator(number);
  const SwfBuilder swf = generator.file(1 + generator.below(12), 2);
  GeneratedSwf out;
  if (generator.one_in(5)) out.damage = generator.one_in(2) ? Damage::Bytes : Damage::Truncated;
  // All compressions are equally frequent, also in undamaged files.
  out.file = generator.damaged(swf.build(static_cast<Compression>(number % 3)), out.damage);
  out.has_inner = generator.has_inner;
  return out;
}

example::ByteVector generate_large_swf(std::uint32_t number, std::uint32_t scale) {
  // The classes are in many ABC files, because a class is about as large as any other.
  SwfBuilder swf;
  for (std::uint32_t i = 0; i < scale; ++i)
    swf.binary_data("Game" + std::to_string(i), Generator(number + i).file(12, 0).build());
  return swf.build();
}

}  // namespace agal::test
