// The C interface: every operation and every misuse by a caller. No misuse ends the process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "agal/agal.h"
#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/compile.hpp"
#include "c/owners.hpp"
#include "support/corpus.hpp"

namespace agal {
namespace {

using c_test::CompilationOwner;
using c_test::InputsOwner;
using c_test::options;
using c_test::OptionsOwner;
using c_test::part;
using c_test::ResultOwner;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

constexpr std::string_view vertex_text = "m44 op, va0, vc0\nmov v0, va1\nmov v1, va1\n";
constexpr std::string_view fragment_text = "tex ft0, v0, fs0 <2d,linear>\nmul oc, ft0, fc0\n";

std::vector<std::string> names(const ResultOwner& result) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < agal_result_count(result.get()); ++i) list.push_back(agal_result_name(result.get(), i));
  EXPECT_EQ(agal_result_at(result.get(), list.size(), nullptr), nullptr);
  return list;
}

ResultOwner compile_text(std::string_view text, const OptionsOwner& with) {
  return ResultOwner(agal_compile(text.data(), text.size(), with.get()));
}

TEST(CInterface, ReportsVersions) {
  EXPECT_EQ(agal_abi_version(), static_cast<std::uint32_t>(AGAL_ABI_VERSION));
  EXPECT_EQ(agal_version(), version_string());
  void* const memory = agal_allocate(0);
  EXPECT_NE(memory, nullptr);
  agal_free(memory);
  agal_free(nullptr);
}

TEST(CInterface, CompilesToTextAndSpirv) {
  const ResultOwner text = compile_text(fragment_text, options({{"target", "wgsl"}}));
  EXPECT_EQ(agal_result_status(text.get()), AGAL_OK);
  EXPECT_THAT(names(text), ElementsAre("fragment", "reflection", "diagnostics", "messages"));
  EXPECT_THAT(part(text, "fragment"), HasSubstr("@fragment"));
  EXPECT_THAT(part(text, "reflection"), StartsWith("{"));
  EXPECT_EQ(part(text, "messages"), "");
  std::size_t size = 0;
  EXPECT_EQ(agal_result_at(text.get(), 0, &size), agal_result_get(text.get(), "fragment", nullptr));
  EXPECT_EQ(size, part(text, "fragment").size());

  const ResultOwner words = compile_text(fragment_text, nullptr);
  const Result<Program> program = assemble(fragment_text);
  const Result<Compilation> expected = compile(*program);
  const std::string found = part(words, "fragment");
  ASSERT_EQ(found.size(), expected->spirv.size() * sizeof(std::uint32_t));
  EXPECT_EQ(std::memcmp(found.data(), expected->spirv.data(), found.size()), 0);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(agal_result_get(words.get(), "fragment", nullptr)) % 4, 0u);
}

TEST(CInterface, ProductsEqualCppInterface) {
  const OptionsOwner to_essl = options({{"target", "essl300"}, {"writer", "own"}});
  CompileOptions same;
  same.target = Target::Essl300;
  same.writer = Writer::Own;
  for (const test::CorpusProgram& each : test::own_corpus().programs) {
    const Result<Program> program = load_program(each.bytes, "");
    const Result<Compilation> expected = program ? compile(*program, same) : Result<Compilation>(Diagnostics());
    const ResultOwner result(agal_compile(each.bytes.data(), each.bytes.size(), to_essl.get()));
    ASSERT_EQ(agal_result_status(result.get()) == AGAL_OK, expected.has_value()) << each.path;
    if (!expected) {
      EXPECT_GT(agal_result_errors(result.get()), 0u) << each.path;
      continue;
    }
    EXPECT_EQ(part(result, expected->stage == Stage::Vertex ? "vertex" : "fragment"), expected->text) << each.path;
    EXPECT_EQ(part(result, "reflection"), expected->reflection) << each.path;
  }
}

