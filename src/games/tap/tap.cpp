#include "agal/games/tap.hpp"

#include <algorithm>

#include "avm2/abc.hpp"
#include "avm2/loads.hpp"
#include "base/text.hpp"
#include "container/formats.hpp"
#include "diag/rules.hpp"
#include "extract/contained_swfs.hpp"
#include "extract/hash.hpp"
#include "tap/method_reads.hpp"
#include "tap/movie.hpp"
#include "tap/script.hpp"
#include "tap_log/fields.hpp"

namespace agal {
namespace {

using namespace agal::tapping;
using avm2::Abc;
using avm2::read_abc;
using diag::Rule;

std::string base_name(std::string_view path) { return std::string(path.substr(path.find_last_of("/\\") + 1)); }

class Tapper {
 public:
  Tapper(const std::string& name, const TapOptions& options)
      : name_(name), receiver_(options.receiver), budget_{options.max_unpacked_bytes, options.max_nesting} {}

  Result<Tapped> run(Bytes file);
  // Changes the only SWF file in a container.
  Result<Tapped> run_contained(Bytes file);

 private:
  void report(Rule rule, std::optional<std::size_t> offset, std::initializer_list<std::string_view> arguments = {},
              std::string_view help = {});
  Result<Tapped> fail(Rule rule, std::initializer_list<std::string_view> arguments = {}) {
    report(rule, {}, arguments);
    return std::move(diagnostics_);
  }
  bool is_tapped(std::string_view name) const;
  void survey(const Movie& movie);
  void survey_code(const SwfTag& tag);
  void report_loads();
  std::optional<ByteVector> write(const Movie& movie);
  bool change_code(const SwfTag& tag, std::vector<Edit>& edits) const;

