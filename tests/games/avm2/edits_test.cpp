// Texts that code edits at run time: by `replace`, or by `split` and `join`.
#include "avm2/methods.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Writes `assembler.assemble("fragment", edit(source.load()))`. `edit` replaces the text on the stack.
Write assembles_edited(const Write& edit) {
  return [=](Code& code) {
    code.push_field("assembler").push_string("fragment").push_field("source").call("load", 0);
    edit(code);
    code.call_void("assemble", 2);
  };
}

Write replaces(const char* pattern) {
  return [=](Code& code) { code.push_string(pattern).push_field("options").call("replace", 2); };
}

Write splits_and_joins(const char* pattern) {
  return [=](Code& code) { code.push_string(pattern).call("split", 1).push_field("options").call("join", 1); };
}

/// Replaces a regular expression.
Write replaces_expression(const char* expression, const char* flags = "g") {
  return [=](Code& code) {
    code.push_field("RegExp").push_string(expression).push_string(flags).op(avm2::Opcode::construct).op(2);
    code.push_field("options").call("replace", 2);
  };
}

ByteVector code_of(const std::vector<Write>& methods, const std::string& constant = {}) {
  AbcBuilder abc;
  if (!constant.empty()) abc.string(constant);
  std::vector<Code> codes;
  for (const Write& write : methods) {
    Code code(abc);
    write(code);
    codes.push_back(code.return_void());
  }
  abc.add_class("effects", "Water", codes);
  return abc.build();
}

/// Returns "certainty: detail" for each program and each text.
std::vector<std::string> finds(const Extraction& extraction) {
  std::vector<std::string> list = origins(extraction);
  for (const FoundText& text : extraction.texts)
    list.push_back(std::string(name(text.origin.certainty)) + ": " + text.origin.detail);
  return list;
}

std::vector<std::string> in_binary_data(const std::string& text, const std::vector<Write>& methods) {
  return finds(found_in(SwfBuilder().binary_data("app.Data", bytes_of(text)).abc(code_of(methods)).build()));
}

std::vector<std::string> in_xml(const std::string& text, const std::vector<Write>& methods) {
  const std::string xml = "<shaders><water><![CDATA[\n" + text + "\n]]></water></shaders>";
  return finds(found_in(SwfBuilder().abc(code_of(methods, xml)).build()));
}

const char with_empty_options[] = "tex ft0, v1, fs1 <>\nmov oc, ft0",
           with_options[] = "tex ft0, v1, fs1 <2d,linear>\nmov oc, ft0";

TEST(Edits, EmptyOptionsInDataAreHole) {
  const Write unknown = [](Code& code) { code.push_field("name").push_field("options").call("replace", 2); };
  for (const Write& edit :
       {replaces("<>"), splits_and_joins("<>"), replaces_expression("<>"), replaces("fs1 <>"), unknown})
    for (const auto& find : {in_binary_data, in_xml})
      EXPECT_THAT(find(with_empty_options, {assembles_edited(edit)}),
                  testing::AnyOf(ElementsAre("template: <>"), ElementsAre("template: fs1 <>")));
  EXPECT_THAT(in_binary_data("tex oc, v1, fs1 < >", {assembles_edited(unknown)}), ElementsAre("template: < >"));
}

TEST(Edits, ReplacedPartOfDataIsHole) {
  struct Case {
    Write edit;
    const char* find;
  };
  for (const Case& one :
       {Case{replaces("linear"), "template: linear"}, Case{splits_and_joins("<2d,linear>"), "template: <2d,linear>"},
        Case{replaces("v1, fs1"), "template: v1, fs1"}, Case{replaces("mov oc"), "template: mov oc"},
        Case{replaces_expression("fs\\d <"), "partial: other code edits it"}})
    for (const auto& find : {in_binary_data, in_xml})
      EXPECT_THAT(find(with_options, {assembles_edited(one.edit)}), ElementsAre(one.find));
}

TEST(Edits, OtherEditsOfDataDoNotMatter) {
  for (const Write& edit :
       {replaces("{name}"), replaces("\r\n"), splits_and_joins("\n"), splits_and_joins(","),
        replaces_expression("\\s+"), replaces_expression("[\\f\n\r\v]+"), replaces_expression("^\\s+|[ ;]+$"),
        replaces_expression("nearest|cube"), replaces(".png"), replaces("#")})
    for (const auto& find : {in_binary_data, in_xml})
      EXPECT_THAT(find(with_options, {assembles_edited(edit)}), ElementsAre("exact: "));
}

TEST(Edits, ExpressionThatMayMatchDataIsNotExact) {
  for (const Write& edit :
       {replaces_expression("<.*>"), replaces_expression("<[^>]*>"), replaces_expression("cube|linear"),
        replaces_expression("LINEAR", "gi"), replaces_expression("(cube|nearest)"), replaces_expression("[0-9]"),
        replaces_expression("l.near")})
    for (const auto& find : {in_binary_data, in_xml})
      EXPECT_THAT(find(with_options, {assembles_edited(edit)}), ElementsAre("partial: other code edits it"));
  EXPECT_THAT(in_binary_data(with_options, {assembles_edited(replaces("<"))}), ElementsAre("template: <"));
}

