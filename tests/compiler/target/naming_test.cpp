// Names, semantics and bindings that callers choose for registers.
#include "target/naming.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/host.hpp"
#include "agal/options.hpp"
#include "agal/translate.hpp"
#include "support/golden.hpp"
#include "target/capabilities.hpp"
#include "target/names.hpp"
#include "target/slots.hpp"

namespace agal::target {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view vertex = "m44 op, va0, vc0\nadd v0, va1, vc6\n";
constexpr std::string_view fragment = "tex ft0, v0, fs3 <2d, linear>\nmul oc, ft0, fc2\n";

// Returns the reserved words of all languages in taken_names.def.
const std::vector<std::string>& taken_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> out;
    const auto add = [&](std::initializer_list<std::string_view> names) {
      out.insert(out.end(), names.begin(), names.end());
    };
#define AGAL_TAKEN_NAMES(family, ...) add({__VA_ARGS__});
#define AGAL_TAKEN_TYPES(family, ...) add({__VA_ARGS__});
#define AGAL_TAKEN_IN_ANY_CASE(family, ...) add({__VA_ARGS__});
#define AGAL_TAKEN_PREFIXES(family, ...) add({__VA_ARGS__});
#define AGAL_TAKEN_OTHERS(title, ...) add({__VA_ARGS__});
#include "target/taken_names.def"
    return out;
  }();
  return words;
}

using Choices = std::initializer_list<std::pair<std::string_view, std::string_view>>;

Result<std::string> written(std::string_view text, Choices choices) {
  const Result<Program> program = assemble(text, "a program");
  EXPECT_TRUE(program.has_value());
  Options options;
  for (const auto& [name, value] : choices) {
    const Diagnostics fault = set_option(options, name, value);
    EXPECT_TRUE(fault.empty()) << render_text(fault);
  }
  return write(*program, options.compile);
}

std::string text_of(std::string_view text, Choices choices) {
  Result<std::string> made = written(text, choices);
  EXPECT_TRUE(made.has_value()) << render_text(made.diagnostics());
  return made ? *std::move(made) : std::string();
}

std::uint16_t code_of(std::string_view text, Choices choices) {
  const Result<std::string> made = written(text, choices);
  EXPECT_FALSE(made.has_value()) << *made;
  return made ? std::uint16_t{0} : made.diagnostics()[0].code;
}

TEST(Names, RejectsWordsOfEveryLanguage) {
  EXPECT_GT(taken_words().size(), 900u);
  for (const std::string& word : taken_words()) EXPECT_NE(why_not_free(word), "") << word;
}

TEST(Names, RejectsWordsOfAnyLanguageForRegisters) {
  const Result<Program> program = assemble(vertex, "a program");
  for (const std::string& word : taken_words())
    for (const char* const registers : {"va0", "v0", "vc", "vc0..3"}) {
      Options options;
      options.compile.target = Target::Essl300;
      ASSERT_TRUE(set_option(options, "rename", std::string(registers) + '=' + word).empty());
      const Result<std::string> made = write(*program, options.compile);
      ASSERT_FALSE(made.has_value()) << word;
      EXPECT_EQ(made.diagnostics()[0].code, 4017) << word;
    }
}

// Expects that no word is a valid entry point. "main" is valid in every language, and becomes main0 in Metal.
void expect_no_entry_points(TargetFamily family, std::initializer_list<std::string_view> words) {
  if (info(family).entry != EntryPointNames::Free) return;
  const Result<Program> program = assemble(fragment, "a program");
  Options options;
  options.compile.target = info(family).target;
  for (const std::string_view word : words) {
    if (word == "main") continue;
    options.compile.entry_points.fragment = word;
    EXPECT_FALSE(write(*program, options.compile).has_value()) << word;
  }
}

TEST(Names, RejectsWordsOfLanguageForEntryPoints) {
#define AGAL_TAKEN_NAMES(family, ...) expect_no_entry_points(TargetFamily::family, {__VA_ARGS__});
#define AGAL_TAKEN_TYPES(family, ...) expect_no_entry_points(TargetFamily::family, {__VA_ARGS__});
#include "target/taken_names.def"
}