TEST(CInterface, ReportsStepsOnRequest) {
  const ResultOwner result = compile_text(fragment_text, options({{"target", "wgsl"}, {"steps", "true"}}));
  ASSERT_EQ(agal_result_status(result.get()), AGAL_OK);
  EXPECT_THAT(part(result, "steps"), StartsWith("{\"step\":\"ast\",\"summary\":\""));
  EXPECT_THAT(part(result, "steps"), HasSubstr("\n{\"step\":\"wgsl\","));
  EXPECT_EQ(agal_options_set(options({}).get(), "steps", "perhaps"), AGAL_BAD_ARGUMENT);
}

// Compiles programs in one call. A text is "stage: text"; a result is its messages.
std::vector<std::string> compile_all(const std::vector<std::string>& programs, const OptionsOwner& with) {
  std::string bytes;
  std::vector<std::size_t> sizes;
  for (const std::string& program : programs) bytes += program, sizes.push_back(program.size());
  const CompilationOwner all(agal_compile_all(bytes.data(), sizes.data(), sizes.size(), with.get()));
  EXPECT_EQ(all->status, AGAL_OK);
  std::vector<std::string> out;
  for (const agal_compiled& each : std::span(all->programs, all->program_count)) {
    const std::string stage = each.stage == AGAL_STAGE_VERTEX ? "vertex: " : "fragment: ";
    out.push_back(each.result == nullptr ? stage + std::string(all->text + each.text_begin, each.text_size)
                                         : agal_result_get(each.result, "messages", nullptr));
    EXPECT_EQ(each.stage == AGAL_STAGE_UNKNOWN, each.result != nullptr);
  }
  return out;
}

TEST(CInterface, CompilesManyProgramsInOneCall) {
  const OptionsOwner only_text = options({{"target", "wgsl"}, {"reflect", "false"}});
  const std::vector<std::byte> bytecode = write_bytecode(*assemble(fragment_text));
  const std::string fragment(reinterpret_cast<const char*>(bytecode.data()), bytecode.size());
  const std::string warned = "//! agal 1 fragment\nmov oc, v0\nmov oc, v0\n";
  const auto one = [&](const std::string& text, const char* name) { return part(compile_text(text, only_text), name); };
  EXPECT_THAT(compile_all({std::string(vertex_text), "mov oc", fragment, warned, ""}, only_text),
              ElementsAre("vertex: " + one(std::string(vertex_text), "vertex"), one("mov oc", "messages"),
                          "fragment: " + one(fragment, "fragment"), one(warned, "messages"), one("", "messages")));
}

TEST(CInterface, GivesResultsThatAreMoreThanText) {
  constexpr std::size_t size = fragment_text.size();
  for (const OptionsOwner& with : {options({{"target", "spv"}, {"reflect", "false"}}), options({{"target", "wgsl"}}),
                                   options({{"target", "wgsl"}, {"bindings-only", "true"}}),
                                   options({{"target", "wgsl"}, {"reflect", "false"}, {"steps", "true"}}),
                                   options({{"target", "essl100"}, {"reflect", "false"}, {"emit", "b0"}})}) {
    const CompilationOwner all(agal_compile_all(fragment_text.data(), &size, 1, with.get()));
    ASSERT_EQ(all->program_count, 1u);
    ASSERT_NE(all->programs->result, nullptr);
    EXPECT_EQ(all->text_size, 0u);
    const ResultOwner alone = compile_text(fragment_text, with);
    std::size_t in_all = 0, in_one = 0;
    const char* const found = agal_result_get(all->programs->result, "fragment", &in_all);
    const char* const expected = agal_result_get(alone.get(), "fragment", &in_one);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(std::string_view(found, in_all), std::string_view(expected, in_one));
    EXPECT_EQ(agal_result_count(all->programs->result), agal_result_count(alone.get()));
  }
}

