// Extraction of assembly text that ActionScript code concatenates.
#include <fmt/format.h>

#include "avm2/methods.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;
using testing::UnorderedElementsAre;

/// Writes `assembler.assemble(a + b + …)`.
void assemble_sum(Code& code, const std::vector<std::string>& lines) {
  code.push_field("assembler");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    code.push_string(lines[i]);
    if (i > 0) code.add();
  }
  code.call_void("assemble", 1);
}

TEST(Code, FindsTextsInExceptionHandlers) {
  const Write handles = [](Code& code) {
    assemble_sum(code, {"mov ft0, v0\nmov oc, ft0"});
    code.return_void().begin_handler().op(0xd0).op(0x30).op(0x29);  // getlocal0, pushscope, pop
    assemble_sum(code, {"mov ft0, v1\nmov oc, ft0"});
  };
  const Extraction found = in_methods({handles});
  EXPECT_THAT(texts(found),
              UnorderedElementsAre(canonical("mov ft0, v0\nmov oc, ft0"), canonical("mov ft0, v1\nmov oc, ft0")));
  EXPECT_THAT(found.unused, IsEmpty());
}

TEST(Code, TextBuiltInTryBlockIsVariant) {
  // text = "…"; try { text += "…"; } catch { } assemble(text + "…")
  const Write cut = [](Code& code) {
    code.push_string("mov ft0, v0\n").set_local(1);
    code.get_local(1).push_string("mul ft0, ft0, v1\n").add().set_local(1);
    code.push_field("assembler").get_local(1).push_string("mov oc, ft0").add().call_void("assemble", 1);
    code.return_void().begin_handler();
  };
  EXPECT_THAT(origins(in_methods({cut})), ElementsAre("variant: not all paths were followed"));
}

TEST(Code, FindsSharedLinesInEveryProgram) {
  // The pool contains each line once, so the second program exists only in the code.
  const Write first = [](Code& code) { assemble_sum(code, {"m44 op, va0, vc0\n", "mov v0, va1\n"}); };
  const Write second = [](Code& code) { assemble_sum(code, {"m44 op, va0, vc0\n", "mov v1, va2\n", "mov v0, va1\n"}); };
  const Extraction found = in_methods({first, second});
  EXPECT_THAT(texts(found),
              ElementsAre(canonical(vertex_text), canonical("m44 op, va0, vc0\nmov v1, va2\nmov v0, va1\n")));
  EXPECT_EQ(found.programs[0].origins[0].name, "effects.Water");
}

TEST(Code, JoinsListOfLines) {
  const Write joined = [](Code& code) {
    code.push_field("assembler").push_string("m44 op, va0, vc0").push_string("mov v0, va1").new_array(2);
    code.push_string("\n").call("join", 1).call_void("assemble", 1);
  };
  EXPECT_THAT(texts_in({joined}), ElementsAre(canonical(vertex_text)));
}

TEST(Code, FollowsConcatenationInLocalVariable) {
  const Write growing = [](Code& code) {
    code.push_string("m44 op, va0, vc0\n").coerce_string().set_local(4);
    code.get_local(4).push_string("mov v0, va1\n").add().coerce_string().set_local(4);
    code.push_field("assembler").get_local(4).call_void("assemble", 1);
  };
  EXPECT_THAT(texts_in({growing}), ElementsAre(canonical(vertex_text)));
}

TEST(Code, FindsTextsStoredInFields) {
  const Write stored = [](Code& code) {
    code.op(0xd0).push_string("m44 op, va0, vc0\n").push_string("mov v0, va1\n").add().set_field("vertexCode");
  };
  EXPECT_THAT(texts_in({stored}), ElementsAre(canonical(vertex_text)));
}

