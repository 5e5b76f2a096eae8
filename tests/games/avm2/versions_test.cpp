// The AGAL versions of texts whose assembling call is not read.
#include "avm2/methods.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

const char fragment_code[] = "mov ft0, v0\nmov oc, ft0";

/// Writes `this.fragmentCode = text;`, which another class assembles.
const Write stores_text = [](Code& code) { code.op(0xd0).push_string(fragment_code).set_field("fragmentCode"); };

/// Writes `assembler.assemble("fragment", material.fragmentCode, version)`. Without a version, none is passed.
Write assembles_field(const Write& version, std::uint32_t arguments = 3) {
  return [=](Code& code) {
    code.push_field("assembler").push_string("fragment").push_field("material").get_field("fragmentCode");
    version(code);
    code.call_void("assemble", arguments);
  };
}

Write number(std::uint8_t version) {
  return [=](Code& code) { code.push_byte(version); };
}

/// Returns "version certainty: detail" for each program.
std::vector<std::string> versions(const Extraction& extraction) {
  const std::vector<std::string> all = origins(extraction);
  std::vector<std::string> list;
  for (std::size_t i = 0; i < all.size(); ++i)
    list.push_back(std::to_string(extraction.programs[i].program.version) + " " + all[i]);
  return list;
}

std::vector<std::string> versions_with(const std::vector<Write>& methods) {
  return versions(in_classes({{"Material", {stores_text}}, {"Renderer", methods}}));
}

TEST(Versions, OnlyVersionOfCodeIsExact) {
  EXPECT_THAT(versions_with({assembles_field(number(2))}), ElementsAre("2 exact: "));
  EXPECT_THAT(versions_with({assembles_field(number(1))}), ElementsAre("1 exact: "));
  EXPECT_THAT(versions_with({assembles_field([](Code&) {}, 2)}), ElementsAre("1 exact: "));
  // An old assembler has a Boolean in this place.
  EXPECT_THAT(versions_with({assembles_field([](Code& code) { code.op(avm2::Opcode::pushtrue); })}),
              ElementsAre("1 exact: "));
}

TEST(Versions, SeveralVersionsOfCodeAreVariants) {
  EXPECT_THAT(versions_with({assembles_field(number(1)), assembles_field(number(2))}),
              UnorderedElementsAre("1 variant: version == 1", "2 variant: version == 2"));
  EXPECT_THAT(versions_with({assembles_field(number(3)), assembles_field([](Code&) {}, 2)}),
              UnorderedElementsAre("1 variant: version == 1", "3 variant: version == 3"));
}

TEST(Versions, UnknownVersionIsNotExact) {
  const Extraction found = in_classes(
      {{"Material", {stores_text}}, {"Renderer", {assembles_field([](Code& code) { code.push_field("agal"); })}}});
  EXPECT_THAT(versions(found), ElementsAre("1 variant: version == 1"));
  EXPECT_TRUE(found.incomplete());
  // No call that assembles is known.
  EXPECT_THAT(versions(in_classes({{"Material", {stores_text}}})), ElementsAre("1 variant: version == 1"));
}

TEST(Versions, CallThatWasReadIsExact) {
  const Write reads = [](Code& code) {
    code.push_field("assembler").push_string("fragment").push_string("mov oc, v1").call_void("assemble", 2);
  };
  EXPECT_THAT(versions(in_classes({{"Renderer", {reads, assembles_field(number(2))}}})), ElementsAre("1 exact: "));
}

// method0(version) { assemble("fragment", material.fragmentCode, version); }, and calls of it
TEST(Versions, FollowsVersionThroughArguments) {
  const Write passes = [](Code& code) {
    code.parameter("version");
    assembles_field([](Code& version) { version.get_local(1); })(code);
  };
  const auto call = [](const Write& argument) {
    return [=](Code& code) {
      code.op(0xd0);
      argument(code);
      code.call_void("method0", 1);
    };
  };
  const auto found = [&](const Write& other) { return versions_with({passes, other}); };
  EXPECT_THAT(found(call(number(2))), ElementsAre("2 exact: "));
  EXPECT_THAT(found(call(number(4))), ElementsAre("4 exact: "));
  EXPECT_THAT(found(call([](Code& code) { code.push_field("agal"); })), ElementsAre("1 variant: version == 1"));
  EXPECT_THAT(versions_with({passes, call(number(2)), call(number(3))}),
              UnorderedElementsAre("2 variant: version == 2", "3 variant: version == 3"));
}

