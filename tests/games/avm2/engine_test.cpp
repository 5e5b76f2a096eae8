// Extraction of programs that engines build: calls across files, lists, choices, and an assembler with a version.
#include <functional>
#include <set>
#include <utility>

#include "avm2/methods.hpp"

namespace agal::test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

Extraction filled_with(const Write& write, const std::vector<std::string>& fills) {
  ExtractOptions options;
  for (const std::string& by : fills) options.fills.holes.emplace_back("<?\?\?>", by);
  const Result<Extraction> found = extract(movie({{"Water", {write}}}), "game.swf", options);
  EXPECT_TRUE(found) << render_text(found.diagnostics());
  return found ? *found : Extraction();
}

/// Writes `if (flag) return one; return other;`.
void return_one_of(Code& code, const std::string& flag, const std::string& one, const std::string& other) {
  const std::size_t otherwise = code.push_field(flag).if_false();
  code.push_string(one).return_value().land(otherwise).push_string(other).return_value();
}

/// Writes a method that returns one of `values` sampler options `<2d,…>`, chosen by a field.
Write options_by_number(const std::string& field, std::size_t values) {
  return [=](Code& code) {
    static constexpr const char* options[] = {
        "nearest",           "linear",           "nearest,mipnearest", "linear,mipnearest",
        "nearest,miplinear", "linear,miplinear", "nearest,repeat",     "linear,repeat"};
    for (std::size_t i = 0; i < values; ++i) {
      const std::size_t next = code.push_field(field + std::to_string(i)).if_false();
      code.push_string("<2d,").push_string(options[i]).add().push_string(">").add().return_value().land(next);
    }
    code.push_string("<2d,nearest>").return_value();
  };
}

/// Writes `assembler.assemble(FRAGMENT, text)` with the text that `push_text` pushes.
void assemble_fragment(Code& code, const Write& push_text) {
  code.push_field("assembler").push_string("fragment");
  push_text(code);
  code.call_void("assemble", 2);
}

TEST(Engine, FollowsMethodsInOtherFiles) {
  // Both classes have a method `method0`. The class of the object selects one.
  const Write caller = [](Code& code) {
    assemble_fragment(code, [](Code& text) {
      text.push_string("tex oc, v0, fs0 <?\?\?>").push_string("<?\?\?>").push_field("Options").call("method0", 0);
      text.call("replace", 2);
    });
  };
  const Write options = [](Code& code) { return_one_of(code, "smooth", "<2d,linear>", "<2d,nearest>"); };
  const std::vector<EngineClass> classes{{"Water", {caller}}, {"Options", {options}}};
  for (const auto& order : {classes, std::vector<EngineClass>(classes.rbegin(), classes.rend())})
    EXPECT_THAT(texts(in_classes(order)), UnorderedElementsAre(canonical("tex oc, v0, fs0 <2d,linear>"),
                                                               canonical("tex oc, v0, fs0 <2d,nearest>")));
}

TEST(Engine, FollowsShortMethodWithKnownArguments) {
  // method0(text, hole, by) { return text.split(hole).join(by); }. Another class calls it with unknown arguments. The
  // argument `by` may be a choice of texts.
  const Write replace = [](Code& code) {
    code.parameter("text").parameter("hole").parameter("by");
    code.get_local(1).get_local(2).call("split", 1).get_local(3).call("join", 1).return_value();
  };
  const Write unknown = [](Code& code) {
    assemble_fragment(code, [](Code& text) {
      text.push_field("Tools").push_string("mov ft0, v0\n").push_field("code").add().push_string("<?\?\?>");
      text.push_field("options").call("method0", 3);
    });
  };
  const Write known = [](Code& code) {
    assemble_fragment(code, [](Code& text) {
      text.push_field("Tools").push_string("tex oc, v0, fs0 <?\?\?>\n").push_string("<?\?\?>");
      text.push_field("Options").call("method0", 0).call("method0", 3);
    });
  };
  const std::vector<EngineClass> classes{
      {"Early", {unknown}}, {"Tools", {replace}}, {"Options", {options_by_number("filter", 8)}}, {"Water", {known}}};
  EXPECT_THAT(in_classes(classes).programs, SizeIs(8));
}