TEST(Code, BranchGivesTwoVariants) {
  const Write optional = [](Code& code) {
    code.push_string("m44 op, va0, vc0\n").set_local(1);
    const std::size_t skip = code.push_field("tinted").if_false();
    code.get_local(1).push_string("mov v1, va2\n").add().set_local(1);
    code.land(skip);
    code.get_local(1).push_string("mov v0, va1\n").add().set_local(1);
    code.push_field("assembler").get_local(1).call_void("assemble", 1);
  };
  const Extraction found = in_methods({optional});
  EXPECT_THAT(texts(found),
              UnorderedElementsAre(canonical(vertex_text), canonical("m44 op, va0, vc0\nmov v1, va2\nmov v0, va1\n")));
  EXPECT_THAT(origins(found), UnorderedElementsAre("variant: tinted", "variant: not tinted"));
}

TEST(Code, NamesArgumentsFromDebugInfo) {
  const auto choice = [](bool named) {
    return [=](Code& code) {
      if (named) code.parameter("smooth").parameter("tinted");
      code.push_string("m44 op, va0, vc0\n").set_local(4);
      const std::size_t skip = code.get_local(2).if_false();
      code.get_local(4).push_string("mov v1, va2\n").add().set_local(4);
      code.land(skip);
      code.get_local(4).push_string("mov v0, va1\n").add().set_local(4);
      code.push_field("assembler").get_local(4).call_void("assemble", 1);
    };
  };
  EXPECT_THAT(origins(in_methods({choice(true)})), UnorderedElementsAre("variant: tinted", "variant: not tinted"));
  EXPECT_THAT(origins(in_methods({choice(false)})), testing::Not(testing::Contains("variant: tinted")));
}

TEST(Code, ConditionalExpressionGivesTwoVariants) {
  const Write choice = [](Code& code) {
    code.push_field("assembler").push_string("mov ft0, v0\n");
    const std::size_t otherwise = code.push_field("gray").if_false();
    code.push_string("mov oc, ft0.xxxx");
    const std::size_t end = code.jump();
    code.land(otherwise).push_string("mov oc, ft0");
    code.land(end).add().call_void("assemble", 1);
  };
  const Extraction found = in_methods({choice});
  EXPECT_THAT(texts(found),
              UnorderedElementsAre(canonical("mov ft0, v0\nmov oc, ft0"), canonical("mov ft0, v0\nmov oc, ft0.xxxx")));
  EXPECT_THAT(origins(found), UnorderedElementsAre("variant: gray", "variant: not gray"));
}

/// Writes `if (tinted) text += line;`.
void add_if_tinted(Code& code, const char* line) {
  const std::size_t skip = code.push_field("tinted").if_false();
  code.get_local(1).push_string(line).add().set_local(1);
  code.land(skip);
}

TEST(Code, TestsOfOneConditionTakeTheSameSide) {
  const Write twice = [](Code& code) {
    code.push_string("mov ft0, v0\n").set_local(1);
    add_if_tinted(code, "mul ft0, ft0, fc0\n");
    add_if_tinted(code, "add ft0, ft0, fc1\n");
    code.push_field("assembler").get_local(1).push_string("mov oc, ft0\n").add().call_void("assemble", 1);
  };
  EXPECT_THAT(texts_in({twice}),
              UnorderedElementsAre(canonical("mov ft0, v0\nmov oc, ft0"),
                                   canonical("mov ft0, v0\nmul ft0, ft0, fc0\nadd ft0, ft0, fc1\nmov oc, ft0")));
}

TEST(Code, UnrelatedBranchesDoNotMakeVariants) {
  const Write unrelated = [](Code& code) {
    code.push_string("m44 op, va0, vc0\n").set_local(1);
    for (int i = 0; i < 40; ++i) {
      const std::size_t skip = code.push_field("flag" + std::to_string(i)).if_false();
      code.push_field("log").call_void("write", 0);
      code.land(skip);
    }
    code.push_field("assembler").get_local(1).push_string("mov v0, va1\n").add().call_void("assemble", 1);
  };
  const Extraction found = in_methods({unrelated});
  EXPECT_THAT(texts(found), ElementsAre(canonical(vertex_text)));
  EXPECT_THAT(origins(found), ElementsAre("exact: "));
}