TEST(CInterface, LinksPairs) {
  const OptionsOwner to_wgsl = options({{"target", "wgsl"}, {"vertex-name", "a.vert"}, {"fragment-name", "a.frag"}});
  const ResultOwner pair(
      agal_link(vertex_text.data(), vertex_text.size(), fragment_text.data(), fragment_text.size(), to_wgsl.get()));
  ASSERT_EQ(agal_result_status(pair.get()), AGAL_OK) << part(pair, "messages");
  EXPECT_THAT(names(pair), ElementsAre("vertex", "fragment", "reflection", "diagnostics", "messages"));
  EXPECT_THAT(part(pair, "vertex"), testing::Not(HasSubstr("v1")));

  const ResultOwner swapped(
      agal_link(fragment_text.data(), fragment_text.size(), vertex_text.data(), vertex_text.size(), to_wgsl.get()));
  EXPECT_EQ(agal_result_status(swapped.get()), AGAL_REJECTED);
  EXPECT_THAT(part(swapped, "messages"), HasSubstr("a.vert"));
}

TEST(CInterface, AssemblesDisassemblesAndValidates) {
  const ResultOwner assembled(agal_assemble(fragment_text.data(), fragment_text.size(), nullptr));
  const std::string bytes = part(assembled, "bytecode");
  EXPECT_EQ(bytes[0], '\xa0');
  const ResultOwner text(agal_disassemble(bytes.data(), bytes.size(), options({{"offsets", "true"}}).get()));
  EXPECT_THAT(part(text, "assembly"), HasSubstr("mul oc, ft0, fc0"));

  const ResultOwner good(agal_validate(bytes.data(), bytes.size(), nullptr));
  EXPECT_EQ(agal_result_status(good.get()), AGAL_OK);
  constexpr std::string_view bad = "mov oc, ft3\n";
  const OptionsOwner named = options({{"name", "bad.frag.agal"}});
  const ResultOwner found(agal_validate(bad.data(), bad.size(), named.get()));
  EXPECT_EQ(agal_result_status(found.get()), AGAL_REJECTED);
  EXPECT_EQ(agal_result_errors(found.get()), 1u);
  EXPECT_THAT(part(found, "messages"), HasSubstr("bad.frag.agal:1:"));
  EXPECT_THAT(part(found, "diagnostics"), StartsWith("{"));

  constexpr std::string_view lazy = "mov ft0, v0\nmov ft1, v0\nmov oc, ft0\n";
  const ResultOwner lints(agal_validate(lazy.data(), lazy.size(), options({{"lint", "all"}}).get()));
  EXPECT_GT(agal_result_warnings(lints.get()), 0u);
}

TEST(CInterface, InterpretsPrograms) {
  const InputsOwner inputs(agal_inputs_create());
  const float constants[] = {2, 3, 4, 5}, white[] = {1, 1, 1, 1}, at[] = {0.5f, 0.5f, 0, 0};
  EXPECT_EQ(agal_inputs_set_constants(inputs.get(), constants, 1), AGAL_OK);
  EXPECT_EQ(agal_inputs_set_texture(inputs.get(), 0, "2d", 1, 1, 1, white, 1), AGAL_OK);
  for (std::uint32_t pixel = 0; pixel < 4; ++pixel)
    EXPECT_EQ(agal_inputs_set_varying(inputs.get(), pixel, 0, at), AGAL_OK);
  const ResultOwner run(
      agal_interpret(fragment_text.data(), fragment_text.size(), inputs.get(), options({{"trace", "true"}}).get()));
  ASSERT_EQ(agal_result_status(run.get()), AGAL_OK) << part(run, "messages");
  EXPECT_THAT(part(run, "outputs"), StartsWith("{\"killed\":false,\"oc\":[2,3,4,5]}\n"));
  EXPECT_THAT(part(run, "trace"), HasSubstr("tex ft0"));

  constexpr std::string_view instanced = "//! agal 4 vertex\nadd op, va1, iid.x\n";
  EXPECT_EQ(agal_inputs_set_attribute(inputs.get(), 1, white), AGAL_OK);
  EXPECT_EQ(agal_inputs_set_instance(inputs.get(), 6), AGAL_OK);
  const ResultOwner vertex(agal_interpret(instanced.data(), instanced.size(), inputs.get(), nullptr));
  EXPECT_EQ(agal_result_status(vertex.get()), AGAL_OK) << part(vertex, "messages");
  EXPECT_THAT(part(vertex, "outputs"), HasSubstr("\"op\":[7,7,7,7]"));
}

