// SWF files: generated ones, and hostile ones.
#include "agal/games/tap.hpp"
#include "cases.hpp"
#include "generated/generated_swf.hpp"
#include "support/extraction.hpp"

namespace agal::growth {
namespace {

using test::AbcBuilder;
using test::ByteVector;
using test::Code;
using test::SwfBuilder;

Case extracted(const std::string& what, const std::function<ByteVector(std::size_t scale)>& make) {
  return {"extract a movie: " + what,
          [make](std::size_t scale) { return [file = make(scale)] { (void)extract(file, "game.swf"); }; }};
}

/// Returns a movie with one method.
ByteVector in_method(const std::function<void(AbcBuilder&, Code&)>& write) {
  AbcBuilder abc;
  Code code(abc);
  write(abc, code);
  abc.add_class("", "Main", {code.return_void()});
  return SwfBuilder().abc(abc.build()).build();
}

// Returns valid tokens that each contain a header. Reading on from each header would take quadratic time.
ByteVector headers_that_begin_nothing(std::size_t scale) {
  const ByteVector program = test::bytecode(test::vertex_text);
  ByteVector data;
  for (std::size_t i = 0; i < 500 * scale; ++i) {
    data.insert(data.end(), program.begin(), program.begin() + 7);
    data.insert(data.end(), 17, std::byte{});
  }
  return SwfBuilder().tag(90, data).build();
}

// Doubles a text up to the maximum length of a text, then extends it and uses it repeatedly.
ByteVector text_used_often(std::size_t scale) {
  return in_method([scale](AbcBuilder&, Code& code) {
    code.push_string("mov ft0, v0\n").set_local(1);
    for (int i = 0; i < 14; ++i) code.get_local(1).get_local(1).add().set_local(1);
    for (std::size_t i = 0; i < 100 * scale; ++i)
      code.get_local(1).push_string("\n").add().dup().set_local(1).set_field("code");
  });
}

ByteVector branches_and_loops(std::size_t scale) {
  return in_method([scale](AbcBuilder&, Code& code) {
    code.push_string("mov ft0, v0\n").set_local(1);
    for (std::size_t i = 0; i < 50 * scale; ++i) {
      const std::size_t begin = code.position();
      const std::size_t skip = code.push_field("flag" + std::to_string(i)).if_false();
      code.get_local(1).push_string("mov ft1, v" + std::to_string(i % 8) + "\n").add().set_local(1);
      code.land(skip).get_local(2).push_byte(8).back_if_less(begin);
    }
    code.get_local(1).set_field("code");
  });
}

// Returns loops that write the local variables often, around uses of a text.
ByteVector uses_in_loops(std::size_t scale) {
  return in_method([scale](AbcBuilder&, Code& code) {
    code.push_byte(0).set_local(255);
    const std::size_t begin = code.position();
    code.op(0x09);
    for (std::size_t i = 0; i < 12 * scale; ++i) code.op(0xd0).push_string("mov oc, v0").call_void("use", 1);
    for (std::size_t i = 0; i < 12 * scale; ++i) code.push_byte(0).set_local(1);
    for (int i = 0; i < 8; ++i) code.get_local(255).push_byte(1).back_if_less(begin);
  });
}

ByteVector lines_in_the_pool(std::size_t scale) {
  std::vector<std::string> strings;
  for (std::size_t i = 0; i < 200 * scale; ++i)
    strings.push_back("mov ft" + std::to_string(i % 8) + ", v0 // " + std::to_string(i));
  return test::swf_with_pool(strings);
}

}  // namespace

std::vector<Case> movie_cases() {
  return {extracted("headers that begin nothing", headers_that_begin_nothing),
          extracted("a text that code uses often", text_used_often),
          extracted("branches and loops", branches_and_loops),
          extracted("uses in loops", uses_in_loops),
          extracted("lines in the pool", lines_in_the_pool),
          {"tap a game", [](std::size_t scale) {
             return [file = test::generate_large_swf(1, static_cast<std::uint32_t>(scale))] {
               (void)tap(file, "game.swf");
             };
           }}};
}

}  // namespace agal::growth