TEST(Code, ConditionallyExtendedTextIsVariant) {
  // text = program; if (blurs) text += line;
  const Write adding = [](Code& code) {
    code.push_string("mov ft0, v0\nmov oc, ft0\n").set_local(1);
    const std::size_t skip = code.push_field("kills").if_false();
    code.get_local(1).push_string("kil ft0.x\n").add().set_local(1).land(skip);
    code.push_field("assembler").get_local(1).call_void("assemble", 1);
  };
  EXPECT_THAT(origins(in_methods({adding})), UnorderedElementsAre("variant: not kills", "variant: kills"));
}

TEST(Code, ComparesConcatenatedTexts) {
  // if ("o" + "c" == "oc") assemble(one); else assemble(other);
  const Write compares = [](Code& code) {
    code.push_field("assembler").push_string("o").push_string("c").add().push_string("oc");
    const std::size_t otherwise = code.op(0xab).if_false();  // equals
    code.push_string("mov ft0, v0\nmov oc, ft0");
    const std::size_t end = code.jump();
    code.land(otherwise).push_string("mov ft0, v1\nmov oc, ft0").land(end).call_void("assemble", 1);
  };
  const Extraction found = in_methods({compares});
  EXPECT_THAT(texts(found), ElementsAre(canonical("mov ft0, v0\nmov oc, ft0")));
  // The other program is a constant on an unreachable path.
  ASSERT_THAT(found.unused, SizeIs(1));
  EXPECT_EQ(found.unused[0].origin.detail, "no path leads to it");
}

TEST(Code, AcceptsTemporaryWrittenInSomeBranchesOnly) {
  const char* const text = "ifg v1.x, fc0.x\nmov ft0, v0\neif\nifl v1.x, fc0.x\nmov ft0, v2\neif\nmov oc, ft0";
  const Write whole = [text](Code& code) {
    code.push_field("assembler").push_string("fragment").push_string(text).push_byte(2).call_void("assemble", 3);
  };
  EXPECT_THAT(in_methods({whole}).programs, SizeIs(1));
  const Write never = [](Code& code) {
    code.push_field("assembler").push_string("ifg v1.x, fc0.x\nmov ft1, v0\neif\nmov oc, ft0").call_void("assemble", 1);
  };
  EXPECT_THAT(in_methods({never}).programs, IsEmpty());
}

TEST(Code, KeepsProgramsInListsSeparate) {
  const Write list = [](Code& code) {
    code.push_field("assembler").push_string("mov ft0, v0\nmov oc, ft0").push_string("mov ft0, v1\nmov oc, ft0");
    code.new_array(2).push_field("index").get_item().call_void("assemble", 1);
  };
  const Write stored = [](Code& code) {
    code.op(0xd0).push_string("mov ft1, v0\nmov oc, ft1").push_string("mov ft1, v1\nmov oc, ft1").new_array(2);
    code.set_field("programs");
  };
  EXPECT_THAT(texts_in({list, stored}),
              UnorderedElementsAre(canonical("mov ft0, v0\nmov oc, ft0"), canonical("mov ft0, v1\nmov oc, ft0"),
                                   canonical("mov ft1, v0\nmov oc, ft1"), canonical("mov ft1, v1\nmov oc, ft1")));
}

TEST(Code, FollowsConcatenationInField) {
  const Write growing = [](Code& code) {
    code.op(0xd0).push_string("m44 op, va0, vc0\n").set_field("code");
    code.op(0xd0).push_field("code").push_string("mov v0, va1\n").add().set_field("code");
  };
  EXPECT_THAT(texts_in({growing}), ElementsAre(canonical(vertex_text)));
}

TEST(Code, FieldExtendedByOtherMethodIsPartial) {
  const Write begins = [](Code& code) { code.op(0xd0).push_string("m44 op, va0, vc0\n").set_field("code"); };
  const Write extends = [](Code& code) {
    code.op(0xd0).push_field("code").push_string("mov v0, va1\n").add().set_field("code");
  };
  const Extraction found = in_methods({begins, extends});
  EXPECT_THAT(texts(found), IsEmpty());
  EXPECT_EQ(found.texts.size(), 2u);
}