  const std::string& name_;
  const std::string& receiver_;
  Budget budget_;
  Diagnostics diagnostics_;
  Tapped result_;
  // Facts about all code.
  bool has_code_ = false, has_actions_ = false, tapped_ = false, uploads_ = false;
  avm2::Loads loads_;
  std::string game_;  // the fields of the log that name the file
};

void Tapper::report(Rule rule, std::optional<std::size_t> offset, std::initializer_list<std::string_view> arguments,
                    std::string_view help) {
  Diagnostic diagnostic = diag::make(rule, {}, arguments);
  diagnostic.location.file = name_;
  if (offset) diagnostic.location.byte_offset = static_cast<std::uint32_t>(*offset);
  if (!help.empty()) diagnostic.help = help;
  if (diagnostics_.size() < diag::max_findings) diagnostics_.add(std::move(diagnostic));
}

bool Tapper::is_tapped(std::string_view name) const {
  return std::any_of(tapped_methods.begin(), tapped_methods.end(), [&](const TappedMethod& method) {
    return method.name == name && (!method.note.empty() || !receiver_.empty());
  });
}

// Notes whether the code may upload. A text may be the name of a method that is called: program["upload"](…).
void Tapper::survey_code(const SwfTag& tag) {
  const Abc abc = read_abc(tag.abc_file());
  if (!abc.files[0].problem.empty()) report(Rule::TapCodeDamaged, tag.content_at, {abc.files[0].problem});
  uploads_ = uploads_ || abc.string_number.contains("upload");
  loads_.add(abc);
}

void Tapper::survey(const Movie& movie) {
  tapped_ = tapped_ || movie.tapped();
  for (const SwfTag& tag : movie.tags) {
    if (tag.code == container::do_action_tag || tag.code == container::do_init_action_tag) has_actions_ = true;
    if (!tag.has_code()) continue;
    has_code_ = true;
    survey_code(tag);
  }
  for (const InnerMovie& inner : movie.inner) survey(*inner.movie);
}

// Adds an edit that changes the uses of methods in the code. Returns true if there are any.
bool Tapper::change_code(const SwfTag& tag, std::vector<Edit>& edits) const {
  const Bytes code = tag.abc_file();
  const std::vector<Edit> uses =
      tap_uses(read_abc(code), code, [this](std::string_view name) { return is_tapped(name); });
  if (uses.empty()) return false;
  const Bytes head = tag.content.first(tag.content.size() - code.size());
  ByteVector content(head.begin(), head.end());
  base::put_bytes(content, edited(code, uses));
  edits.push_back({tag.begin, tag.end(), container::tag_bytes(tag.code, content)});
  return true;
}

ByteVector script_tag(std::string_view game, std::string_view receiver) {
  ByteVector content;
  base::put_little(content, 0, 4);  // without flags, the script runs at once
  base::put_text(content, container::tap_script_name);
  base::put_u8(content, 0);
  base::put_bytes(content, build_script(game, receiver));
  return container::tag_bytes(container::do_abc_tag, content);
}

std::optional<ByteVector> Tapper::write(const Movie& movie) {
  std::vector<Edit> edits;
  bool first = true;
  auto inner = movie.inner.begin();
  for (std::size_t i = 0; i < movie.tags.size(); ++i) {
    const SwfTag& tag = movie.tags[i];
    if (tag.has_code()) {
      if (first) edits.push_back({tag.begin, tag.begin, script_tag(game_, receiver_)});
      first = false;
      if (change_code(tag, edits)) ++result_.code_files;
    }
    if (inner == movie.inner.end() || inner->tag != i) continue;
    std::optional<ByteVector> file = write(*inner->movie);
    if (!file) return {};
    const Bytes head = tag.content.first(container::binary_data_head);
    file->insert(file->begin(), head.begin(), head.end());
    edits.push_back({tag.begin, tag.end(), container::tag_bytes(container::define_binary_data_tag, *file)});
    ++inner;
  }
  if (!first) ++result_.movies;
  return write_movie(movie, edits);
}

void Tapper::report_loads() {
  const std::string what = loads_.describe(result_.movies > 1);
  if (!what.empty()) report(Rule::LoadsOthers, {}, {what});
}

Result<Tapped> Tapper::run(Bytes file) {
  if (!looks_like_movie(file)) return run_contained(file);
  std::string problem;
  std::vector<InnerProblem> inner;
  const std::optional<Movie> movie = read_movie(file, budget_, problem, inner);
  if (!movie) return fail(Rule::TapDamaged, {problem});
  for (const InnerProblem& one : inner) report(Rule::TapInnerDamaged, one.tag_offset, {one.problem});
  survey(*movie);
  result_.file.assign(file.begin(), file.end());
  if (!has_code_) return fail(Rule::TapNoActionScript3, {has_actions_ ? "only ActionScript 1 or 2" : "no code"});
  if (tapped_) report(Rule::TapTwice, {});
  if (!tapped_ && !uploads_) report(Rule::TapNothingUploads, {});
  if (!tapped_ && uploads_) {
    game_ = tap_log::game_fields({extraction::hash128(file).hex(), base_name(name_)});
    std::optional<ByteVector> written = write(*movie);
    if (!written) return fail(Rule::TapDamaged, {"it cannot be compressed"});
    result_.file = std::move(*written);
  }
  if (!tapped_) report_loads();
  return {std::move(result_), std::move(diagnostics_)};
}

Result<Tapped> Tapper::run_contained(Bytes file) {
  if (container::is_signed_library(file)) return fail(Rule::TapSigned);
  const std::vector<extraction::ContainedSwf> found =
      extraction::contained_swfs(file, name_, {budget_.bytes, budget_.levels});
  if (found.size() == 1 && looks_like_movie(found[0].bytes)) {
    report(Rule::TapContained, {}, {found[0].name});
    return run(found[0].bytes);
  }
  if (!found.empty()) {
    constexpr std::size_t max_names = 8;
    std::string names;
    for (std::size_t i = 0; i < found.size() && i < max_names; ++i) names += (i > 0 ? ", " : "") + found[i].name;
    if (found.size() > max_names) names += ", …";
    return fail(Rule::TapSeveral, {base::counted(found.size(), "SWF file"), names});
  }
  const container::Format& format = container::identify(file);
  if (!container::is_foreign(format)) return fail(Rule::TapNotSwf);
  report(Rule::ForeignFormat, {}, {format.name}, format.cure);
  return std::move(diagnostics_);
}

}  // namespace

Result<Tapped> tap(std::span<const std::byte> file, const std::string& name, const TapOptions& options) {
  return Tapper(name, options).run(file);
}

}  // namespace agal
