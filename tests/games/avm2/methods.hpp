// Builds ActionScript classes and extracts the programs in their methods.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/extraction.hpp"

namespace agal::test {

using Write = std::function<void(Code&)>;

/// Extracts programs from a SWF file with one class that has these methods.
inline Extraction in_methods(const std::vector<Write>& methods) {
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

struct EngineClass {
  std::string name;
  std::vector<Write> methods;
};

/// Builds a movie with an ABC file for each class.
inline ByteVector movie(const std::vector<EngineClass>& classes) {
  SwfBuilder swf;
  for (const EngineClass& one : classes) {
    AbcBuilder abc;
    std::vector<Code> codes;
    for (const Write& write : one.methods) {
      Code code(abc);
      write(code);
      codes.push_back(code.return_void());
    }
    abc.add_class("engine", one.name, codes);
    swf.abc(abc.build());
  }
  return swf.build();
}

inline Extraction in_classes(const std::vector<EngineClass>& classes) { return found_in(movie(classes)); }

inline std::vector<std::string> texts_in(const std::vector<Write>& methods) { return texts(in_methods(methods)); }

/// Returns "certainty: detail" for the origin of each program.
inline std::vector<std::string> origins(const Extraction& extraction) {
  std::vector<std::string> list;
  for (const FoundProgram& found : extraction.programs)
    list.push_back(std::string(name(found.origins[0].certainty)) + ": " + found.origins[0].detail);
  return list;
}

/// Returns the text of a program with these lines before the last one.
inline std::string program_with(const std::string& lines) { return canonical("mov ft0, v0\n" + lines + "mov oc, ft0"); }

inline constexpr char first_line[] = "add ft0, ft0, v1\n", second_line[] = "mul ft0, ft0, v2\n";

/// Writes `if (condition) text += line;`.
inline void add_line_if(Code& code, const Write& condition, const char* line) {
  condition(code);
  const std::size_t skip = code.if_false();
  code.get_local(1).push_string(line).add().set_local(1).land(skip);
}

/// Writes a method that tests a condition, changes it, and tests it again.
inline Write tests_twice(const Write& condition, const Write& changes) {
  return [=](Code& code) {
    code.push_string("mov ft0, v0\n").set_local(1);
    add_line_if(code, condition, first_line);
    changes(code);
    add_line_if(code, condition, second_line);
    code.push_field("assembler").push_string("fragment").get_local(1).push_string("mov oc, ft0").add();
    code.call_void("assemble", 2);
  };
}

inline const Write reads_flag = [](Code& code) { code.push_field("flag"); };
/// `this.flag = !this.flag;`
inline const Write toggle = [](Code& code) {
  code.op(0xd0).push_field("flag").op(avm2::Opcode::not_).set_field("flag");
};

inline std::vector<std::string> changed_programs() { return {program_with(first_line), program_with(second_line)}; }
inline std::vector<std::string> unchanged_programs() {
  return {program_with(""), program_with(std::string(first_line) + second_line)};
}

}  // namespace agal::test