/// A class with its methods, and optionally its base class.
struct Class {
  std::string name;
  std::vector<Write> methods;
  std::string base{};
};

/// Extracts programs from a SWF file that has one ABC file for each list of classes.
Extraction in_files(const std::vector<std::vector<Class>>& files) {
  SwfBuilder swf;
  for (const std::vector<Class>& classes : files) {
    AbcBuilder abc;
    for (const Class& one : classes) {
      std::vector<Code> codes;
      for (const Write& write : one.methods) {
        Code code(abc);
        write(code);
        codes.push_back(code.return_void());
      }
      abc.add_class("effects", one.name, codes, one.base);
    }
    swf.abc(abc.build());
  }
  return found_in(swf.build());
}

/// Writes `return text;`.
Write returns(const std::string& text) {
  return [text](Code& code) { code.push_string(text).return_value(); };
}

/// Writes `assembler.assemble(prefix + this.method0())`, without a string that looks like assembly.
const Write assembles_with_prefix = [](Code& code) {
  code.push_field("assembler").push_field("prefix").op(0xd0).call("method0", 0).add().call_void("assemble", 1);
};

const std::string other_vertex_text = "mov op, va0\nmov v0, va1\n";

// In Away3D, `updateProgram` of the base class prepends moves to the result of `getVertexCode` of a pass.
TEST(Code, ResultExtendedByBaseClassIsPartial) {
  const Class base{"Pass", {returns(""), assembles_with_prefix}};
  const Class derived{"Lines", {returns(vertex_text)}, "Pass"}, other{"Background", {returns(other_vertex_text)}};
  const std::vector<std::vector<std::vector<Class>>> movies{{{base, derived, other}}, {{derived}, {other}, {base}}};
  for (const auto& files : movies) {
    const Extraction found = in_files(files);
    EXPECT_THAT(texts(found), ElementsAre(canonical(other_vertex_text)));
    EXPECT_THAT(origins(found), ElementsAre("exact: "));
    ASSERT_EQ(found.texts.size(), 1u);
    EXPECT_EQ(found.texts[0].origin.name, "effects.Lines");
    EXPECT_EQ(found.texts[0].origin.detail, "other code adds to it");
  }
}

TEST(Code, ResultExtendedByOtherObjectIsPartial) {
  const Write extends = [](Code& code) {
    code.push_field("assembler").push_field("prefix").push_field("effect").call("method0", 0).add();
    code.call_void("assemble", 1);
  };
  const Extraction found = in_files({{{"Water", {returns(vertex_text)}}}, {{"Compiler", {returns(""), extends}}}});
  EXPECT_THAT(texts(found), IsEmpty());
  EXPECT_EQ(found.texts.size(), 1u);
}

// A text that is concatenated only for a message or for the key of a cache stays complete.
TEST(Code, ConcatenationInKeysAndMessagesIsIgnored) {
  const Write stores = [](Code& code) {
    code.op(0xd0).push_string(vertex_text).set_field("vertexCode");
    code.op(0xd0).push_string("mov ft0, v0\nmov oc, ft0").set_field("fragmentCode");
  };
  const Write uses = [](Code& code) {
    code.op(0xd0).push_field("vertexCode").push_field("fragmentCode").add().set_field("key");
    code.op(0xd0).push_field("prefix").push_string("---").add().push_field("vertexCode").add().set_field("key");
    code.push_field("log").push_string("The program: ").push_field("fragmentCode").add().call_void("write", 1);
  };
  const Write assembles = [](Code& code) {
    code.push_field("assembler").push_string("vertex").push_field("vertexCode").call_void("assemble", 2);
  };
  const Extraction found = in_methods({stores, uses, assembles});
  EXPECT_THAT(texts(found), ElementsAre(canonical(vertex_text), canonical("mov ft0, v0\nmov oc, ft0")));
  EXPECT_THAT(origins(found), ElementsAre("exact: ", "exact: "));
}

