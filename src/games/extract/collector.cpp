#include "extract/collector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/text.hpp"
#include "extract/hash.hpp"
#include "extract/source_program.hpp"

namespace agal::extraction {
namespace {

// The maximum number of messages of one kind. A badly damaged file would repeat the same message endlessly.
constexpr std::size_t max_messages = 100;

constexpr std::array damage{Rule::SwfDamaged, Rule::SwfLength, Rule::ArchiveUnreadable, Rule::AbcDamaged};

bool same_program(const Program& a, const Program& b) {
  return a.stage == b.stage && a.version == b.version && a.instructions == b.instructions;
}

// Returns true if an executable in an archive is the application, according to its path: for iOS, all of its
// ActionScript is in it. Other executables are libraries, extensions, and players.
bool is_application(std::string_view path) {
  constexpr std::array<std::string_view, 4> suffixes{".dylib", ".a", ".o", ".so"};
  constexpr std::array<std::string_view, 3> folders{".framework/", "META-INF/ANE/", "/MacOS/"};
  return std::none_of(suffixes.begin(), suffixes.end(), [&](std::string_view one) { return path.ends_with(one); }) &&
         std::none_of(folders.begin(), folders.end(),
                      [&](std::string_view one) { return path.find(one) != path.npos; });
}

}  // namespace

std::string display_name(const Container& container, const Origin& origin) {
  if (!origin.name.empty() && origin.name != container.entry) return fmt::format("{}#{}", container.name, origin.name);
  if (origin.offset == 0) return container.name;
  return fmt::format("{}@0x{:x}", container.name, origin.offset);
}

// Adds an origin to a program, and returns its index. If the program has this origin already, the more certain of the
// two is kept.
std::size_t Collector::add_origin(std::size_t program, Origin origin) {
  std::vector<Origin>& origins = extraction_.programs[program].origins;
  const auto [row, is_new] = origins_.try_emplace(
      {program, origin.tag, origin.offset, origin.line, origin.name, origin.container}, origins.size());
  if (is_new)
    origins.push_back(std::move(origin));
  else if (origin.certainty < origins[row->second].certainty)
    origins[row->second] = std::move(origin);
  return row->second;
}

// Inserts a program with its origins. Returns the indices of the program and of the last of these origins; nullopt if
// there are too many programs.
std::optional<Collector::Inserted> Collector::insert(FoundProgram found) {
  const std::string hash = content_hash(found.program);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto row = begin; row != end; ++row) {
    if (!same_program(extraction_.programs[row->second].program, found.program)) continue;  // a deliberate collision
    std::size_t last = 0;
    for (Origin& origin : found.origins) last = add_origin(row->second, std::move(origin));
    return Inserted{row->second, last};
  }
  if (extraction_.programs.size() >= options_.max_programs) {
    if (!full_)
      report(Rule::TooManyPrograms, {found.origins.front().container, {}, 0}, found.origins.front().offset,
             {std::to_string(options_.max_programs)});
    full_ = true;
    return std::nullopt;
  }
  const std::size_t program = extraction_.programs.size();
  by_hash_.emplace(hash, program);
  std::vector<Origin> origins = std::exchange(found.origins, {});
  extraction_.programs.push_back(std::move(found));
  std::size_t last = 0;
  for (Origin& origin : origins) last = add_origin(program, std::move(origin));
  return Inserted{program, last};
}

void Collector::add(FoundProgram found, FindContext context) {
  if (const std::optional<Inserted> inserted = insert(std::move(found)))
    occurrences_.push_back({inserted->program, inserted->origin, std::move(context)});
}

std::optional<std::size_t> Collector::add_captured(FoundProgram found) {
  const std::optional<Inserted> inserted = insert(std::move(found));
  return inserted ? std::optional(inserted->program) : std::nullopt;
}

void Collector::add_captured_pair(std::size_t vertex, std::size_t fragment, Capture capture) {
  captured_pairs_[{vertex, fragment}].push_back(std::move(capture));
}