TEST(Edits, UnknownPatternMayChangeData) {
  const Write field = [](Code& code) { code.push_field("key").push_field("options").call("replace", 2); };
  const Write sum = [](Code& code) {
    code.push_string("fs").push_field("number").add().push_field("options").call("replace", 2);
  };
  const Write split = [](Code& code) { code.push_field("key").call("split", 1).push_field("options").call("join", 1); };
  for (const Write& edit : {field, sum, split})
    for (const auto& find : {in_binary_data, in_xml})
      EXPECT_THAT(find(with_options, {assembles_edited(edit)}), ElementsAre("partial: other code edits it"));
}

/// Writes `assembler.assemble("fragment", use(bytes.readUTFBytes(length)))`.
Write assembles_read(const Write& use) {
  return [=](Code& code) {
    code.push_field("assembler").push_string("fragment").push_field("bytes").push_field("size").call("readUTFBytes", 1);
    use(code);
    code.call_void("assemble", 2);
  };
}

TEST(Edits, DataThatCodeJoinsOrCutsIsNotExact) {
  const Write joins = [](Code& code) { code.push_field("options").add(); };
  const Write cuts = [](Code& code) { code.push_byte(0).push_byte(31).call("substr", 2); };
  const Write slices = [](Code& code) {
    code.push_byte(0).push_field("at").call("slice", 2).push_field("options").add();
  };
  const Write begins = [](Code& code) { code.set_local(3).push_string("mov ft1, v0\n").get_local(3).add(); };
  for (const Write& use : {joins, cuts, slices, begins})
    EXPECT_THAT(in_binary_data(with_options, {assembles_read(use)}), testing::Each(testing::StartsWith("partial: ")));
  // Text through a field, and bytes that code writes
  const Write stores = [](Code& code) {
    code.op(0xd0).push_field("bytes").push_field("size").call("readUTFBytes", 1).set_field("source");
  };
  const Write joins_field = [](Code& code) {
    code.push_field("assembler").push_string("fragment").push_field("source").push_field("options").add();
    code.call_void("assemble", 2);
  };
  EXPECT_THAT(in_binary_data(with_options, {stores, joins_field}), ElementsAre("partial: other code edits it"));
  const Write writes = [](Code& code) {
    code.set_local(3).push_field("bytes").push_byte(1).call_void("writeByte", 1).get_local(3);
  };
  EXPECT_THAT(in_binary_data(with_options, {assembles_read(writes)}), ElementsAre("partial: other code edits it"));
  EXPECT_THAT(in_binary_data(with_options, {assembles_read([](Code&) {})}), ElementsAre("exact: "));
}

// A method replaces its argument: method0(text, what) { return text.replace(what, options); }
TEST(Edits, FollowsPatternsThroughArguments) {
  const Write helper = [](Code& code) {
    code.parameter("text").parameter("what");
    code.get_local(1).get_local(2).push_field("options").call("replace", 2).return_value();
  };
  const auto uses = [](const char* pattern) {
    return assembles_edited(
        [=](Code& code) { code.set_local(3).op(0xd0).get_local(3).push_string(pattern).call("method0", 2); });
  };
  EXPECT_THAT(in_binary_data(with_options, {helper, uses("linear")}), ElementsAre("template: linear"));
  EXPECT_THAT(in_xml(with_options, {helper, uses("fs1")}), ElementsAre("template: fs1"));
  EXPECT_THAT(in_binary_data(with_options, {helper, uses("nearest")}), ElementsAre("exact: "));
}

TEST(Edits, OptionFillsHoleInData) {
  ExtractOptions options;
  options.fills.holes.emplace_back("<>", "<2d,linear>");
  const ByteVector file = SwfBuilder()
                              .binary_data("app.Data", bytes_of(with_empty_options))
                              .abc(code_of({assembles_edited(replaces("<>"))}))
                              .build();
  const Result<Extraction> filled = extract(file, "game.swf", options);
  ASSERT_TRUE(filled);
  EXPECT_THAT(finds(*filled), ElementsAre("filled: <> filled with <2d,linear>"));
  EXPECT_THAT(texts(*filled), ElementsAre(canonical(with_options)));
  EXPECT_EQ(filled->programs[0].origins[0].name, "app.Data");
  options.fills = {{}, true};
  EXPECT_THAT(finds(*extract(file, "game.swf", options)),
              ElementsAre("filled: <> filled with <2d,linear,mipnone,clamp>"));
}