TEST(Code, ResultJoinedByOtherCodeIsPartial) {
  const Write joins = [](Code& code) {
    code.push_field("assembler").push_field("prefix").op(0xd0).call("method0", 0).new_array(2);
    code.push_string("\n").call("join", 1).call_void("assemble", 1);
  };
  const Extraction found = in_files({{{"Water", {returns(vertex_text), joins}}, {"Fire", {returns("")}}}});
  EXPECT_THAT(texts(found), IsEmpty());
  EXPECT_EQ(found.texts.size(), 1u);
}

TEST(Code, FollowsMethodReturningText) {
  const Write caller = [](Code& code) {
    code.push_field("assembler").push_string("tex ft0, v0, fs0 ").op(0xd0).call("method1", 0).add();
    code.push_string("\nmov oc, ft0").add().call_void("assemble", 1);
  };
  const Write options = [](Code& code) {
    const std::size_t otherwise = code.push_field("smooth").if_false();
    code.push_string("<2d,linear>").return_value().land(otherwise).push_string("<2d,nearest>").return_value();
  };
  EXPECT_THAT(texts_in({caller, options}),
              UnorderedElementsAre(canonical("tex ft0, v0, fs0 <2d,linear>\nmov oc, ft0"),
                                   canonical("tex ft0, v0, fs0 <2d,nearest>\nmov oc, ft0")));
}

const Write has_hole = [](Code& code) {
  code.push_field("assembler").push_string("tex ft0, v0, fs0 <?\?\?>\n").push_string("mov oc, ft0").add();
  code.push_string("<?\?\?>").push_field("options").call("replace", 2).call_void("assemble", 1);
};

TEST(Code, TextWithHoleIsTemplate) {
  const Extraction found = in_methods({has_hole});
  EXPECT_THAT(texts(found), IsEmpty());
  ASSERT_EQ(found.texts.size(), 1u);
  EXPECT_EQ(name(found.texts[0].origin.certainty), "template");
  EXPECT_EQ(found.texts[0].origin.detail, "<?\?\?>");
}

// Haxe code calls `StringTools.replace(text, "<???>", options)`. The assembler would ignore the options `<???>`.
TEST(Code, PlaceholderOptionsAreHole) {
  const Write replaced = [](Code& code) {
    code.push_field("StringTools").push_string("tex ft0, v0, fs0 <?\?\?>\nmov oc, ft0").push_string("<?\?\?>");
    code.push_field("options").call_void("replace", 3);
  };
  const Extraction found = in_methods({replaced});
  EXPECT_THAT(texts(found), IsEmpty());
  ASSERT_EQ(found.texts.size(), 1u);
  EXPECT_EQ(name(found.texts[0].origin.certainty), "template");
  EXPECT_EQ(found.texts[0].origin.detail, "<?\?\?>");
}

Extraction filled(const Write& write, const ExtractOptions& options) {
  AbcBuilder abc;
  Code code(abc);
  write(code);
  abc.add_class("", "Water", {code.return_void()});
  const Result<Extraction> found = extract(SwfBuilder().abc(abc.build()).build(), "game.swf", options);
  EXPECT_TRUE(found) << render_text(found.diagnostics());
  return found ? *found : Extraction();
}

TEST(Code, FillsHoles) {
  ExtractOptions options;
  options.fills.holes.emplace_back("<?\?\?>", "<2d,linear>");
  const Extraction found = filled(has_hole, options);
  EXPECT_THAT(texts(found), ElementsAre(canonical("tex ft0, v0, fs0 <2d,linear>\nmov oc, ft0")));
  EXPECT_THAT(origins(found), ElementsAre("filled: <?\?\?> filled with <2d,linear>"));
  EXPECT_FALSE(found.incomplete());
}