TEST(Names, RejectsWordsOfFxcInAnyCase) {
  for (const char* const word :
       {"Pass", "PASS", "pAsS", "Technique", "TECHNIQUE10", "Asm", "Decl", "Texture2d", "TEXTURECUBE"}) {
    EXPECT_EQ(why_not_free(word), "it is a word of HLSL") << word;
    EXPECT_FALSE(is_free_name(TargetFamily::Hlsl, word)) << word;
    EXPECT_TRUE(is_free_name(TargetFamily::Wgsl, word)) << word;
  }
}

TEST(Names, RejectsWordsOfCAndCpp) {
  for (const char* const word :
       {"_Bool", "_Alignas", "_Generic", "restrict", "inline", "constexpr", "typeof_unqual", "co_await"})
    EXPECT_NE(why_not_free(word), "") << word;
  EXPECT_EQ(why_not_free("_Bool"), "it is a word of C and C++");
  EXPECT_FALSE(is_free_name(TargetFamily::Msl, "_Complex"));
}

// Compilers define these words before they read a text.
TEST(Names, RejectsPredefinedMacrosAndConstants) {
  for (const auto& [word, reason] : std::initializer_list<std::pair<const char*, const char*>>{
           {"GL_EXT_ray_tracing", "languages reserve names of this form"},
           {"VULKAN", "it is a word of GLSL"},
           {"vk", "it is a word of HLSL"},
           {"GROUP_SYNC", "it is a word of HLSL"},
           {"NodeOutput", "it is a word of HLSL"},
           {"RAY_QUERY_INTERSECTION_NONE", "it is a word of WGSL"},
           {"linux", "it is a word of C and C++"},
           {"_Float128", "it is a word of C and C++"},
           {"SHADER_NAME", "it is a word of engines in JavaScript"}})
    EXPECT_EQ(why_not_free(word), reason) << word;
  for (const TargetFamily family : {TargetFamily::Hlsl, TargetFamily::Msl, TargetFamily::Wgsl})
    EXPECT_FALSE(is_free_name(family, "GL_ARB_gpu_shader5"));
  EXPECT_FALSE(is_free_name(TargetFamily::Hlsl, "VULKAN"));
}

TEST(Names, RejectsEntryPointsThatTextsDeclare) {
  constexpr std::array families{TargetFamily::Hlsl, TargetFamily::Msl, TargetFamily::Wgsl};
  for (const char* const name : {"vc", "fs0", "fs0_sampler", "_fs0_sampler", "fc_c", "stage_input",
                                 "SPIRV_Cross_Output", "gl_Position", "spvMod"})
    for (const TargetFamily family : families) EXPECT_FALSE(is_free_name(family, name)) << name;
  // Variables are local in WGSL.
  for (const char* const name : {"oc", "v0", "va1", "ft0", "vc4", "value"})
    for (const TargetFamily family : families)
      EXPECT_EQ(is_free_name(family, name), family == TargetFamily::Wgsl) << name;
  for (const char* const name : {"shade", "vs", "fs", "vs_main", "vertexMain", "vert", "frag", "_main"})
    for (const TargetFamily family : families) EXPECT_TRUE(is_free_name(family, name)) << name;
}

TEST(Names, RejectsReservedForms) {
  for (const char* const name :
       {"",         "1st",   "a b",  "a-b",   "_",      "__x",         "a__b",        "gl_Position", "webgl_x",
        "float3x3", "half4", "va0",  "ft1",   "ft1_2",  "fs0_sampler", "sampler7",    "oc",          "value",
        "value_3",  "c",     "main", "main0", "output", "subgroupAdd", "traceRayEXT", "clockARB",    "VertexConstants",
        "GL_foo"})
    EXPECT_NE(why_not_free(name), "") << name;
  for (const char* const name :
       {"map", "position", "uv", "aPosition", "u_color", "modelViewProjection", "normal4b", "_MainTex"})
    EXPECT_EQ(why_not_free(name), "") << name;
  EXPECT_NE(why_not_free(std::string(257, 'a')), "");
  EXPECT_EQ(why_not_free(std::string(256, 'a')), "");
}