TEST(Engine, KnowsConstantsOfPlayer) {
  // The code compares the text with a constant of the player.
  const Write caller = [](Code& code) {
    assemble_fragment(code, [](Code& text) {
      text.push_string("tex oc, v0, fs0 ")
          .push_string("compressed")
          .push_field("Context3DTextureFormat")
          .get_field("COMPRESSED");
      const std::size_t otherwise = text.op(0xab).if_false();  // equals
      text.push_string("<2d,linear>");
      const std::size_t end = text.jump();
      text.land(otherwise).push_string("<2d,nearest>").land(end).add();
    });
  };
  EXPECT_THAT(texts(in_classes({{"Water", {caller}}})), ElementsAre(canonical("tex oc, v0, fs0 <2d,linear>")));
}

TEST(Engine, IteratesLists) {
  // for each (var options in ["<2d,linear>", "<2d,nearest>"]) assemble("tex oc, v0, fs0 " + options);
  const Write loop = [](Code& code) {
    code.push_string("<2d,linear>").push_string("<2d,nearest>").new_array(2).set_local(1);
    code.push_byte(0).set_local(2);
    const std::size_t test = code.jump();
    const std::size_t begin = code.position();
    code.op(0x09);
    assemble_fragment(code, [](Code& text) {
      text.push_string("tex oc, v0, fs0 ").get_local(1).get_local(2).op(0x23).add();  // nextvalue
    });
    code.land(test).op(0x32).op(1).op(2);  // hasnext2
    const auto back =
        static_cast<std::uint32_t>(static_cast<std::int32_t>(begin) - static_cast<std::int32_t>(code.position() + 4));
    code.op(0x11);  // iftrue
    for (int shift = 0; shift < 24; shift += 8) code.op(static_cast<std::uint8_t>(back >> shift & 0xff));
  };
  const Extraction found = in_classes({{"Water", {loop}}});
  EXPECT_THAT(texts(found),
              ElementsAre(canonical("tex oc, v0, fs0 <2d,linear>"), canonical("tex oc, v0, fs0 <2d,nearest>")));
  EXPECT_FALSE(found.incomplete());
}

TEST(Engine, ChoiceOfOptionsIsOneFamily) {
  const Write caller = [](Code& code) {
    assemble_fragment(
        code, [](Code& text) { text.push_string("tex oc, v0, fs0 ").push_field("Options").call("method0", 0).add(); });
  };
  const Extraction found = in_classes({{"Water", {caller}}, {"Options", {options_by_number("filter", 8)}}});
  EXPECT_THAT(found.programs, SizeIs(8));
  const std::vector<ProgramFamily> families = find_families(found.programs);
  ASSERT_THAT(families, SizeIs(1));
  EXPECT_THAT(families[0].programs, SizeIs(8));
  EXPECT_EQ(families[0].parameters, "fs0 <2d, nearest|linear, mipnone|mipnearest|miplinear, clamp|repeat>");
  EXPECT_FALSE(found.incomplete());
}

TEST(Engine, OneConditionTakesTheSameSideInAllChoices) {
  const Write caller = [](Code& code) {
    assemble_fragment(code, [](Code& text) {
      text.push_string("tex ft0, v0, fs0 ").push_field("Options").call("method0", 0).add();
      text.push_string("\ntex ft1, v1, fs0 ").add().push_field("Options").call("method0", 0).add();
      text.push_string("\nadd oc, ft0, ft1").add();
    });
  };
  EXPECT_THAT(in_classes({{"Water", {caller}}, {"Options", {options_by_number("filter", 8)}}}).programs, SizeIs(8));
}