TEST(Code, FillsHolesWithUsualValues) {
  ExtractOptions options;
  options.fills.use_defaults = true;
  const Extraction found = filled(has_hole, options);
  EXPECT_THAT(texts(found), ElementsAre(canonical("tex ft0, v0, fs0 <2d,linear,mipnone,clamp>\nmov oc, ft0")));
  EXPECT_THAT(origins(found), ElementsAre("filled: <?\?\?> filled with <2d,linear,mipnone,clamp>"));
  // A value from the user takes precedence over the default.
  options.fills.holes.emplace_back("<?\?\?>", "<2d,nearest>");
  EXPECT_THAT(texts(filled(has_hole, options)), ElementsAre(canonical("tex ft0, v0, fs0 <2d,nearest>\nmov oc, ft0")));
  const Write word = [](Code& code) {
    code.push_field("assembler").push_string("tex ft0, v0, fs0 <TEXTURE_SAMPLING_OPTIONS>\nmov oc, ft0");
    code.push_string("TEXTURE_SAMPLING_OPTIONS").push_field("options").call("replace", 2).call_void("assemble", 1);
  };
  EXPECT_THAT(texts(filled(word, options)),
              ElementsAre(canonical("tex ft0, v0, fs0 <2d,miplinear,linear,repeat>\nmov oc, ft0")));
}

TEST(Code, UsualValuesFillOnlySamplerOptions) {
  ExtractOptions options;
  options.fills.use_defaults = true;
  struct Case {
    std::string_view text, hole;
  };
  // The holes are a register, and complete sampler options.
  for (const Case& t :
       {Case{"mov ft0, v0\nmov oc, ft0", "oc"}, Case{"tex ft0, v0, fs0 <cube,linear>\nmov oc, ft0", "<cube,linear>"}}) {
    const Write replaced = [&](Code& code) {
      code.push_field("assembler").push_string(t.text).push_string(t.hole).push_field("other").call("replace", 2);
      code.call_void("assemble", 1);
    };
    const Extraction found = filled(replaced, options);
    EXPECT_THAT(texts(found), IsEmpty()) << t.hole;
    EXPECT_EQ(found.texts.size(), 1u) << t.hole;
  }
}

TEST(Code, FilledVariantNamesConditionAndFill) {
  const Write both = [](Code& code) {
    code.push_string("mov ft1, v0\ntex ft0, ft1, fs0 <?\?\?>\n").set_local(1);
    add_if_tinted(code, "mul ft0, ft0, fc0\n");
    code.push_field("assembler").get_local(1).push_string("mov oc, ft0\n").add().call_void("assemble", 1);
  };
  ExtractOptions options;
  options.fills.use_defaults = true;
  EXPECT_THAT(origins(filled(both, options)),
              UnorderedElementsAre("filled: tinted; <?\?\?> filled with <2d,linear,mipnone,clamp>",
                                   "filled: not tinted; <?\?\?> filled with <2d,linear,mipnone,clamp>"));
}

TEST(Code, IgnoresSemicolonsAtEndOfLine) {
  const Write lines = [](Code& code) { assemble_sum(code, {"m44 op, va0, vc0;\n", "mov v0, va1;\n"}); };
  AbcBuilder abc;
  Code code(abc);
  lines(code);
  abc.add_class("", "Water", {code.return_void()});
  const Result<Extraction> found = extract(SwfBuilder().abc(abc.build()).build(), "game.swf");
  EXPECT_THAT(texts(*found), ElementsAre(canonical(vertex_text)));
  EXPECT_TRUE(found.diagnostics().contains(1073));
}

TEST(Code, CountsLinesOutsidePrograms) {
  const Write lines = [](Code& code) {
    code.push_field("builder").push_string("mul ft0, ft1, ft2").push_string("add ft3, ft4, ft5").call_void("lines", 2);
  };
  const Extraction found = in_methods({lines});
  ASSERT_EQ(found.unassigned.size(), 1u);
  EXPECT_EQ(found.unassigned[0].class_name, "effects.Water");
  EXPECT_EQ(found.unassigned[0].lines, 2u);
}

TEST(Code, ReportsUploadOfUnknownPrograms) {
  const Write uploads = [](Code& code) {
    code.push_field("Program3D").push_field("vertex").push_field("fragment").call_void("upload", 2);
  };
  EXPECT_EQ(in_methods({uploads}).containers_missing_programs.size(), 1u);
}

