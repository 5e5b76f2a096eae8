// Compiles a program to GLSL ES for WebGL with agal::agal.
#include <agal/assembly.hpp>
#include <agal/compile.hpp>
#include <cstdio>

int main() {
  const auto program = agal::assemble("mul ft0, v0, fc0\nmov oc, ft0", "package.frag.agal");
  if (!program) return 1;
  agal::CompileOptions options;
  options.target = agal::Target::Essl100;
  const auto result = agal::compile(*program, options);
  if (!result) {
    std::fputs(agal::render_text(result.diagnostics()).c_str(), stderr);
    return 1;
  }
  std::fputs(result->text.c_str(), stdout);
  return result->text.find("gl_FragData") == std::string::npos &&
         result->text.find("gl_FragColor") == std::string::npos;
}