TEST(Engine, ReportsTooManyCombinationsAndFindsEachChoice) {
  const Write caller = [](Code& code) {
    assemble_fragment(code, [](Code& text) {
      text.push_string("mov ft3, v0");
      for (const char* const method : {"method0", "method1", "method2"}) {
        const std::string sampler(1, method[6]);
        text.push_string("\ntex ft" + sampler + ", v0, fs" + sampler + " ").add();
        text.push_field("Options").call(method, 0).add();
      }
      text.push_string("\nadd ft0, ft0, ft1\nadd oc, ft0, ft2").add();
    });
  };
  const Extraction found =
      in_classes({{"Water", {caller}},
                  {"Options", {options_by_number("a", 8), options_by_number("b", 8), options_by_number("c", 8)}}});
  EXPECT_THAT(found.too_many, ElementsAre("engine.Water"));
  EXPECT_TRUE(found.incomplete());
  std::vector<std::set<std::uint64_t>> samplers(3);
  for (const FoundProgram& program : found.programs)
    for (const Instruction& token : program.program.instructions)
      if (token.samples()) samplers.at(token.sampler().index()).insert(token.sampler().bits);
  EXPECT_THAT(samplers, Each(SizeIs(8)));
}

TEST(Engine, ReadsVersionFromArgumentsOfAssembler) {
  const auto version_of = [](const Write& write) {
    std::vector<std::uint32_t> versions;
    for (const FoundProgram& found : in_classes({{"Water", {write}}}).programs)
      versions.push_back(found.program.version);
    return versions;
  };
  const Write assemble = [](Code& code) {
    code.push_field("assembler").push_string("fragment").push_string("mov oc, v0").push_byte(2);
    code.call_void("assemble", 3);
  };
  EXPECT_THAT(version_of(assemble), ElementsAre(2));
  const Write variable = [](Code& code) {
    const std::size_t otherwise = code.push_field("modern").if_false();
    code.push_byte(2).set_local(1);
    const std::size_t end = code.jump();
    code.land(otherwise).push_byte(1).set_local(1).land(end);
    code.push_field("assembler").push_string("fragment").push_string("mov oc, v0").get_local(1);
    code.call_void("assemble", 3);
  };
  EXPECT_THAT(version_of(variable), UnorderedElementsAre(1, 2));
  const Write both = [](Code& code) {
    code.push_field("assembler").push_field("context").push_byte(2).push_string(vertex_text).push_string("mov oc, v0");
    code.call_void("assemble2", 4);
  };
  EXPECT_THAT(version_of(both), ElementsAre(2, 2));
  // Other numbers and Boolean values are not versions.
  const Write other = [](Code& code) {
    code.push_field("assembler").push_string("fragment").push_string("mov oc, v0").op(0x26).call_void("assemble", 3);
  };
  EXPECT_THAT(version_of(other), ElementsAre(1));
}

TEST(Engine, TemporaryWrittenInSomeBranchesIsVariant) {
  const auto found = [](const char* otherwise) {
    const Write caller = [=](Code& code) {
      assemble_fragment(code, [&](Code& text) {
        text.push_string(std::string("ife v0.x, fc0.x\nmov ft0, v1\n") + otherwise + "eif\nmov oc, ft0");
      });
    };
    return origins(in_classes({{"Water", {caller}}}));
  };
  EXPECT_THAT(found("els\nmov ft0, v2\n"), ElementsAre("exact: "));
  EXPECT_THAT(found(""), ElementsAre("variant: Adobe's players reject it with 3647: ft0 is read, but may not have been "
                                     "written"));
}

TEST(Engine, CompleteProgramOfOneLineIsNotTemplate) {
  const Write caller = [](Code& code) {
    assemble_fragment(code, [](Code& text) { text.push_string("tex oc, v1, fs0 <2d,repeat,nearest,mipnearest>"); });
  };
  const Extraction found = in_classes({{"Water", {caller}}});
  EXPECT_THAT(texts(found), ElementsAre(canonical("tex oc, v1, fs0 <2d,repeat,nearest,mipnearest>")));
  EXPECT_THAT(found.texts, IsEmpty());
}

const Write one_line_with_hole = [](Code& code) {
  code.push_field("assembler").push_string("tex oc, v0, fs0 <?\?\?>").call_void("assemble", 1);
};

TEST(Engine, FillsTemplateOfOneLine) {
  EXPECT_THAT(filled_with(one_line_with_hole, {}).texts, SizeIs(1));
  EXPECT_THAT(texts(filled_with(one_line_with_hole, {"<2d,linear>"})),
              ElementsAre(canonical("tex oc, v0, fs0 <2d,linear>")));
}