TEST(Rename, ReadsRegisters) {
  for (const char* const text : {"va0", "v3", "vc", "fc", "vc0", "vc0..3", "fs0", "vs1", "fs0_sampler", "oc", "oc1"})
    EXPECT_TRUE(find_named_registers(text)) << text;
  for (const char* const text :
       {"",      "ft0",    "va",         "fs",         "op", "od",   "iid",  "vc3..0", "vc0..",   "va0..1",
        "vc..1", "fs0..1", "vc0..99999", "vc_sampler", "x",  "fs00", "va01", "v000",   "vc0..03", "fs00_sampler"})
    EXPECT_FALSE(find_named_registers(text)) << text;
}

TEST(Rename, NamesEveryKindOfRegisterInEveryLanguage) {
  for (const char* const target : {"essl300", "glsl330", "vulkan-glsl450", "wgsl", "msl20", "hlsl50"}) {
    const std::string text =
        text_of(vertex, {{"target", target}, {"rename", "va0=position,va1=uv,v0=vUv,vc0..3=mvp,vc6=shift"}});
    for (const char* const name : {"position", "uv", "vUv", "mvp[3]", "shift", "vc4"})
      EXPECT_THAT(text, HasSubstr(name)) << target;
    EXPECT_THAT(text, Not(HasSubstr("va0"))) << target;
    const std::string second =
        text_of(fragment, {{"target", target}, {"rename", "fs3=map,fs3_sampler=mapState,fc=tints,oc=color"}});
    EXPECT_THAT(second, HasSubstr("map")) << target;
    EXPECT_THAT(second, HasSubstr("tints")) << target;
    EXPECT_THAT(second, HasSubstr("color")) << target;
    EXPECT_THAT(second, Not(HasSubstr("fs3"))) << target;
  }
}

TEST(Rename, PlainArraysKeepTheirLocations) {
  const std::string text =
      text_of(vertex, {{"target", "glsl450"}, {"constants", "plain"}, {"rename", "vc0..3=mvp,vc6=shift"}});
  EXPECT_THAT(text, HasSubstr("layout(location = 0) uniform vec4 mvp[4];"));
  EXPECT_THAT(text, HasSubstr("layout(location = 4) uniform vec4 vc4[2];"));
  EXPECT_THAT(text, HasSubstr("layout(location = 6) uniform vec4 shift;"));
}

TEST(Rename, RejectsCollidingNames) {
  for (const char* const list :
       {"va0=a,va1=a", "vc0..3=a,vc2=b", "va0=same,fs0=same", "v0=position", "v0=depth", "va0=fs0", "va0=vertexMain"})
    EXPECT_EQ(code_of(vertex, {{"target", "hlsl50"}, {"entry-point", "vertex=vertexMain"}, {"rename", list}}), 4017)
        << list;
  for (const char* const list : {"fs0=a,fs1=a_sampler", "fs0=a_sampler,fs1=a", "va0=same,fs0=same"})
    EXPECT_EQ(code_of(fragment, {{"target", "hlsl50"}, {"rename", list}}), 4017) << list;
}

TEST(Rename, ReportsCollisionOnceForStageOfRegisters) {
  const Choices choices{{"target", "essl300"}, {"rename", "va0=foo,va1=foo"}};
  const Result<std::string> made = written(vertex, choices);
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.diagnostics().size(), 1u);
  EXPECT_EQ(made.diagnostics()[0].message, "va1 cannot be called foo: va0 has this name");
  EXPECT_TRUE(written(fragment, choices).has_value());
}

TEST(Rename, RejectsUniformsOfEngine) {
  const auto rename = [](std::string_view host, std::string_view list) {
    return written(vertex, {{"host", host}, {"rename", list}});
  };
  EXPECT_EQ(rename("three", "vc0..3=modelMatrix").diagnostics()[0].message,
            "vc0..3 cannot be called modelMatrix: the engine sets the uniform of that name");
  for (const HostInfo& row : host_table)
    for (std::size_t at = 1; at < row.own.size(); at = row.own.find(' ', at) + 1) {
      const std::string name(row.own.substr(at, row.own.find(' ', at) - at));
      EXPECT_EQ(rename(row.name, "vc0..3=" + name).diagnostics()[0].code, 4017) << row.name << ": " << name;
    }
  EXPECT_TRUE(rename("three", "vc0..3=world").has_value());
  EXPECT_TRUE(rename("pixi", "vc0..3=modelMatrix").has_value());
  EXPECT_TRUE(rename("three", "va0=modelMatrix").has_value());
}

