// JSON, disassembled SPIR-V, and text with the names of registers.
#include <fmt/format.h>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "cases.hpp"
#include "khronos/spirv_tools.hpp"
#include "manifest/entry.hpp"
#include "support/extraction.hpp"
#include "support/spirv_text.hpp"

namespace agal::growth {
namespace {

Case embedded_json(const std::string& what, const std::function<std::string(std::size_t scale)>& make) {
  return {"extract JSON: " + what, [make](std::size_t scale) {
            return [file = test::bytes_of(make(scale))] { (void)extract(file, "a.agal"); };
          }};
}

std::string entry_with_opcodes(std::size_t count) {
  std::string line =
      R"({"stem":"a","status":"rejected","hash":"0","stage":"vertex","version":1,"tokens":1,"opcodes":{)";
  for (std::size_t i = 0; i < count; ++i) line += (i == 0 ? "\"0x" : ",\"0x") + std::to_string(i) + "\":1";
  return line + "}}";
}

// Each value has the same name. SPIRV-Tools by itself compares each name with all others.
std::vector<std::uint32_t> module_with_equal_names(std::size_t count) {
  std::string text = "OpCapability Shader\nOpMemoryModel Logical GLSL450\n", constants;
  for (std::size_t i = 0; i < count; ++i) {
    text += fmt::format("OpName %c{} \"ft0\"\n", i);
    constants += fmt::format("%c{} = OpConstant %type {}\n", i, i);
  }
  return test::assemble_spirv(text + "OpName %type \"\"\n%type = OpTypeInt 32 0\n" + constants);
}

// Each token writes a register, so its value is named after the register.
Program program_of_named_values(std::size_t pairs) {
  AssembleOptions options;
  options.stage = Stage::Fragment;
  options.version = 2;
  return *assemble("mov ft0, v0\nmov ft1, v0\n" + repeated("mul ft0, ft0, v0\nadd ft1, ft1, ft0\n", pairs) +
                       "add ft0, ft0, ft1\nmov oc, ft0\n",
                   "long", options);
}

// Not to MSL: SPIRV-Cross compares the names of values, so only modules with at most 16,384 values have them.
Case compiled_to_essl() {
  return {"compile a long program to essl300", [](std::size_t scale) {
            CompileOptions options;
            options.target = Target::Essl300;
            options.validation.level = ValidationLevel::Off;
            return [program = program_of_named_values(250 * scale), options] { (void)compile(program, options); };
          }};
}

}  // namespace

std::vector<Case> text_cases() {
  return {embedded_json("nested objects",
                        [](std::size_t scale) { return "{\"agalasm\":1," + repeated("{\"a\":[", 500 * scale); }),
          embedded_json("a text without an end",
                        [](std::size_t scale) { return "{\"agalasm\":\"" + std::string(2000 * scale, '\\'); }),
          {"read an entry of a manifest",
           [](std::size_t scale) {
             return [line = entry_with_opcodes(500 * scale)] { (void)manifest::parse_entry(line, "m", 1); };
           }},
          {"disassemble equal names",
           [](std::size_t scale) {
             return [words = module_with_equal_names(100 * scale)] { (void)khronos::disassemble(words); };
           }},
          compiled_to_essl()};
}

}  // namespace agal::growth