TEST(Engine, EachFillGivesAProgram) {
  const Extraction found = filled_with(one_line_with_hole, {"<2d,linear>", "<2d,nearest,repeat>"});
  EXPECT_THAT(texts(found),
              ElementsAre(canonical("tex oc, v0, fs0 <2d,linear>"), canonical("tex oc, v0, fs0 <2d,nearest,repeat>")));
  EXPECT_FALSE(found.incomplete());
}

/// Extracts programs from an application that consists of one class.
Extraction in_application(const std::vector<Write>& methods) {
  AbcBuilder abc;
  std::vector<Code> codes;
  for (const Write& write : methods) {
    Code code(abc);
    write(code);
    codes.push_back(code.return_void());
  }
  abc.add_class("engine", "Filter", codes);
  return found_in(SwfBuilder().abc(abc.build()).main_class("engine.Filter").build());
}

TEST(Engine, IgnoresUncalledPrivateMethods) {
  const Write assembles = [](Code& code) {
    code.make_private(0);
    assemble_fragment(code, [](Code& text) { text.push_string("mov oc, v0"); });
  };
  const Extraction uncalled = in_application({assembles});
  EXPECT_THAT(uncalled.programs, IsEmpty());
  ASSERT_THAT(uncalled.unused, SizeIs(1));
  EXPECT_EQ(uncalled.unused[0].origin.certainty, Certainty::Partial);
  EXPECT_EQ(uncalled.unused[0].origin.detail, "no code calls private0");
  EXPECT_FALSE(uncalled.incomplete());
  const Write calls = [](Code& code) { code.op(0xd0).call_private_void("private0", 0); };
  EXPECT_THAT(texts(in_application({assembles, calls})), ElementsAre(canonical("mov oc, v0")));
  // In a library, unknown code may call a protected method.
  EXPECT_THAT(in_classes({{"Filter", {assembles}}}).programs, SizeIs(1));
}

// Starling's base class of filters contains `if (source == null) source = "…";`, a default program that derived classes
// replace. Methods compiled from Haxe are all public.
TEST(Engine, SkipsDefaultIfArgumentIsAlwaysGiven) {
  for (const bool is_private : {true, false}) {
    const Write assembles = [=](Code& code) {
      if (is_private)
        code.make_private(1);
      else
        code.parameter("source");
      code.get_local(1).op(0x20).op(0xab);  // == null
      const std::size_t skip = code.if_false();
      code.push_string("mov oc, v0").set_local(1).land(skip);
      assemble_fragment(code, [](Code& text) { text.get_local(1).push_string("\nmov ft0, v0").add(); });
    };
    const auto call = [=](bool with_text) {
      return [=](Code& code) {
        code.op(0xd0);
        if (with_text)
          code.push_string("mov oc, v1");
        else
          code.op(0x20);
        if (is_private)
          code.call_private_void("private0", 1);
        else
          code.call_void("method0", 1);
      };
    };
    const Write names = [=](Code& code) {
      code.op(0xd0).push_string(is_private ? "private0" : "method0").get_item().set_local(1);
    };
    const Write handles = [&](Code& code) {
      code.return_void().begin_handler();
      call(false)(code);
    };
    const std::string by_default = canonical("mov oc, v0\nmov ft0, v0");
    EXPECT_THAT(texts(in_application({assembles, call(true)})), testing::Not(testing::Contains(by_default)));
    EXPECT_THAT(texts(in_application({assembles, call(true), call(false)})), testing::Contains(by_default));
    EXPECT_THAT(texts(in_application({assembles, call(true), handles})), testing::Contains(by_default));
    EXPECT_THAT(texts(in_application({assembles, call(true), names})), testing::Contains(by_default));
    // The compiler inlines a constant and also keeps its field.
    const Write stores = [](Code& code) { code.op(0xd0).push_string("mov oc, v0").set_field("STANDARD"); };
    const Extraction stored = in_application({assembles, call(true), stores});
    EXPECT_THAT(texts(stored), testing::Not(testing::Contains(canonical("mov oc, v0"))));
    ASSERT_THAT(stored.unused, SizeIs(1));
    EXPECT_EQ(stored.unused[0].origin.detail, "no path leads to it");
    EXPECT_THAT(texts(in_application({stores})), ElementsAre(canonical("mov oc, v0")));
    // In a library, unknown code may call a public method.
    EXPECT_THAT(texts(in_classes({{"Filter", {assembles, call(true)}}})), testing::Contains(by_default));
  }
}