/// Writes a method that writes the header of a program with a version.
Write writes_header(const Write& version) {
  return [=](Code& code) {
    code.push_field("bytes").op(avm2::Opcode::pushshort).op(0xa0).op(0x01).call_void("writeByte", 1);
    code.push_field("bytes");
    version(code);
    code.call_void("writeUnsignedInt", 1);
    code.push_field("bytes").push_byte(1).call_void("writeUnsignedInt", 1);
  };
}

// The assembler of a game may have any names.
TEST(Versions, HeaderHasVersion) {
  EXPECT_THAT(versions_with({writes_header(number(2))}), ElementsAre("2 exact: "));
  EXPECT_THAT(versions_with({writes_header(number(1))}), ElementsAre("1 exact: "));
  EXPECT_THAT(versions_with({writes_header([](Code& code) { code.push_field("agal"); })}),
              ElementsAre("1 variant: version == 1"));
  const Write compiles = [](Code& code) {
    code.parameter("text").parameter("agal");
    writes_header([](Code& version) { version.get_local(2); })(code);
  };
  const Write uses = [](Code& code) {
    code.op(0xd0).push_field("material").get_field("fragmentCode").push_byte(3).call_void("method0", 2);
  };
  EXPECT_THAT(versions_with({compiles, uses}), ElementsAre("3 exact: "));
}

// A text that needs a version is not of an earlier one.
TEST(Versions, TextNeedsVersion) {
  const Write stores = [](Code& code) {
    code.op(0xd0).push_string("ddx ft0, v0\nmov oc, ft0").set_field("fragmentCode");
  };
  EXPECT_THAT(versions(in_classes(
                  {{"Material", {stores}}, {"Renderer", {assembles_field(number(1)), assembles_field(number(2))}}})),
              ElementsAre("2 exact: "));
}

TEST(Versions, DataHasVersionsOfCode) {
  const auto found = [](const std::vector<Write>& methods) {
    AbcBuilder abc;
    std::vector<Code> codes;
    for (const Write& write : methods) {
      Code code(abc);
      write(code);
      codes.push_back(code.return_void());
    }
    abc.add_class("effects", "Water", codes);
    return versions(found_in(SwfBuilder().binary_data("app.Data", bytes_of(fragment_code)).abc(abc.build()).build()));
  };
  EXPECT_THAT(found({assembles_field(number(2))}), ElementsAre("2 exact: "));
  EXPECT_THAT(found({assembles_field([](Code&) {}, 2)}), ElementsAre("1 exact: "));
  EXPECT_THAT(found({assembles_field(number(1)), assembles_field(number(2))}),
              UnorderedElementsAre("1 variant: version == 1", "2 variant: version == 2"));
  EXPECT_THAT(found({assembles_field([](Code& code) { code.push_field("agal"); })}),
              ElementsAre("1 variant: version == 1"));
}

// `fragmentCode` may get its version from code that was not read.
TEST(Versions, OtherWaysToWriteVersionAreOpen) {
  const auto writes_number = [](const char* method, std::uint8_t high, std::uint8_t low) {
    return
        [=](Code& code) { code.push_field("bytes").op(avm2::Opcode::pushshort).op(low).op(high).call_void(method, 1); };
  };
  const Write writes_short = writes_number("writeShort", 0x05, 0xa0);  // 0x02a0
  const Write makes_list = [](Code& code) {
    code.op(0xd0)
        .op(avm2::Opcode::pushshort)
        .op(0xa0)
        .op(0x01)
        .push_byte(2)
        .push_byte(0)
        .new_array(3)
        .set_field("header");
  };
  const Write stores_item = [](Code& code) {
    code.push_field("bytes").push_byte(0).op(avm2::Opcode::pushshort).op(0xa0).op(0x01).set_item();
  };
  const Write reads_method = [](Code& code) {
    code.op(0xd0).push_field("assembler").get_field("assemble").set_field("f");
  };
  const Write names_method = [](Code& code) {
    code.push_field("Reflect").push_field("assembler").push_string("assemble").call_void("field", 2);
  };
  for (const Write& other : {writes_short, makes_list, stores_item, reads_method, names_method})
    EXPECT_THAT(versions_with({writes_header(number(1)), other}), ElementsAre("1 variant: version == 1"));
}

TEST(Versions, PatchedVersionIsOpen) {
  for (const std::uint8_t version : {std::uint8_t{2}, std::uint8_t{3}, std::uint8_t{4}}) {
    const Write patches = [=](Code& code) {
      code.push_field("assembler").push_string("fragment").push_string(fragment_code).call("assemble", 2).set_local(3);
      code.get_local(3).push_byte(1).push_byte(version).set_item();
    };
    EXPECT_THAT(versions_with({patches}), ElementsAre("1 variant: version == 1"));
  }
}

}  // namespace
}  // namespace agal::test
