// Compiles an AGAL program, as bytecode or as assembly text, to GLSL ES 3.00, the language of WebGL 2.
#include <agal/assembly.hpp>
#include <agal/compile.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  if (!file) {
    std::cerr << argv[1] << ": cannot read the file\n";
    return 1;
  }
  const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});

  const agal::Result<agal::Program> program = agal::load_program(std::as_bytes(std::span(bytes)), argv[1]);
  if (!program) {
    std::cerr << agal::render_text(program.diagnostics());
    return 1;
  }

  agal::CompileOptions options;
  options.target = agal::Target::Essl300;
  const agal::Result<agal::Compilation> shader = agal::compile(*program, options);
  if (!shader) {
    std::cerr << agal::render_text(shader.diagnostics());
    return 1;
  }
  std::cout << shader->text;
}