TEST(Code, FindsBothProgramsOfChoice) {
  const Write choice = [](Code& code) {
    code.push_string("mov oc, v1").set_local(1);
    const std::size_t skip = code.push_field("gray").if_false();
    code.push_string("mov oc, v0").set_local(1);
    code.land(skip).push_field("assembler").get_local(1).call_void("assemble", 1);
  };
  EXPECT_THAT(texts_in({choice}), UnorderedElementsAre(canonical("mov oc, v0"), canonical("mov oc, v1")));
}

TEST(Code, RejectsPartsOfUnknownTexts) {
  const Write unknown = [](Code& code) {
    code.push_field("assembler").push_field("prefix").push_string("mov oc, v0\n").add().call_void("assemble", 1);
  };
  EXPECT_THAT(texts_in({unknown}), IsEmpty());
  const Write before = [](Code& code) {
    code.push_field("assembler").push_string("m44 op, va0, vc0\n").push_field("suffix").add().call_void("assemble", 1);
  };
  EXPECT_THAT(texts_in({before}), IsEmpty());
}

// The game joins the lines in a way that the extraction does not follow.
TEST(Code, RejectsLinesPassedOneByOne) {
  const Write calls = [](Code& code) {
    for (const char* const line : {"m44 op, va0, vc0", "mov v0, va1"})
      code.push_field("builder").push_string(line).call_void("line", 1);
  };
  const Write list = [](Code& code) {
    code.push_field("builder").push_string("m44 op, va0, vc1").push_string("mov v1, va1").new_array(2);
    code.call_void("lines", 1);
  };
  const Extraction found = in_methods({calls, list});
  EXPECT_THAT(texts(found), IsEmpty());
  ASSERT_THAT(found.unassigned, SizeIs(1));
  EXPECT_EQ(found.unassigned[0].lines, 4u);
}

TEST(Code, FindsProgramsInList) {
  const Write list = [](Code& code) {
    code.push_field("builder").push_string(vertex_text).push_string("mov ft0, v0\nmov oc, ft0").new_array(2);
    code.call_void("all", 1);
  };
  EXPECT_THAT(origins(in_methods({list})),
              ElementsAre("variant: an item of a list; version == 1", "variant: an item of a list; version == 1"));
}

// The first line alone would be a program.
TEST(Code, ExplainsRejectedText) {
  const auto grows = [](const char* second, const char* third) {
    return [=](Code& code) {
      code.push_string("").coerce_string().set_local(1);
      for (const char* const line : {"m44 op, va0, vc0 \n", second, third})
        code.get_local(1).push_string(line).add().coerce_string().set_local(1);
      code.push_field("assembler").push_string("vertex").get_local(1).call_void("assemble", 2);
    };
  };
  const auto reason = [&](const char* second, const char* third) {
    const Extraction found = in_methods({grows(second, third)});
    EXPECT_THAT(found.programs, IsEmpty());
    EXPECT_THAT(found.unassigned, IsEmpty());
    const std::vector<FoundText>& list = found.incomplete() ? found.texts : found.unused;
    return list.size() == 1 ? list[0].origin.detail : "";
  };
  EXPECT_THAT(reason("div v0, va1 1 \n", "mov v1, va2\n"), StartsWith("line 2: '1' is a number"));
  EXPECT_THAT(reason("mov v0, va1\n", "div v1, va2\n"), StartsWith("line 3: 'div' takes 3 operands"));
  EXPECT_THAT(reason("lrp v0, va1, va2\n", "mov v1, va2\n"), StartsWith("line 2: unknown opcode 'lrp'"));
  EXPECT_THAT(reason("mov vc0, va1\n", "mov v1, va2\n"), StartsWith("line 2: vc0"));
  EXPECT_THAT(reason("mov v0, vt3\n", "mov v1, va2\n"), StartsWith("line 2: "));
}

TEST(Code, FindsProgramOfOneLine) {
  const Write single = [](Code& code) { assemble_sum(code, {"mov oc, v0"}); };
  EXPECT_THAT(texts_in({single}), ElementsAre(canonical("mov oc, v0")));
}

}  // namespace
}  // namespace agal::test
