#include "details.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "agal/compile.hpp"
#include "files.hpp"
#include "manifest/json_values.hpp"

namespace agal::report {
namespace {

using manifest::captures_of;

constexpr std::size_t programs_a_block = 32, bytes_a_block = std::size_t{2} << 20;

Json shown(const std::string& path, const FileText& file) {
  Json result{{"path", path}};
  if (!file.problem.empty()) {
    result["problem"] = file.problem;
    return result;
  }
  result["text"] = file.text;
  if (file.cut > 0) result["cut"] = file.cut;
  return result;
}

// Adds the first runs that uploaded the pair, and the number of the other runs.
void add_captures(Json& partner, const Json& captured) {
  constexpr std::size_t max_runs = 8;
  if (captured.empty()) return;
  Json runs = Json::array();
  for (std::size_t i = 0; i < std::min(captured.size(), max_runs); ++i) runs.push_back(captured[i]);
  partner["captured"] = std::move(runs);
  if (captured.size() > max_runs) partner["more"] = captured.size() - max_runs;
}

}  // namespace

Details::Details(agalc::StreamedFile& output, std::string folder) : output_(output), folder_(std::move(folder)) {
  std::ifstream file(folder_ + "/materials.json", std::ios::binary);
  const Json json = Json::parse(file, nullptr, false);
  for (const Json& material : manifest::objects_in(manifest::member(json, "materials"))) {
    const auto hash = [&](const char* stage) {
      return manifest::text_at(manifest::member(material, stage), "program");
    };
    materials_[{hash("vertex"), hash("fragment")}].push_back(manifest::text_at(material, "create"));
  }
}

Json Details::materials_of(const Entry& entry, const manifest::Partner& partner) const {
  const bool is_vertex = entry.stage == Stage::Vertex;
  const auto found =
      materials_.find(is_vertex ? std::pair(entry.hash, partner.hash) : std::pair(partner.hash, entry.hash));
  return found == materials_.end() ? Json::array() : found->second;
}

void Details::note_missing(const std::string& path, const std::string& why) {
  if (missing_.count++ > 0) return;
  missing_.first = path;
  missing_.why = why;
}

Json Details::disassembly_of(const Entry& entry) {
  if (entry.disassembly.empty()) return nullptr;
  const FileText file = read_text(folder_, entry.disassembly);
  if (!file.problem.empty()) note_missing(entry.disassembly, file.problem);
  return shown(entry.disassembly, file);
}

Json Details::output_of(const std::string& target, const std::string& path) {
  const TargetInfo* const row = find_target(target);
  const bool binary = row != nullptr && row->is_binary();
  std::size_t size = 0;
  const FileText file = binary ? read_spirv(folder_, path, size) : read_text(folder_, path);
  if (!file.problem.empty()) note_missing(path, file.problem);
  Json result = shown(path, file);
  result["target"] = target;
  if (binary && file.problem.empty()) result["bytes"] = size;
  return result;
}

Json Details::details_of(const Entry& entry) {
  Json partners = Json::array(), outputs = Json::array(), reflection = nullptr;
  for (const manifest::Partner& partner : entry.partners) {
    partners.push_back({{"with", partner.hash}, {"evidence", partner.evidence}});
    if (Json functions = materials_of(entry, partner); !functions.empty())
      partners.back()["materials"] = std::move(functions);
    add_captures(partners.back(), captures_of(partner));
  }
  for (const auto& [target, path] : entry.outputs) {
    Json output = output_of(target, path);
    if (target == "reflect")
      reflection = std::move(output);
    else
      outputs.push_back(std::move(output));
  }
  return {{"form", entry.form},
          {"origins", entry.origins},
          {"diagnostics", entry.diagnostics},
          {"pairs", std::move(partners)},
          {"notExpressible", entry.not_expressible},
          {"assembly", disassembly_of(entry)},
          {"outputs", std::move(outputs)},
          {"reflection", std::move(reflection)},
          {"incomplete", entry.incomplete}};
}

void Details::add(const Entry& entry) {
  if (programs_in_block_ == programs_a_block || bytes_in_block_ >= bytes_a_block) finish();
  if (!block_)
    block_ = std::make_unique<DataElement>(output_, fmt::format("class=\"details\" data-first=\"{}\"", size_));
  const std::string text = manifest::text_of(details_of(entry));
  block_->write(programs_in_block_ == 0 ? "[" : ",\n");
  block_->write(text);
  ++programs_in_block_;
  bytes_in_block_ += text.size();
  ++size_;
}

void Details::finish() {
  if (!block_) return;
  block_->write("]");
  block_->finish();
  block_.reset();
  programs_in_block_ = bytes_in_block_ = 0;
}

}  // namespace agal::report