TEST(Rename, RejectsEmptyNameAsOption) {
  Options options;
  for (const char* const name : {"rename", "semantics"}) {
    const Diagnostics fault = set_option(options, name, "va0=");
    ASSERT_EQ(fault.size(), 1u) << name;
    EXPECT_THAT(fault[0].message, HasSubstr("'va0=' is not REGISTER"));
  }
}

// A single module for WGSL distinguishes equal names of entry points by prefixes.
TEST(Rename, RejectsEntryPointsOfSingleModule) {
  for (const char* const list : {"va0=vertex_shade", "v0=fragment_shade", "vc=shade"})
    EXPECT_EQ(code_of(vertex, {{"target", "wgsl"}, {"entry-point", "shade"}, {"rename", list}}), 4017) << list;
}

TEST(Rename, ErrorNamesUnknownRegister) {
  const Result<Program> program = assemble(vertex, "a program");
  ASSERT_TRUE(program.has_value());
  CompileOptions options;
  options.target = Target::Essl300;
  options.renames = {{"va0", "place"}, {"zz9", "b"}, {"va1", "place"}};
  const Result<std::string> made = write(*program, options);
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.diagnostics().size(), 1u);
  EXPECT_EQ(made.diagnostics()[0].message, "zz9 cannot be called b: it is not a register");
}

TEST(Rename, RejectsPartsOfConstantsWithRelativeAddresses) {
  constexpr std::string_view indirect = "mov op, vc[va0.x+1]\n";
  const Result<std::string> made = written(indirect, {{"target", "essl300"}, {"rename", "vc1..3=mvp"}});
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.diagnostics()[0].message,
            "vc1..3 cannot be called mvp: a relative address reads the array of all constants");
  EXPECT_THAT(text_of(indirect, {{"target", "essl300"}, {"rename", "vc=bones"}}), HasSubstr("bones.c["));
}

TEST(Semantics, ApplyToAttributesAndVaryings) {
  const std::string text = text_of(vertex, {{"target", "hlsl50"}, {"semantics", "va0=POSITION,va1=NORMAL,v0=COLOR1"}});
  EXPECT_THAT(text, HasSubstr("float4 va0 : POSITION"));
  EXPECT_THAT(text, HasSubstr("float4 va1 : NORMAL"));
  EXPECT_THAT(text, HasSubstr("float4 v0 : COLOR1"));
  EXPECT_THAT(text_of(fragment, {{"target", "hlsl50"}, {"semantics", "v0=COLOR1"}}), HasSubstr("float4 v0 : COLOR1"));
}

TEST(Semantics, RejectReservedAndEqualSemantics) {
  for (const char* const list :
       {"va0=SV_Position", "va0=sv_x", "va0=TEXCOORD1", "va0=1", "va0=A B", "va0=X,va1=x0", "va0=COLOR00,va1=COLOR0",
        "va0=color,va1=COLOR000", "va1=TEXCOORD00", "va0=texcoord01", "v0=X07,v1=x7"})
    EXPECT_EQ(code_of(vertex, {{"target", "hlsl50"}, {"semantics", list}}), 4018) << list;
  EXPECT_THAT(text_of(vertex, {{"target", "hlsl50"}, {"semantics", "va0=COLOR1,va1=COLOR10"}}), HasSubstr("COLOR10"));
}

TEST(Semantics, RejectWordsOfHlslAndHighIndices) {
  for (const auto& [semantic, reason] : std::initializer_list<std::pair<std::string, std::string>>{
           {"float4", "it is a word of HLSL"},
           {"if", "it is a word of HLSL"},
           {"int2x2", "it is a word of HLSL"},
           {"sample", "it is a word of HLSL"},
           {"Texture2D", "it is a word of HLSL"},
           {"TECHNIQUE", "it is a word of HLSL"},
           {"register", "it is a word of HLSL"},
           {"__FILE__", "it is a word of HLSL"},
           {"TEXCOORD4294967296", "its index has more than 32 bits"},
           {"COLOR99999999999999999999", "its index has more than 32 bits"},
           {"Sv_Target", "Direct3D reserves SV_"},
           {"vpos0", "it is a system value of older shader models"},
           {std::string(65, 'A'), "it has more than 64 characters"}}) {
    const Result<std::string> made = written(vertex, {{"target", "hlsl50"}, {"semantics", "va0=" + semantic}});
    ASSERT_FALSE(made.has_value()) << semantic;
    EXPECT_EQ(made.diagnostics()[0].message, "va0 cannot have the semantic " + semantic + ": " + reason);
  }
  for (const std::string semantic : {"POSITION", "TEXCOORD4294967295", "BLENDWEIGHT0", "Color", "USER_DATA7", "FOG"})
    EXPECT_TRUE(written(vertex, {{"target", "hlsl51"}, {"semantics", "va0=" + semantic}}).has_value()) << semantic;
}

