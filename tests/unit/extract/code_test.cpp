// Assembly text that ActionScript code concatenates.
#include <functional>

#include "extract_support.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

using Write = std::function<void(Code&)>;

/// The programs found in a class with these methods.
Extraction in_methods(const std::vector<Write>& methods) {
  AbcBuilder abc;
  std::vector<Code> codes;
  for (const Write& write : methods) {
    Code code(abc);
    code.op(0xd0).op(0x30);
    write(code);
    code.return_void();
    codes.push_back(code);
  }
  abc.add_class("effects", "Water", codes);
  return found_in(SwfBuilder().abc(abc.build()).build());
}

std::vector<std::string> texts_in(const std::vector<Write>& methods) { return texts(in_methods(methods)); }

/// `assembler.assemble(a + b + …)`
void assemble_sum(Code& code, const std::vector<std::string>& lines) {
  code.push_field("assembler");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    code.push_string(lines[i]);
    if (i > 0) code.add();
  }
  code.call_void("assemble", 1);
}

TEST(Code, LinesThatProgramsShareAreFoundInEachOfThem) {
  // The pool contains each line once, so the second program is only in the code.
  const Write first = [](Code& code) { assemble_sum(code, {"m44 op, va0, vc0\n", "mov v0, va1\n"}); };
  const Write second = [](Code& code) { assemble_sum(code, {"m44 op, va0, vc0\n", "mov v1, va2\n", "mov v0, va1\n"}); };
  const Extraction found = in_methods({first, second});
  EXPECT_THAT(texts(found),
              ElementsAre(canonical(vertex_text), canonical("m44 op, va0, vc0\nmov v1, va2\nmov v0, va1\n")));
  EXPECT_EQ(found.programs[0].origins[0].name, "effects.Water");
}

TEST(Code, ListsOfLinesAreJoined) {
  const Write joined = [](Code& code) {
    code.push_field("assembler").push_string("m44 op, va0, vc0").push_string("mov v0, va1").new_array(2);
    code.push_string("\n").call("join", 1).call_void("assemble", 1);
  };
  EXPECT_THAT(texts_in({joined}), ElementsAre(canonical(vertex_text)));
  const Write passed_on = [](Code& code) {
    code.push_field("assembler").push_string("m44 op, va0, vc0").push_string("mov v0, va1").new_array(2);
    code.call_void("assembleLines", 1);
  };
  EXPECT_THAT(texts_in({passed_on}), ElementsAre(canonical(vertex_text)));
}

TEST(Code, VariablesGrow) {
  const Write growing = [](Code& code) {
    code.push_string("m44 op, va0, vc0\n").coerce_string().set_local(4);
    code.get_local(4).push_string("mov v0, va1\n").add().coerce_string().set_local(4);
    code.push_field("assembler").get_local(4).call_void("assemble", 1);
  };
  EXPECT_THAT(texts_in({growing}), ElementsAre(canonical(vertex_text)));
}

TEST(Code, FieldsAreUses) {
  const Write stored = [](Code& code) {
    code.op(0xd0).push_string("m44 op, va0, vc0\n").push_string("mov v0, va1\n").add().set_field("vertexCode");
  };
  EXPECT_THAT(texts_in({stored}), ElementsAre(canonical(vertex_text)));
}

TEST(Code, OfPathsTheOneThatFallsThroughIsFollowed) {
  const Write optional = [](Code& code) {
    code.push_string("m44 op, va0, vc0\n").set_local(1);
    const std::size_t skip = code.push_field("tinted").if_false();
    code.get_local(1).push_string("mov v1, va2\n").add().set_local(1);
    code.land(skip);
    code.get_local(1).push_string("mov v0, va1\n").add().set_local(1);
    code.push_field("assembler").get_local(1).call_void("assemble", 1);
  };
  EXPECT_THAT(texts_in({optional}), ElementsAre(canonical("m44 op, va0, vc0\nmov v1, va2\nmov v0, va1\n")));
}

TEST(Code, AChoiceIsFollowedOneWay) {
  const Write choice = [](Code& code) {
    code.push_field("assembler").push_string("mov ft0, v0\n");
    const std::size_t otherwise = code.push_field("gray").if_false();
    code.push_string("mov oc, ft0.xxxx");
    const std::size_t end = code.jump();
    code.land(otherwise).push_string("mov oc, ft0");
    code.land(end).add().call_void("assemble", 1);
  };
  EXPECT_THAT(texts_in({choice}), ElementsAre(canonical("mov ft0, v0\nmov oc, ft0")));
}

TEST(Code, ChosenProgramsAreBothFound) {
  const Write choice = [](Code& code) {
    code.push_string("mov oc, v1").set_local(1);
    const std::size_t skip = code.push_field("gray").if_false();
    code.push_string("mov oc, v0").set_local(1);
    code.land(skip).push_field("assembler").get_local(1).call_void("assemble", 1);
  };
  EXPECT_THAT(texts_in({choice}), UnorderedElementsAre(canonical("mov oc, v0"), canonical("mov oc, v1")));
}

TEST(Code, PartsOfUnknownTextsAreNoPrograms) {
  const Write unknown = [](Code& code) {
    code.push_field("assembler").push_field("prefix").push_string("mov oc, v0\n").add().call_void("assemble", 1);
  };
  EXPECT_THAT(texts_in({unknown}), IsEmpty());
  const Write before = [](Code& code) {
    code.push_field("assembler").push_string("m44 op, va0, vc0\n").push_field("suffix").add().call_void("assemble", 1);
  };
  EXPECT_THAT(texts_in({before}), IsEmpty());
}

TEST(Code, LinesThatAreAddedOneByOneAreJoinedAsTheyStandInThePool) {
  const Write calls = [](Code& code) {
    for (const char* const line : {"m44 op, va0, vc0", "mov v0, va1"})
      code.push_field("builder").push_string(line).call_void("line", 1);
  };
  EXPECT_THAT(texts_in({calls}), ElementsAre(canonical(vertex_text)));
}

TEST(Code, ProgramsOfOneLineAreFound) {
  const Write single = [](Code& code) { assemble_sum(code, {"mov oc, v0"}); };
  EXPECT_THAT(texts_in({single}), ElementsAre(canonical("mov oc, v0")));
}

}  // namespace
}  // namespace agal::test
