// Completes finds in data that code may edit: XML and JSON in strings, strings of the pool, binary data and entries of
// archives.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "extract/collector.hpp"
#include "extract/text_extractor.hpp"

namespace agal::extraction {
namespace {

// Adds texts as templates, and fills their holes.
class DataTextExtractor : public TextExtractor {
 public:
  explicit DataTextExtractor(Collector& collector) : TextExtractor(collector, 0, Dialect::Adobe) {}

  /// Returns why a text is not a program as it is: the hole of a template, or the reason for a partial text.
  std::optional<std::pair<Certainty, std::string>> fault_of(std::string_view text,
                                                            const std::vector<avm2::Edit>& edits) const;
  void add_template(std::string text, Origin origin, FindContext context);
  void finish() { report_texts(); }

 private:
  const Container& container_of(const CodeText&) const override { return container_; }
  Origin place_of(const CodeText&) const override { return origin_; }
  FindContext context_of(const CodeText&) const override { return context_; }
  // The code may contain any word.
  bool has_string(std::string_view) const override { return true; }

  Container container_;
  Origin origin_;
  FindContext context_;
};

std::optional<std::pair<Certainty, std::string>> DataTextExtractor::fault_of(
    std::string_view text, const std::vector<avm2::Edit>& edits) const {
  std::string hole(avm2::empty_options(text));
  for (const avm2::Edit& edit : edits)
    if (edit.may_change(text))
      return edit.kind == avm2::Edit::Kind::Literal ? std::pair(Certainty::Template, edit.pattern)
             : !hole.empty()                        ? std::pair(Certainty::Template, std::move(hole))
                                                    : std::pair(Certainty::Partial, std::string("other code edits it"));
  if (hole.empty()) hole = hole_in_options(text);
  if (hole.empty()) return std::nullopt;
  return std::pair(Certainty::Template, std::move(hole));
}

void DataTextExtractor::add_template(std::string text, Origin origin, FindContext context) {
  container_ = {origin.container, {}, 1};
  CodeText from;
  from.text = std::move(text);
  from.certainty = origin.certainty;
  from.detail = origin.detail;
  from.is_data = true;
  origin_ = std::move(origin);
  context_ = std::move(context);
  extract_text(from);
}

}  // namespace

// Removes origins, and then the programs without an origin.
class Collector::Removal {
 public:
  explicit Removal(Collector& collector) : collector_(collector) {
    for (const FoundProgram& found : collector.extraction_.programs) removed_.emplace_back(found.origins.size());
  }
  void add(const Occurrence& occurrence) { removed_[occurrence.program][occurrence.origin] = true; }
  void run();

 private:
  Collector& collector_;
  std::vector<std::vector<bool>> removed_;  // indexed by program and origin
};

void Collector::Removal::run() {
  std::vector<std::size_t> numbers;  // the new number of each program
  std::vector<std::vector<std::size_t>> origins;
  std::vector<FoundProgram> kept;
  for (std::size_t i = 0; i < removed_.size(); ++i) {
    FoundProgram& found = collector_.extraction_.programs[i];
    std::vector<Origin> left;
    std::vector<std::size_t>& places = origins.emplace_back();
    for (std::size_t k = 0; k < removed_[i].size(); ++k) {
      places.push_back(left.size());
      if (!removed_[i][k]) left.push_back(std::move(found.origins[k]));
    }
    numbers.push_back(kept.size());
    if (left.empty()) continue;
    found.origins = std::move(left);
    kept.push_back(std::move(found));
  }
  std::erase_if(collector_.occurrences_, [&](const Occurrence& one) { return removed_[one.program][one.origin]; });
  for (Occurrence& one : collector_.occurrences_) {
    one.origin = origins[one.program][one.origin];
    one.program = numbers[one.program];
  }
  CapturedPairs pairs;
  for (auto& [pair, captures] : collector_.captured_pairs_)
    pairs.emplace(std::pair(numbers[pair.first], numbers[pair.second]), std::move(captures));
  collector_.captured_pairs_ = std::move(pairs);
  collector_.extraction_.programs = std::move(kept);
  collector_.by_hash_.clear();
  collector_.origins_.clear();
  for (std::size_t i = 0; i < collector_.extraction_.programs.size(); ++i) {
    const FoundProgram& found = collector_.extraction_.programs[i];
    collector_.by_hash_.emplace(content_hash(found.program), i);
    for (std::size_t k = 0; k < found.origins.size(); ++k) {
      const Origin& one = found.origins[k];
      collector_.origins_.try_emplace({i, one.tag, one.offset, one.line, one.name, one.container}, k);
    }
  }
}

void Collector::note_code(const avm2::Versions& versions, const std::vector<avm2::Edit>& edits) {
  if (!code_) code_.emplace();
  code_->versions.known.insert(versions.known.begin(), versions.known.end());
  code_->versions.is_open = code_->versions.is_open || versions.is_open;
  code_->edits.insert(code_->edits.end(), edits.begin(), edits.end());
}

namespace {

// Makes an origin a variant, because its version is not certain.
void set_version(Origin& origin, std::uint32_t version) {
  if (origin.certainty == Certainty::Exact) origin.certainty = Certainty::Variant;
  origin.detail += fmt::format("{}version == {}", origin.detail.empty() ? "" : "; ", version);
}

}  // namespace

void Collector::finish_data_texts() {
  if (!code_) return;
  DataTextExtractor extractor(*this);
  Removal removal(*this);
  std::vector<DataText> edited, other_versions;
  for (const Occurrence& find : occurrences_) {
    if (find.context.data.empty()) continue;
    FoundProgram& found = extraction_.programs[find.program];
    Origin& origin = found.origins[find.origin];
    if (const auto fault = extractor.fault_of(find.context.data, code_->edits)) {
      removal.add(find);
      DataText& one = edited.emplace_back(DataText{find.context.data, origin, find.context, {}, 0});
      one.origin.certainty = fault->first;
      one.origin.detail = fault->second;
      continue;
    }
    if (find.context.data.find("//! agal") != std::string::npos) continue;
    const std::set<std::uint32_t> versions = code_->versions.from(found.program.version);
    const bool is_certain = versions.size() == 1 && !code_->versions.is_open;
    const std::uint32_t own = found.program.version;
    for (const std::uint32_t version : versions)
      if (version != own) {
        DataText& one = other_versions.emplace_back(DataText{found.text, origin, find.context, found.program, version});
        if (!is_certain) set_version(one.origin, version);
      }
    if (!versions.contains(own))
      removal.add(find);
    else if (!is_certain)
      set_version(origin, own);
    if (code_->versions.is_open) unknown_versions_.insert(origin.container);
  }
  removal.run();
  for (DataText& one : edited)
    extractor.add_template(std::move(one.text), std::move(one.origin), std::move(one.context));
  for (DataText& one : other_versions) {
    one.program.version = one.version;
    FoundProgram found{std::move(one.program), FindForm::Assembly, std::move(one.text), {std::move(one.origin)}};
    add(std::move(found), std::move(one.context));
  }
  extractor.finish();
}

}  // namespace agal::extraction