// The program has va0, va1 and v0.
TEST(Semantics, AreComparedOnlyWithRegistersOfTheProgram) {
  for (const char* const list : {"va1=TEXCOORD3", "va0=TEXCOORD2,va1=TEXCOORD7", "va0=TEXCOORD1,va1=TEXCOORD0",
                                 "va5=COLOR,va6=COLOR", "v0=TEXCOORD9", "va0=TEXCOORD4,va4=TEXCOORD0", "v2=X,v3=X"})
    EXPECT_TRUE(written(vertex, {{"target", "hlsl50"}, {"semantics", list}}).has_value()) << list;
  const auto message = [](std::string_view list) {
    const Result<std::string> made =
        written("mov op, va0\nmov v0, va3\nmov v2, va3\n", {{"target", "hlsl50"}, {"semantics", list}});
    return made ? std::string() : made.diagnostics()[0].message;
  };
  EXPECT_EQ(message("va0=TEXCOORD3"), "va0 cannot have the semantic TEXCOORD3: va3 has it");
  EXPECT_EQ(message("va3=TEXCOORD0"), "va3 cannot have the semantic TEXCOORD0: va0 has it");
  EXPECT_EQ(message("v0=texcoord1"), "v0 cannot have the semantic texcoord1: v1 has it") << "the text declares v1";
  EXPECT_EQ(message("v0=TEXCOORD3"), "");
}

TEST(Semantics, MustBeChannelsOfMeshesInUnity) {
  const auto message = [](std::string_view list) {
    const Result<std::string> made = written(vertex, {{"host", "unity"}, {"semantics", list}});
    return made ? std::string() : made.diagnostics()[0].message;
  };
  EXPECT_EQ(message("va0=POSTION"),
            "va0 cannot have the semantic POSTION: a mesh of Unity does not have it; did you mean 'POSITION'?");
  EXPECT_EQ(message("va0=Texcord1"),
            "va0 cannot have the semantic Texcord1: a mesh of Unity does not have it; did you mean 'TEXCOORD1'?");
  EXPECT_EQ(message("va1=TEXCOORD8"),
            "va1 cannot have the semantic TEXCOORD8: a mesh of Unity does not have it; did you mean 'TEXCOORD0'?");
  EXPECT_EQ(message("va1=WEIGHTS"), "va1 cannot have the semantic WEIGHTS: a mesh of Unity does not have it");
  EXPECT_EQ(message("va0=position0,va1=Color,v0=ANYTHING5"), "");
}

TEST(HostTargets, AreTheOnlyOnesThatAreAccepted) {
  const auto message = [](std::string_view host, std::string_view target) {
    const Result<std::string> made = written(fragment, {{"host", host}, {"target", target}, {"constants", "ubo"}});
    return made ? std::string() : made.diagnostics()[0].message;
  };
  EXPECT_EQ(message("sdl", "wgsl"), "SDL_GPU does not take wgsl; it takes spirv, vulkan-glsl450, msl, hlsl51");
  EXPECT_EQ(message("sdl", "hlsl50"), "SDL_GPU does not take hlsl50; it takes spirv, vulkan-glsl450, msl, hlsl51");
  EXPECT_EQ(message("unity", "essl300"), "Unity does not take essl300; it takes hlsl");
  EXPECT_EQ(message("godot", "glsl450"), "Godot does not take glsl450; it takes vulkan-glsl450, spirv");
  EXPECT_EQ(message("metal", "hlsl50"), "Metal does not take hlsl50; it takes msl");
  for (const auto& [host, target] : std::initializer_list<std::pair<const char*, const char*>>{{"sdl", "msl20"},
                                                                                               {"sdl", "hlsl51"},
                                                                                               {"unity", "hlsl51"},
                                                                                               {"metal", "msl24"},
                                                                                               {"pixi", "wgsl"},
                                                                                               {"openfl", "essl300"}})
    EXPECT_EQ(message(host, target), "") << host << ' ' << target;
}