bool Collector::add_text(FoundText text) {
  if (extraction_.texts.size() >= options_.max_programs) return false;
  if (!texts_.emplace(text.origin.container, text.text).second) return false;
  extraction_.texts.push_back(std::move(text));
  return true;
}

std::string Collector::replaced_part(std::string_view text) const {
  return sources_ != nullptr ? sources_->program().replaced_part(text) : std::string();
}

Collector::OpenMovie::OpenMovie(Collector& collector, const Container& container, std::span<const std::byte> file)
    : collector_(collector) {
  if (collector_.open_movies_++ == 0) collector_.extraction_.movies.push_back({container.name, hash128(file).hex()});
}

void Collector::note_tapped(const CapturedGame& game) {
  if (open_movies_ > 0 && !game.hash.empty()) extraction_.movies.back().hash = game.hash;
}

void Collector::note_movie(const Container& container, const avm2::Abc& code) {
  movies_.push_back({container.name, {}});
  movies_.back().loads.add(code);
}

void Collector::report_loads() {
  std::set<std::string, std::less<>> names;
  for (const Movie& movie : movies_) names.insert(movie.container.substr(movie.container.find_last_of("!/\\") + 1));
  for (Movie& movie : movies_) {
    movie.loads.remove(names);
    const std::string what = movie.loads.describe(movies_.size() > 1);
    if (what.empty()) continue;
    report(Rule::LoadsOthers, {movie.container, {}, 1}, {}, {what});
    extraction_.containers_loading_swfs.push_back(movie.container);
  }
}

void Collector::report(Rule rule, const Container& container, std::optional<std::uint64_t> offset,
                       std::initializer_list<std::string_view> arguments) {
  if (without_damage_ > 0 && std::ranges::find(damage, rule) != damage.end()) return;
  Location location;
  location.file = container.name;
  if (offset && *offset <= std::numeric_limits<std::uint32_t>::max())
    location.byte_offset = static_cast<std::uint32_t>(*offset);
  report_at(rule, std::move(location), arguments);
}

void Collector::report_line(Rule rule, const Container& container, std::uint32_t line,
                            std::initializer_list<std::string_view> arguments) {
  Location location;
  location.file = container.name;
  location.line = line;
  report_at(rule, std::move(location), arguments);
}

void Collector::report_foreign(const container::Format& format, const Container& container) {
  Location location;
  location.file = container.name;
  report_at(Rule::ForeignFormat, std::move(location), {format.name}, format.cure);
}

void Collector::note_foreign(const container::Format& format, const Container& container, const std::string& name) {
  if (container::is_machine_code(format) && is_application(container.name)) machine_code_.push_back(container.name);
  const auto known = std::find_if(foreign_.begin(), foreign_.end(),
                                  [&](const ForeignFiles& files) { return files.format->name == format.name; });
  if (known != foreign_.end())
    ++known->count;
  else
    foreign_.push_back({&format, container.name, name, 1});
}

void Collector::report_noted_foreign() {
  std::vector<std::string>& missing = extraction_.containers_missing_programs;
  missing.insert(missing.end(), machine_code_.begin(), machine_code_.end());
  for (const ForeignFiles& files : foreign_) {
    Location location;
    location.file = files.container;
    const std::string others =
        files.count > 1 ? fmt::format(" (like {})", base::counted(files.count - 1, "other file")) : std::string();
    report_at(Rule::ForeignInside, std::move(location), {files.name + others, files.format->name}, files.format->cure);
  }
}

void Collector::report_at(Rule rule, Location location, std::initializer_list<std::string_view> arguments,
                          std::string_view help) {
  const std::size_t before = reported_[static_cast<std::uint16_t>(rule)]++;
  if (before > max_messages) return;
  if (before == max_messages) {
    Location file;
    file.file = std::move(location.file);
    diagnostics_.add(diag::make(Rule::MoreDamage, std::move(file), {code_name(static_cast<std::uint16_t>(rule))}));
    return;
  }
  Diagnostic diagnostic = diag::make(rule, std::move(location), arguments);
  if (!help.empty()) diagnostic.help = help;
  diagnostics_.add(std::move(diagnostic));
}

}  // namespace agal::extraction