TEST(CInterface, ExtractsPrograms) {
  const Result<Program> program = assemble(fragment_text);
  std::vector<std::byte> file(100);
  const std::vector<std::byte> bytes = write_bytecode(*program);
  file.insert(file.end(), bytes.begin(), bytes.end());
  file.resize(file.size() + 100);
  const ResultOwner found(agal_extract(file.data(), file.size(), "dump.bin", nullptr));
  ASSERT_EQ(agal_result_status(found.get()), AGAL_OK) << part(found, "messages");
  EXPECT_THAT(names(found), IsSupersetOf({"programs", "program-0"}));
  EXPECT_THAT(part(found, "programs"), HasSubstr("\"container\":\"dump.bin\""));
  EXPECT_EQ(part(found, "program-0").size(), bytes.size());
  EXPECT_EQ(agal_result_status(ResultOwner(agal_extract("nothing", 7, nullptr, nullptr)).get()), AGAL_REJECTED);
  const ResultOwner path(agal_extract("game.swf", 8, nullptr, nullptr));
  EXPECT_EQ(agal_result_status(path.get()), AGAL_REJECTED);
  EXPECT_THAT(part(path, "messages"), HasSubstr("AGAL1134"));
}

TEST(CInterface, ExplainsAndLists) {
  EXPECT_THAT(part(ResultOwner(agal_explain("3652")), "text"), HasSubstr("AGAL3652"));
  EXPECT_THAT(part(ResultOwner(agal_explain("mov")), "text"), HasSubstr("mov"));
  const ResultOwner unknown(agal_explain("frobnicate"));
  EXPECT_EQ(agal_result_status(unknown.get()), AGAL_REJECTED);
  EXPECT_THAT(part(unknown, "messages"), HasSubstr("frobnicate"));
  for (const char* const table : {"options", "targets", "opcodes", "registers", "sampler-options", "macro-words"})
    EXPECT_THAT(part(ResultOwner(agal_list(table)), "json"), StartsWith("[{\"name\":")) << table;
  EXPECT_THAT(part(ResultOwner(agal_list("diagnostics")), "json"), StartsWith("[{\"code\":\"AGAL1001\",\"name\":"));
  EXPECT_THAT(part(ResultOwner(agal_list("registers")), "json"),
              HasSubstr(R"({"name":"fs","noun":"sampler","stage":"fragment","version":1,"numbered":true,)"
                        R"("readable":false,"writable":false,"sampled":true,"counts":[8,16,16,16]})"));
  EXPECT_THAT(
      part(ResultOwner(agal_list("sampler-options")), "json"),
      HasSubstr(R"({"name":"repeat","alias":"wrap","field":"wrap mode","value":1,"accepted":true,"combines":false})"));
  EXPECT_THAT(part(ResultOwner(agal_list("sampler-options")), "json"),
              HasSubstr(R"({"name":"single","field":"special flags","value":2,"accepted":true,"combines":true})"));
  const ResultOwner table(agal_list("tables"));
  EXPECT_EQ(agal_result_status(table.get()), AGAL_REJECTED);
  EXPECT_EQ(part(table, "messages"), "unknown table 'tables'\n");
}