TEST(HostTargets, IncludeTheDefault) {
  for (const HostInfo& row : host_table) EXPECT_TRUE(takes(row.host, row.target)) << row.name;
}

// Unity and Metal get both texts as one.
TEST(JoinedTexts, NeedTwoEntryPointsAndTheOwnWriter) {
  const auto message = [](Choices choices) {
    const Result<std::string> made = written(fragment, choices);
    return made ? std::string() : made.diagnostics()[0].message;
  };
  EXPECT_EQ(message({{"host", "unity"}, {"entry-point", "X"}}),
            "for Unity, both texts of a pair are one text, but both entry points are called X");
  EXPECT_EQ(message({{"host", "metal"}, {"entry-point", "shade"}}),
            "for Metal, both texts of a pair are one text, but both entry points are called shade");
  EXPECT_EQ(message({{"host", "unity"}, {"entry-point", "vertex=frag"}}),
            "for Unity, both texts of a pair are one text, but both entry points are called frag")
      << "the entry point of the other stage stays";
  EXPECT_THAT(text_of(fragment, {{"host", "unity"}, {"entry-point", "vertex=transform"}}), HasSubstr("void frag("));
  EXPECT_EQ(message({{"host", "unity"}, {"entry-point", "vertex=A,fragment=B"}}), "");
  EXPECT_EQ(message({{"host", "wgpu"}, {"entry-point", "shade"}}), "");
}

TEST(JoinedTexts, MessagesNameWhatSpirvCrossCannotDo) {
  const auto message = [](Choices choices) {
    const Result<Program> program = assemble(fragment, "a program");
    Options options;
    for (const auto& [name, value] : choices) EXPECT_TRUE(set_option(options, name, value).empty());
    const Diagnostics found = check_target(*program, options.compile, resolve(options.compile, Stage::Fragment));
    return found.empty() ? std::string() : found[0].message;
  };
  EXPECT_EQ(message({{"target", "essl300"}, {"writer", "cross"}, {"rename", "v0=uv"}}),
            "SPIRV-Cross does not write essl300 with --rename");
  EXPECT_EQ(message({{"target", "hlsl50"}, {"writer", "cross"}, {"semantics", "v0=COLOR"}}),
            "SPIRV-Cross does not write hlsl50 with --semantics");
  EXPECT_EQ(message({{"host", "openfl"}, {"writer", "cross"}}),
            "SPIRV-Cross does not write essl100 with the names of --host");
  EXPECT_EQ(message({{"target", "wgsl"}, {"writer", "cross"}, {"rename", "v0=uv"}}), "SPIRV-Cross does not write wgsl");
  EXPECT_EQ(message({{"host", "unity"}, {"writer", "cross"}}),
            "SPIRV-Cross does not write hlsl50 so that both texts of a pair can be one text");
  EXPECT_EQ(message({{"target", "hlsl50"}, {"writer", "cross"}}), "");
}

TEST(Lists, RejectTwoValuesForOneRegister) {
  for (const auto& [name, value] :
       std::initializer_list<std::pair<const char*, const char*>>{{"rename", "va0=a,va0=b"},
                                                                  {"rename", "fs0=map,v0=uv,fs0=image"},
                                                                  {"bind", "fs0=1,fs0=2"},
                                                                  {"bind", "fs0_sampler=0:3,vc=1,fs0_sampler=1:3"},
                                                                  {"semantics", "va0=POSITION,va0=NORMAL"}}) {
    Options options;
    const Diagnostics fault = set_option(options, name, value);
    ASSERT_EQ(fault.size(), 1u) << value;
    EXPECT_THAT(fault[0].message, HasSubstr("contradict each other")) << value;
  }
  Options options;
  EXPECT_TRUE(set_option(options, "rename", "va0=a,va0=a").empty());
  EXPECT_EQ(options.compile.renames.size(), 1u);
}

