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

}  // namespace agal::test