TEST(CInterface, OptionsReportErrorsAndCanBeCopied) {
  const OptionsOwner original = options({{"target", "wgsl"}});
  EXPECT_EQ(agal_options_set(original.get(), "target", "wsgl"), AGAL_BAD_ARGUMENT);
  EXPECT_THAT(agal_options_message(original.get()), HasSubstr("did you mean 'wgsl'?"));
  EXPECT_EQ(agal_options_set(original.get(), nullptr, "x"), AGAL_BAD_ARGUMENT);
  EXPECT_EQ(agal_options_set(original.get(), "target", nullptr), AGAL_BAD_ARGUMENT);
  EXPECT_EQ(agal_options_set(original.get(), "fill", "usually"), AGAL_BAD_ARGUMENT);
  EXPECT_THAT(agal_options_message(original.get()), HasSubstr("'usually' is neither HOLE=TEXT nor usual"));
  EXPECT_EQ(agal_options_set(original.get(), "fill", "HOLE=<2d,linear>\nusual"), AGAL_OK);
  const OptionsOwner copy(agal_options_copy(original.get()));
  EXPECT_EQ(agal_options_set(original.get(), "target", "essl300"), AGAL_OK);
  EXPECT_STREQ(agal_options_message(original.get()), "");
  EXPECT_THAT(part(compile_text(fragment_text, copy), "fragment"), HasSubstr("@fragment"));
  EXPECT_THAT(part(compile_text(fragment_text, original), "fragment"), HasSubstr("#version 300 es"));
}

TEST(CInterface, RejectsNullPointers) {
  agal_options_release(nullptr);
  agal_inputs_release(nullptr);
  agal_result_release(nullptr);
  agal_compilation_release(nullptr);
  EXPECT_EQ(agal_options_set(nullptr, "target", "wgsl"), AGAL_BAD_ARGUMENT);
  EXPECT_STREQ(agal_options_message(nullptr), "the options are a null pointer");
  EXPECT_EQ(agal_options_copy(nullptr), nullptr);
  EXPECT_EQ(agal_inputs_set_instance(nullptr, 1), AGAL_BAD_ARGUMENT);
  EXPECT_EQ(agal_result_status(nullptr), AGAL_BAD_ARGUMENT);
  EXPECT_EQ(agal_result_errors(nullptr), 0u);
  EXPECT_EQ(agal_result_warnings(nullptr), 0u);
  EXPECT_EQ(agal_result_get(nullptr, "text", nullptr), nullptr);
  EXPECT_EQ(agal_result_count(nullptr), 0u);
  EXPECT_EQ(agal_result_name(nullptr, 0), nullptr);
  EXPECT_EQ(agal_result_at(nullptr, 0, nullptr), nullptr);
}

TEST(CInterface, RejectsInvalidArguments) {
  EXPECT_EQ(agal_result_status(ResultOwner(agal_compile(nullptr, 10, nullptr)).get()), AGAL_BAD_ARGUMENT);
  EXPECT_EQ(agal_result_status(ResultOwner(agal_compile(nullptr, 0, nullptr)).get()), AGAL_REJECTED);
  const std::size_t size = 1;
  EXPECT_EQ(CompilationOwner(agal_compile_all(nullptr, &size, 1, nullptr))->status, AGAL_BAD_ARGUMENT);
  EXPECT_EQ(CompilationOwner(agal_compile_all("x", nullptr, 1, nullptr))->status, AGAL_BAD_ARGUMENT);
  const CompilationOwner none(agal_compile_all(nullptr, nullptr, 0, nullptr));
  EXPECT_EQ(none->status, AGAL_OK);
  EXPECT_EQ(none->program_count, 0u);
  EXPECT_STREQ(none->text, "");
  EXPECT_EQ(agal_result_status(ResultOwner(agal_extract(nullptr, 1, "x", nullptr)).get()), AGAL_BAD_ARGUMENT);
  EXPECT_EQ(agal_result_status(ResultOwner(agal_explain(nullptr)).get()), AGAL_BAD_ARGUMENT);
  const InputsOwner inputs(agal_inputs_create());
  const float value[4] = {};
  EXPECT_EQ(agal_inputs_set_attribute(inputs.get(), 1024, value), AGAL_BAD_ARGUMENT);
  EXPECT_EQ(agal_inputs_set_attribute(inputs.get(), 0, nullptr), AGAL_BAD_ARGUMENT);
  EXPECT_EQ(agal_inputs_set_varying(inputs.get(), 4, 0, value), AGAL_BAD_ARGUMENT);
  EXPECT_EQ(agal_inputs_set_constants(inputs.get(), value, 1025), AGAL_BAD_ARGUMENT);
  EXPECT_EQ(agal_inputs_set_constants(nullptr, value, 1), AGAL_BAD_ARGUMENT);
  EXPECT_EQ(agal_inputs_set_texture(inputs.get(), 0, "4d", 1, 1, 1, value, 0), AGAL_BAD_ARGUMENT);
  EXPECT_EQ(agal_inputs_set_texture(inputs.get(), 0, "cube", 1, 1, 1, value, 0), AGAL_BAD_ARGUMENT);
  EXPECT_EQ(agal_inputs_set_texture(inputs.get(), 0, "2d", 0, 1, 1, value, 0), AGAL_BAD_ARGUMENT);
  EXPECT_EQ(agal_inputs_set_texture(inputs.get(), 0, "2d", 0xffffffffu, 0xffffffffu, 1, value, 0), AGAL_BAD_ARGUMENT);
}

