#include "report/sample.hpp"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"

namespace agal::report {
namespace {

namespace fs = std::filesystem;

constexpr char vertex_text[] = "//! agal 1 vertex\nm44 op, va0, vc0\nmov v0, va1\n";
constexpr char fragment_text[] =
    "//! agal 1 fragment\ntex ft0, v0, fs0 <2d, linear, miplinear, repeat>\nmul ft0, ft0, fc0\nmov oc, ft0\n";
constexpr char wrong_text[] = "//! agal 1 fragment\nmov ft0, v0\nmov fc3.xy, ft0\nmov oc, ft0\n";
// ESSL 100 does not have a second color without an extension, so this is a program that a target cannot express.
constexpr char outputs_text[] = "//! agal 3 fragment\nmov oc, v0\nmov oc1, v0\n";

Json diagnostics_of(const Diagnostics& diagnostics) {
  Json list = Json::array();
  const std::string text = render_json(diagnostics);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    list.push_back(Json::parse(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return list;
}

std::string hash_of(std::size_t number) { return fmt::format("{:032x}", number * 0x9e3779b97f4a7c15u + 1); }

void write_file(const fs::path& path, std::string_view bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

Json opcodes_of(const Program& program) {
  Json counts = Json::object();
  for (const Instruction& token : program.instructions) {
    Json& count = counts[std::string(token.info()->text)];
    count = count.is_null() ? 1 : count.get<int>() + 1;
  }
  return counts;
}

}  // namespace

Json& Sample::add(const std::string& stem, const std::string& assembly, const std::vector<std::string>& targets) {
  const Result<Program> program = assemble(assembly, stem + ".agal");
  if (!program) throw std::runtime_error(render_text(program.diagnostics()));
  Json line{{"hash", hash_of(lines_.size() + 1)},
            {"stem", stem},
            {"stage", name(program->stage)},
            {"version", program->version},
            {"tokens", program->instructions.size()},
            {"form", "bytecode"},
            {"status", "accepted"},
            {"opcodes", opcodes_of(*program)},
            {"origins", Json::array({Json{{"container", "game.swf"}, {"tag", 87}, {"offset", 4660}, {"name", stem}}})},
            {"pairs", Json::array()},
            {"disassembly", stem + ".agal"},
            {"outputs", Json::object()},
            {"notExpressible", Json::object()},
            {"diagnostics", Json::array()}};
  write(stem + ".agal", assembly);
  const Diagnostics found = validate(*program);
  line["diagnostics"] = diagnostics_of(found);
  if (found.has_errors()) line["status"] = "rejected";
  for (const std::string& target : found.has_errors() ? std::vector<std::string>{} : targets) {
    CompileOptions options;
    options.target = find_target(target)->target;
    const Result<Compilation> compiled = compile(*program, options);
    if (!compiled) {
      Json codes = Json::array();
      for (const Diagnostic& diagnostic : compiled.diagnostics()) codes.push_back(code_name(diagnostic.code));
      line["notExpressible"][target] = codes;
      continue;
    }
    const std::string path = stem + std::string(find_target(target)->suffix);
    const bool binary = options.target == Target::Spv;
    const auto* const words = reinterpret_cast<const char*>(compiled->spirv.data());
    write(path, binary ? std::string(words, compiled->spirv.size() * 4) : compiled->text);
    line["outputs"][target] = path;
    write(stem + ".reflect.json", compiled->reflection);
    line["outputs"]["reflect"] = stem + ".reflect.json";
  }
  lines_.push_back(std::move(line));
  return lines_.back();
}

Json& Sample::add_unreadable(const std::string& stem) {
  const Json diagnostic{{"code", "AGAL1003"}, {"severity", "error"}, {"message", "the file is empty"}};
  lines_.push_back(Json{{"stem", stem},
                        {"status", "unreadable"},
                        {"origins", Json::array({Json{{"container", stem}, {"offset", 0}}})},
                        {"diagnostics", Json::array({diagnostic})}});
  return lines_.back();
}

Json& Sample::add_empty(const std::string& stem) {
  lines_.push_back(Json{{"stem", stem},
                        {"status", "empty"},
                        {"origins", Json::array({Json{{"container", stem}, {"offset", 0}}})},
                        {"diagnostics", Json::array()}});
  return lines_.back();
}

Json& Sample::add_incomplete(const std::string& stem, const Json& incomplete) {
  Json line{{"stem", stem},
            {"status", "incomplete"},
            {"origins", Json::array({Json{{"container", stem}, {"offset", 0}, {"stem", stem}}})},
            {"incomplete",
             {{"programs", 0},
              {"uploads", Json::array()},
              {"lines", 0},
              {"classes", Json::array()},
              {"textCount", 0},
              {"texts", Json::array()},
              {"tooManyCount", 0},
              {"tooMany", Json::array()},
              {"loadsOthers", Json::array()},
              {"unusedCount", 0},
              {"unused", Json::array()},
              {"lost", Json::array()}}},
            {"diagnostics", Json::array()}};
  line["incomplete"].update(incomplete);
  lines_.push_back(std::move(line));
  return lines_.back();
}

void Sample::capture(Json& vertex, Json& fragment, std::uint32_t uploads, const Json& draws) {
  const Json run{{"log", "game.log"}, {"run", "5f3a"}, {"player", "WIN 32,0,0,100 StandAlone"},
                 {"pair", 1},         {"upload", 2},   {"uploads", uploads},
                 {"draws", draws}};
  for (Json* const line : {&vertex, &fragment}) {
    const Json& other = line == &vertex ? fragment : vertex;
    (*line)["certainty"] = "captured";
    const std::string use = draws.empty() ? "uploaded" : "drawn";
    (*line)["use"] = use;
    (*line)["origins"].push_back(Json{{"container", "game.log"},
                                      {"offset", 100},
                                      {"line", 7},
                                      {"name", "pair 1"},
                                      {"certainty", "captured"},
                                      {"stem", (*line)["stem"]}});
    for (Json& pair : (*line)["pairs"])
      if (pair["with"] == other["hash"]) {
        pair["captured"] = Json::array({run});
        pair["use"] = use;
      }
  }
}

void Sample::finish_capture() {
  for (Json& line : lines_) {
    if (!line.contains("hash")) continue;
    if (!line.contains("use")) line["use"] = "notUploaded";
    for (Json& pair : line["pairs"])
      if (!pair.contains("use")) pair["use"] = "notUploaded";
  }
}

void Sample::pair(Json& vertex, Json& fragment, const std::string& evidence) {
  vertex["pairs"].push_back(Json{{"with", fragment["hash"]}, {"evidence", evidence}});
  fragment["pairs"].push_back(Json{{"with", vertex["hash"]}, {"evidence", evidence}});
}

Json& Sample::line(const std::string& stem) {
  for (Json& line : lines_)
    if (line["stem"] == stem) return line;
  throw std::runtime_error("there is no " + stem);
}

void Sample::write_manifest() const {
  std::string text;
  for (const Json& line : lines_) text += line.dump() + "\n";
  write_file(manifest(), text);
}

void Sample::write(const std::string& path, const std::string& text) const { write_file(folder_ / path, text); }

Sample small_sample(const fs::path& folder) {
  Sample sample(folder);
  sample.add("a/water.vert", vertex_text, {"spv", "essl300"});
  sample.add("a/water.frag", fragment_text, {"spv", "essl300", "msl21", "hlsl50", "wgsl"});
  Sample::pair(sample.line("a/water.vert"), sample.line("a/water.frag"), "the same class");
  sample.add("b/wrong.frag", wrong_text);
  sample.add("c/outputs.frag", outputs_text, {"essl300"});
  sample.line("c/outputs.frag")["notExpressible"]["essl100"] = Json::array({"AGAL4011"});
  sample.add_unreadable("d/empty");
  Json& evil = sample.add(std::string("e/") + "evil.frag",
                          fmt::format("//! agal 1 fragment\n// {0}\n//]]><!--<script>\nmov oc, v0\n", hostile));
  evil["origins"][0]["container"] = std::string(hostile) + ".swf";
  evil["origins"][0]["name"] = hostile;
  evil["form"] = hostile;
  evil["diagnostics"].push_back(Json{{"code", hostile},
                                     {"severity", "warning"},
                                     {"message", hostile},
                                     {"snippet", "mäv vé0, ft0"},
                                     {"caret", Json::array({5, 4})},
                                     {"help", hostile}});
  sample.write_manifest();
  return sample;
}

Json captured_draw(std::uint32_t number, const Json& vertex_constants, const Json& fragment_constants) {
  Json draw = Json::parse(R"({"call": "drawTriangles", "indices": 6, "firstIndex": 0, "triangles": 2,
    "attributes": [{"index": 0, "offset": 0, "format": "float2", "vertices": 4, "stride": 4},
                   {"index": 1, "offset": 2, "format": "float2", "vertices": 4, "stride": 4}],
    "textures": [{"index": 0, "class": "texture", "width": 512, "height": 256, "format": "bgra", "levels": 9}],
    "samplers": [{"index": 0, "wrap": "repeat", "filter": "linear", "mip": "miplinear"}],
    "blend": {"source": "one", "destination": "oneMinusSourceAlpha"},
    "depth": {"write": false, "compare": "always"}, "culling": "none", "colorMask": "rgba",
    "backBuffer": {"width": 550, "height": 400, "antiAlias": 0, "depthAndStencil": true}})");
  draw["draw"] = number;
  if (number == 1) draw["constants"] = {{"vertex", vertex_constants}, {"fragment", fragment_constants}};
  return draw;
}

void write_large_sample(const fs::path& folder, std::size_t programs) {
  Sample seeds(folder);
  std::vector<Json> lines{seeds.add("seed/v.vert", vertex_text, {"spv", "essl300", "msl21"}),
                          seeds.add("seed/f.frag", fragment_text, {"spv", "essl300", "msl21"}),
                          seeds.add("seed/w.frag", wrong_text)};
  std::ofstream out(folder / "manifest.jsonl", std::ios::binary);
  for (std::size_t i = 0; i < programs; ++i) {
    Json line = lines[i % lines.size()];
    line["stem"] = fmt::format("level{:02}/effects/program{:06}.{}", i / 100, i, i % 3 == 0 ? "vert" : "frag");
    line["hash"] = hash_of(i + 100);
    line["tokens"] = 1 + i * 7919 % 300;
    line["origins"][0]["container"] = fmt::format("level{:02}.swf", i / 100);
    line["origins"][0]["name"] = fmt::format("Effect{}", i);
    line["pairs"] = Json::array();
    if (i % 3 < 2 && i / 3 * 3 + 1 < programs)
      line["pairs"].push_back({{"with", hash_of(i % 3 == 0 ? i + 101 : i + 99)}, {"evidence", "neighbors"}});
    out << line.dump() << "\n";
  }
}

}  // namespace agal::report
