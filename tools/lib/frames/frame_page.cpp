#include "frame_page.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/compile.hpp"
#include "base/bytes.hpp"
#include "console/console.hpp"
#include "console/streamed_file.hpp"
#include "page.hpp"
#include "page_data.hpp"
#include "report/data_element.hpp"

namespace agal::frames {
namespace {

using Json = nlohmann::json;
using base::ByteVector;

// Row 0 of every target is on top, as in Stage3D.
CompileOptions page_options(ValidModules& modules) {
  CompileOptions options;
  options.target = Target::Essl300;
  options.clip_z = ClipZ::NegativeOneToOne;
  options.flip_y = true;
  options.valid_modules = &modules;
  return options;
}

Json shader_of(const Program& program, const Compilation& compiled) {
  return {{"agal", disassemble(program)}, {"glsl", compiled.text}};
}

class ProgramCompiler {
 public:
  explicit ProgramCompiler(const std::string& name) : name_(name), options_(page_options(modules_)) {}

  Json compile(const std::string& key, const ByteVector& vertex_bytes, const ByteVector& fragment_bytes) {
    Result<Program> vertex = read_bytecode(vertex_bytes), fragment = read_bytecode(fragment_bytes);
    if (!vertex) return reject(key, vertex.diagnostics());
    if (!fragment) return reject(key, fragment.diagnostics());
    Result<LinkedCompilation> linked = link(*vertex, *fragment, options_);
    if (!linked || linked.diagnostics().has_errors()) return reject(key, linked.diagnostics());
    return {{"vertex", shader_of(*vertex, linked->vertex)},
            {"fragment", shader_of(*fragment, linked->fragment)},
            {"reflection", Json::parse(linked->reflection, nullptr, false)}};
  }

  Diagnostics diagnostics;

 private:
  Json reject(const std::string& key, const Diagnostics& why) {
    const std::string message = why.begin() == why.end() ? "" : why.begin()->message;
    diagnostics.add(agalc::make_diagnostic("frames-program", name_, {key, message}));
    return {{"problem", message}};
  }

  const std::string& name_;
  ValidModules modules_;
  CompileOptions options_;
};

void write_parts(agalc::StreamedFile& output, std::span<const std::string_view> parts) {
  for (const std::string_view part : parts) output.write(part);
}

}  // namespace

Diagnostics write_page(const std::string& name, const FrameFile& frames, const std::string& page) {
  ProgramCompiler compiler(name);
  Json programs = Json::object();
  for (const auto& [hashes, bytes] : frames.programs) {
    const std::string key = hashes.first + " " + hashes.second;
    programs[key] = compiler.compile(key, bytes.first, bytes.second);
  }
  agalc::StreamedFile output(page);
  write_parts(output, page::head);
  report::DataElement index(output, "id=\"programs\"");
  index.write(programs.dump(-1, ' ', false, Json::error_handler_t::replace));
  index.finish();
  compiler.diagnostics.append(write_page_data(output, name, frames));
  if (compiler.diagnostics.has_errors()) return std::move(compiler.diagnostics);
  write_parts(output, page::script);
  write_parts(output, page::tail);
  compiler.diagnostics.append(output.commit());
  return std::move(compiler.diagnostics);
}

}  // namespace agal::frames