TEST(CInterface, RejectsContainersByName) {
  for (const std::string& file : {std::string("FWS\x0a\x20\0\0\0\x78", 9), std::string("CWS\x0axxxxxxxx"),
                                  std::string("PK\x03\x04xxxxxxxx"), std::string("\x1f\x8b\x08\0xxxx", 8)}) {
    const ResultOwner result = compile_text(file, options({{"name", "game"}}));
    EXPECT_EQ(agal_result_status(result.get()), AGAL_REJECTED);
    EXPECT_THAT(part(result, "messages"), AllOf(StartsWith("game: error[AGAL1040]: this is "), HasSubstr("extract")));
    // Passed as bytecode, the file gives the error number of a player.
    const ResultOwner played = compile_text(file, options({{"bytecode", "true"}}));
    EXPECT_NE(agal_result_player_error(played.get()), 0u);
  }
  const ResultOwner foreign = compile_text("7z\xbc\xaf\x27\x1cxxxx", options({}));
  EXPECT_THAT(part(foreign, "messages"),
              AllOf(HasSubstr("AGAL1131"), HasSubstr("a 7z archive"), HasSubstr("unpack it")));
}

TEST(CInterface, RejectsPathsByName) {
  for (const char* const text : {"tint.frag.agal", "/tmp/x", "./tint", "a/b", "C:\\games\\tint", "my game.swf\n",
                                 "https://example.org/tint.agal", "my shaders/tint.agal"}) {
    const ResultOwner compiled = compile_text(text, options({}));
    EXPECT_THAT(part(compiled, "messages"), HasSubstr("AGAL1134")) << text;
    const ResultOwner assembled(agal_assemble(text, std::strlen(text), nullptr));
    EXPECT_THAT(part(assembled, "messages"), HasSubstr("AGAL1134")) << text;
  }
  for (const char* const text :
       {"v0.xyzw", "mvo oc, v0 // see a/tint.agal", "// a/b", "mvo//x", "mvo oc, v0\na/b", "mvo oc, v0/2"})
    EXPECT_THAT(part(compile_text(text, options({})), "messages"), Not(HasSubstr("AGAL1134"))) << text;
}

TEST(CInterface, MayBeCalledFromManyThreads) {
  const OptionsOwner shared = options({{"target", "essl300"}, {"writer", "own"}});
  const std::string expected = part(compile_text(fragment_text, shared), "fragment");
  std::vector<std::thread> threads;
  std::vector<int> good(4);
  for (int& count : good)
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i)
        if (part(compile_text(fragment_text, shared), "fragment") == expected) ++count;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(good, ElementsAre(50, 50, 50, 50));
}

}  // namespace
}  // namespace agal