TEST(Names, RejectsFamiliesOfNames) {
  for (const auto& [word, reason] : std::initializer_list<std::pair<const char*, const char*>>{
           {"WaveMatrixLeft", "it is a word of HLSL"},
           {"WaveMatrixOfANewVersion", "it is a word of HLSL"},
           {"RAY_FLAG_SKIP_AABBS", "it is a word of HLSL"},
           {"RAY_QUERY_INTERSECTION_TRIANGLE", "it is a word of WGSL"},
           {"RAYTRACING_PIPELINE_FLAG_NONE", "it is a word of HLSL"},
           {"STATE_OBJECT_FLAG_ANY", "it is a word of HLSL"},
           {"RasterizerOrderedTexture2D", "it is a word of HLSL"},
           {"HitGroup", "it is a word of HLSL"},
           {"RayDesc", "it is a word of HLSL"},
           {"texture_storage_2d", "it is a word of WGSL"},
           {"acceleration_structure", "it is a word of WGSL"},
           {"imageAtomicMin", "it is a word of GLSL"},
           {"M_PI_H", "it is a word of MSL"},
           {"HALF_MAX", "it is a word of MSL"}})
    EXPECT_EQ(why_not_free(word), reason) << word;
  for (const char* const word : {"WaveHeight", "RayDirection", "ray_flag", "texture_color", "mPosition", "HALFSIZE"})
    EXPECT_EQ(why_not_free(word), "") << word;
  EXPECT_FALSE(is_free_name(TargetFamily::Hlsl, "WaveMatrixRight"));
  EXPECT_FALSE(is_free_name(TargetFamily::Wgsl, "RAY_FLAG_CULL_OPAQUE"));
  EXPECT_TRUE(is_free_name(TargetFamily::Wgsl, "WaveMatrixRight"));
}

TEST(Slots, PageIsUpToDate) {
  std::map<Target, std::map<SlotKind, const LastSlot*>> rows;
  for (const LastSlot& row : last_slot_table) rows[row.target][row.kind] = &row;
  std::string table =
      "| Target | Constants | Texture | Sampler | Set, group, space | Limit of |\n|---|---|---|---|---|---|\n";
  for (const auto& [target, kinds] : rows) {
    const std::string name =
        info(target).family == TargetFamily::Msl ? "MSL" : "`" + std::string(info(target).name) + "`";
    table += "| " + name;
    std::set<std::string_view> reasons;
    for (const SlotKind kind : {SlotKind::Constants, SlotKind::Texture, SlotKind::Sampler, SlotKind::Set}) {
      const auto found = kinds.find(kind);
      table += " | " + (found == kinds.end() ? std::string() : std::to_string(found->second->last));
      if (found != kinds.end()) reasons.insert(found->second->reason);
    }
    EXPECT_EQ(reasons.size(), 1u) << name;
    table += " | " + std::string(*reasons.begin()) + " |\n";
  }
  test::expect_section("docs/abi.md", "slots", table);
}

TEST(Layout, SdlBindingsAreConsecutive) {
  constexpr std::string_view two =
      "tex ft0, v0, fs2 <2d>\ntex ft1, v0, fs5 <2d>\nadd ft0, ft0, ft1\nmul oc, ft0, fc0\n";
  const std::string text = text_of(two, {{"target", "vulkan-glsl450"}, {"layout", "sdl"}});
  EXPECT_THAT(text, HasSubstr("layout(set = 2, binding = 0) uniform sampler2D fs2;"));
  EXPECT_THAT(text, HasSubstr("layout(set = 2, binding = 1) uniform sampler2D fs5;"));
  EXPECT_THAT(text, HasSubstr("layout(set = 3, binding = 0, std140)"));
  const std::string refined = text_of(two, {{"target", "vulkan-glsl450"}, {"layout", "sdl"}, {"bind", "fs5=2:0"}});
  EXPECT_THAT(refined, HasSubstr("layout(set = 2, binding = 0) uniform sampler2D fs5;"));
  EXPECT_THAT(refined, HasSubstr("layout(set = 2, binding = 1) uniform sampler2D fs2;"));
  EXPECT_THAT(text_of(two, {{"target", "msl20"}, {"layout", "sdl"}}), HasSubstr("fs5 [[texture(1)]]"));
}

TEST(VersionLine, CanBeOmitted) {
  const std::string with = text_of(fragment, {{"target", "essl300"}});
  EXPECT_EQ("#version 300 es\n" + text_of(fragment, {{"target", "essl300"}, {"version", "false"}}), with);
}

}  // namespace
}  // namespace agal::target