TEST(Engine, UnassignedPrivateFieldIsConstant) {
  const auto found = [](bool is_set) {
    AbcBuilder abc;
    Code uses(abc), sets(abc);
    uses.op(0xd0).op(0x30).push_field("assembler").push_string("m44 op, va").push_private_field("position").add();
    uses.push_string(", vc0\nmov v0, va1").add().call_void("assemble", 1).return_void();
    sets.op(0xd0).op(0x30).op(0xd0).push_byte(3).set_private_field("position").return_void();
    abc.add_class("effects", "Water", is_set ? std::vector{uses, sets} : std::vector{uses});
    abc.add_field("position", 2);
    return found_in(SwfBuilder().abc(abc.build()).build());
  };
  const Extraction constant = found(false);
  EXPECT_THAT(texts(constant), ElementsAre(canonical("m44 op, va2, vc0\nmov v0, va1")));
  EXPECT_FALSE(constant.incomplete());
  EXPECT_THAT(texts(found(true)), testing::Not(ElementsAre(canonical("m44 op, va2, vc0\nmov v0, va1"))));
}

TEST(Engine, ReportsCodeLoadedFromOtherFiles) {
  const Write loads = [](Code& code) { code.push_field("loader").push_string("level1.swf").call_void("load", 1); };
  const Result<Extraction> found = extract(movie({{"Menu", {loads}}}), "game.swf");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found.diagnostics().contains(1094));
  EXPECT_THAT(found->containers_loading_swfs, ElementsAre("game.swf"));
  EXPECT_TRUE(found->incomplete());
  // A game that loads bytes may load code, whether it has programs or not.
  const Write unpacks = [](Code& code) { code.push_field("loader").push_field("bytes").call_void("loadBytes", 1); };
  const Write assembles = [](Code& code) {
    assemble_fragment(code, [](Code& text) { text.push_string("mov oc, v0"); });
  };
  const Result<Extraction> with = extract(movie({{"Menu", {unpacks, assembles}}}), "game.swf");
  EXPECT_TRUE(with.diagnostics().contains(1094));
  EXPECT_TRUE(with->incomplete());
  EXPECT_TRUE(extract(movie({{"Menu", {unpacks}}}), "game.swf")->incomplete());
  EXPECT_TRUE(extract(movie({{"Menu", {unpacks}}, {"Water", {assembles, assembles}}}), "game.swf")->incomplete());
  // A loaded file may be in any folder of the archive. `containers_loading_swfs` names the file that loads a missing
  // file.
  const Write loads_both = [](Code& code) {
    code.push_field("loader").push_string("mods/level1.swf").call_void("load", 1);
    code.push_field("loader").push_string("level2.swf").call_void("load", 1);
  };
  const ByteVector both = movie({{"Menu", {loads_both}}}), one = movie({{"Level", {assembles}}});
  const Result<Extraction> archive =
      extract(test::build_archive({{"a/level1.swf", one}, {"main.swf", both}}), "game.air");
  EXPECT_THAT(archive->containers_loading_swfs, ElementsAre("game.air!main.swf"));
  ASSERT_EQ(archive.diagnostics().size(), 1u) << render_text(archive.diagnostics());
  EXPECT_EQ(archive.diagnostics().begin()->message.find("level1"), std::string::npos);
  // A string that is the name of the loading file, only an extension, or a regular expression does not name a missing
  // file.
  for (const char* const name :
       {"game.swf", ".swf", ".*\\.swf", "\\w+.swf", "^level[0-9].swf", "(mods|maps)/.swf", "/([a-z]+)\\.swf"}) {
    const Write own = [&](Code& code) { code.push_field("loader").push_string(name).call_void("load", 1); };
    EXPECT_FALSE(found_in(movie({{"Menu", {own}}})).incomplete()) << name;
  }
}

}  // namespace
}  // namespace agal::test