// The text passes through a field, an argument or a result to the code that edits it.
TEST(Edits, TextEditedByOtherCodeIsTemplate) {
  const Write stores = [](Code& code) { code.op(0xd0).push_string(with_empty_options).set_field("source"); };
  const Write edits_field = [](Code& code) {
    code.push_field("assembler").push_string("fragment").push_field("material").get_field("source");
    replaces("<>")(code);
    code.call_void("assemble", 2);
  };
  EXPECT_THAT(finds(in_classes({{"Material", {stores}}, {"Renderer", {edits_field}}})), ElementsAre("template: <>"));
  const auto pass = [](const char* text) {
    return [=](Code& code) { code.push_field("renderer").push_string(text).call_void("method0", 1); };
  };
  const Write passes = pass(with_empty_options);
  const auto edits_argument = [](const Write& edit) {
    return [=](Code& code) {
      code.parameter("text");
      code.push_field("assembler").push_string("fragment").get_local(1);
      edit(code);
      code.call_void("assemble", 2);
    };
  };
  for (const Write& edit : {replaces("<>"), splits_and_joins("<>"), replaces("fs1 <>"), replaces_expression("<>")})
    EXPECT_THAT(finds(in_classes({{"Renderer", {edits_argument(edit)}}, {"Material", {[](Code&) {}, passes}}})),
                testing::Each(testing::StartsWith("template: ")));
  const Write by_unknown = [](Code& code) {
    code.push_field("key").call("split", 1).push_field("options").call("join", 1);
  };
  EXPECT_THAT(finds(in_classes({{"Renderer", {edits_argument(by_unknown)}}, {"Material", {[](Code&) {}, passes}}})),
              ElementsAre("template: <>"));
  for (const Write& edit : {replaces_expression("<[^>]*>"), replaces_expression("cube|linear"),
                            replaces_expression("LINEAR", "i"), replaces_expression("fs.")})
    EXPECT_THAT(
        finds(in_classes({{"Renderer", {edits_argument(edit)}}, {"Material", {[](Code&) {}, pass(with_options)}}})),
        ElementsAre("partial: other code edits it"));
  // Lines are not edits.
  for (const Write& edit : {splits_and_joins("\n"), replaces_expression("\\s+"), replaces("nothing")})
    EXPECT_THAT(
        finds(in_classes({{"Renderer", {edits_argument(edit)}}, {"Material", {[](Code&) {}, pass(with_options)}}})),
        ElementsAre("exact: "));
}

// assemble(text.split(pattern).join(options)), for a text that the code has as a constant
TEST(Edits, JoinWithUnknownTextIsPartial) {
  const auto finds_of = [](const char* text, const char* pattern, bool in_list) {
    const Write joins = [=](Code& code) {
      code.push_field("assembler").push_string("fragment").push_string(text);
      if (in_list) code.push_string("mov oc, v3").new_array(2).push_field("number").get_item();
      code.push_string(pattern).call("split", 1).push_field("options").call("join", 1).call_void("assemble", 2);
    };
    return in_methods({joins});
  };
  for (const bool in_list : {false, true})
    for (const auto& [text, pattern] : {std::pair(with_empty_options, "<>"), std::pair(with_options, "linear"),
                                        std::pair(with_options, "<2d,linear>"), std::pair(with_options, "1")}) {
      const Extraction found = finds_of(text, pattern, in_list);
      EXPECT_THAT(found.texts, testing::SizeIs(1)) << pattern;
      EXPECT_THAT(texts(found), testing::Each(canonical("mov oc, v3"))) << pattern;
    }
}

// Only a text that is passed to an assembler as it is can have options without a word.
TEST(Edits, EmptyOptionsOfUsedTextAreHole) {
  const auto text = [](Code& code) -> Code& { return code.push_string(with_empty_options); };
  const std::vector<Write> uses{
      [&](Code& code) { text(code.op(0xd0)).set_field("source"); },
      [&](Code& code) { text(code.push_field("materials").push_string("water")).op(avm2::Opcode::setproperty).op(2); },
      [&](Code& code) { text(code.op(0xd0)).op(avm2::Opcode::constructsuper).op(1); },
      [&](Code& code) { text(code.push_field("tools")).push_field("options").call_void("fill", 2); },
      [&](Code& code) { text(code).return_value(); }};
  for (const Write& use : uses) EXPECT_THAT(texts_in({use}), IsEmpty());
  const Write assembles = [&](Code& code) {
    text(code.push_field("assembler").push_string("fragment")).call_void("assemble", 2);
  };
  EXPECT_THAT(origins(in_methods({assembles})), ElementsAre("exact: "));
}

TEST(Edits, SplitAtUnknownTextIsNotExact) {
  const auto splits = [](const Write& separator) {
    return [=](Code& code) {
      code.push_field("assembler").push_string("fragment").push_string(with_options);
      separator(code);
      code.call("split", 1).push_field("options").call("join", 1).call_void("assemble", 2);
    };
  };
  for (const Write& separator :
       {Write([](Code& code) { code.push_field("key"); }), Write([](Code& code) { code.push_string("linear"); }),
        Write([](Code& code) { code.push_string("f").push_field("key").add(); })})
    EXPECT_THAT(texts_in({splits(separator)}), IsEmpty());
}

}  // namespace
}  // namespace agal::test
