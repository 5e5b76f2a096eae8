#include "frame_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "agal/bytecode.hpp"
#include "cli/console.hpp"
#include "container/archive.hpp"
#include "replay/textures.hpp"

namespace agal::frames {
namespace {

using container::Archive;
using container::Unpacked;
using container::UnpackStatus;
using Json = nlohmann::json;
using Blobs = std::map<std::string, base::ByteVector>;

constexpr std::size_t hash_digits = 32, max_arguments = 16, max_numbers = 4096;
// The maximum nesting of a line. Calls have at most four levels. Copying a value recurses once for each level.
constexpr int max_nesting = 64;
constexpr std::string_view blob_folder = "blobs/", calls_name = "calls.jsonl";

bool is_hash(std::string_view text) {
  return text.size() == hash_digits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

std::optional<std::uint32_t> number_of(const Json& value) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() == 0 || value.get<std::uint64_t>() > UINT32_MAX)
    return {};
  return value.get<std::uint32_t>();
}

// Parses a line. Returns the problem if the line is not an object or is nested too deeply, otherwise "".
std::string parse_line(std::string_view line, Json& to) {
  bool is_too_deep = false;
  const auto keep = [&](int depth, Json::parse_event_t, const Json&) {
    is_too_deep |= depth > max_nesting;
    return !is_too_deep;
  };
  to = Json::parse(line, keep, false);
  if (is_too_deep) return "it is nested too deeply";
  return to.is_object() ? "" : "it is not a JSON object";
}

// Returns 12 for "frame-12.png", and nothing for names of other forms.
std::optional<std::uint32_t> frame_of_picture(std::string_view entry) {
  constexpr std::string_view before = "frame-", after = ".png";
  if (!entry.starts_with(before) || !entry.ends_with(after) || entry.size() <= before.size() + after.size()) return {};
  std::uint32_t frame = 0;
  const char* const end = entry.data() + entry.size() - after.size();
  const auto [rest, error] = std::from_chars(entry.data() + before.size(), end, frame);
  return error == std::errc{} && rest == end ? std::optional(frame) : std::nullopt;
}

// Returns the value of a JSON number, or of one of the three strings for numbers that JSON does not have.
std::optional<double> special_number(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (value == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (value == "Infinity") return std::numeric_limits<double>::infinity();
  if (value == "-Infinity") return -std::numeric_limits<double>::infinity();
  return {};
}

class FrameReader {
 public:
  FrameReader(const std::string& name, const FrameLimits& limits) : name_(name), limits_(limits) {}

  Result<FrameFile> read(base::Bytes file);

 private:
  Diagnostics fail(std::string_view slug, std::initializer_list<std::string_view> arguments) {
    return agalc::only(agalc::make_diagnostic(slug, name_, arguments));
  }
  bool is_declared_too_large(Archive& archive) const;
  Diagnostics read_entries(Archive& archive);
  Diagnostics read_lines();
  // Each function returns the problem of the line, or "" if there is none.
  std::string read_head(const Json& line);
  std::string read_call(const Json& line);
  std::string read_argument(const Json& value, Argument& to) const;
  std::string read_object(const Json& value, Argument& to) const;
  static std::string read_numbers(const Json& list, Argument& to);
  std::string add_program(const Json& arguments, Call& call);
  // Returns the hash and the data of the blob that an argument names, or nullptr if the file does not have such a blob.
  const Blobs::value_type* find_blob(const Json& argument) const;

  const std::string& name_;
  const FrameLimits& limits_;
  FrameFile result_;
  std::optional<base::ByteVector> calls_;
  std::set<std::uint32_t> created_, contexts_;
  std::uint32_t line_ = 0, frame_ = 0;
};

// Returns true if the entries unpack to more than the limit according to the directory. Then nothing is unpacked.
bool FrameReader::is_declared_too_large(Archive& archive) const {
  std::uint64_t left = limits_.max_unpacked_bytes;
  for (std::uint32_t entries = 0; entries < limits_.max_entries && archive.next(); ++entries) {
    const std::uint64_t size = archive.declared_size().value_or(0);
    if (size > left) return true;
    left -= size;
  }
  return false;
}

Diagnostics FrameReader::read_entries(Archive& archive) {
  std::uint64_t left = limits_.max_unpacked_bytes;
  std::uint32_t entries = 0;
  while (archive.next()) {
    const std::string entry = archive.name();
    if (++entries > limits_.max_entries)
      return fail("frames-too-large", {fmt::format("more than {} entries", limits_.max_entries)});
    Unpacked unpacked = archive.read(left);
    if (unpacked.status == UnpackStatus::TooLarge)
      return fail("frames-too-large", {fmt::format("more than {} bytes", limits_.max_unpacked_bytes)});
    if (unpacked.status != UnpackStatus::Complete)
      return fail("frames-damaged", {fmt::format("its entry {} is damaged", entry)});
    left -= unpacked.bytes.size();
    bool is_new = true;
    if (entry == calls_name) {
      is_new = !calls_;
      calls_ = std::move(unpacked.bytes);
    } else if (entry.starts_with(blob_folder) && is_hash(std::string_view(entry).substr(blob_folder.size()))) {
      is_new = result_.blobs.emplace(entry.substr(blob_folder.size()), std::move(unpacked.bytes)).second;
    } else if (entry == log_name) {
      is_new = result_.log.empty();
      result_.log = std::move(unpacked.bytes);
    } else if (const std::optional<std::uint32_t> frame = frame_of_picture(entry)) {
      is_new = result_.pictures.emplace(*frame, std::move(unpacked.bytes)).second;
    }
    if (!is_new) return fail("frames-damaged", {fmt::format("it has two entries {}", entry)});
  }
  if (!archive.problem().empty()) return fail("frames-damaged", {archive.problem()});
  if (!calls_) return fail("frames-damaged", {"it has no entry calls.jsonl"});
  return {};
}

std::string FrameReader::read_head(const Json& line) {
  if (!line.contains("format") || line["format"] != "agalc-frames")
    return "the head does not have the format agalc-frames";
  if (!line.contains("version") || line["version"] != 1) return "this build of agalc reads version 1";
  const Json frames = line.value("frames", Json());
  const bool is_pair = frames.is_array() && frames.size() == 2 && number_of(frames[0]) && number_of(frames[1]);
  if (!is_pair || *number_of(frames[0]) > *number_of(frames[1])) return "\"frames\" is not a first and a last frame";
  result_.head = line.dump();
  result_.first = *number_of(frames[0]);
  result_.last = *number_of(frames[1]);
  if (line.contains("file") && line["file"].is_string()) result_.title = line["file"].get<std::string>();
  if (line.contains("game") && line["game"].is_string()) result_.game = line["game"].get<std::string>();
  return {};
}

std::string FrameReader::read_numbers(const Json& list, Argument& to) {
  if (!list.is_array() || list.size() > max_numbers) return "a list of numbers is malformed";
  std::vector<float> numbers;
  for (const Json& value : list) {
    const std::optional<double> number = special_number(value);
    if (!number) return "a list of numbers has other values";
    numbers.push_back(static_cast<float>(*number));
  }
  to = std::move(numbers);
  return {};
}

std::string FrameReader::read_object(const Json& value, Argument& to) const {
  if (value.contains("object")) {
    const std::optional<std::uint32_t> number = number_of(value["object"]);
    if (!number) return "\"object\" is not the number of an object";
    to = ObjectNumber{*number};
    return created_.contains(*number) ? "" : fmt::format("the object {} was not created before", *number);
  }
  if (value.contains("numbers")) return read_numbers(value["numbers"], to);
  if (value.contains("rectangle"))
    return value["rectangle"].size() == 4 ? read_numbers(value["rectangle"], to)
                                          : "a rectangle does not have four numbers";
  if (!value.contains("blob") || !value["blob"].is_string()) return "an argument has none of the known keys";
  const Blobs::value_type* const found = find_blob(value);
  if (found == nullptr) {
    const auto blob = value["blob"].get<std::string>();
    return fmt::format("the blob {} is missing", is_hash(blob) ? blob : "of this line");
  }
  to = BlobArgument{&found->second};
  if (!value.contains("width") && !value.contains("height")) return {};
  constexpr std::uint64_t max_side = 8192, pixel = 4;
  const std::optional<std::uint32_t> width = number_of(value.value("width", Json())),
                                     height = number_of(value.value("height", Json()));
  if (!width || !height || *width > max_side || *height > max_side) return "the size of a bitmap is malformed";
  to = BlobArgument{&found->second, static_cast<std::uint16_t>(*width), static_cast<std::uint16_t>(*height)};
  return found->second.size() == pixel * *width * *height ? ""
                                                          : "a bitmap does not have as many bytes as its size says";
}

std::string FrameReader::read_argument(const Json& value, Argument& to) const {
  if (value.is_array()) return "an argument is a list";
  if (value.is_object()) return read_object(value, to);
  if (value.is_boolean())
    to = value.get<bool>() ? 1.0 : 0.0;
  else if (const std::optional<double> number = special_number(value))
    to = *number;
  else if (value.is_string())
    to = value.get<std::string>();
  return {};
}

std::string FrameReader::add_program(const Json& arguments, Call& call) {
  const bool is_pair = arguments.size() == 2;
  const Blobs::value_type* const vertex = is_pair ? find_blob(arguments[0]) : nullptr;
  const Blobs::value_type* const fragment = is_pair ? find_blob(arguments[1]) : nullptr;
  if (vertex == nullptr || fragment == nullptr) return "upload does not have two programs";
  const ProgramKey key(vertex->first, fragment->first);
  call.programs = &result_.programs.try_emplace(key, vertex->second, fragment->second).first->first;
  return {};
}

const Blobs::value_type* FrameReader::find_blob(const Json& argument) const {
  if (!argument.is_object() || !argument.contains("blob") || !argument["blob"].is_string()) return nullptr;
  const auto found = result_.blobs.find(argument["blob"].get<std::string>());
  return found == result_.blobs.end() ? nullptr : &*found;
}

std::string FrameReader::read_call(const Json& line) {
  const Json method = line.value("call", Json()), arguments = line.value("args", Json());
  if (!method.is_string()) return "\"call\" is not the name of a method";
  const std::optional<std::uint32_t> on = number_of(line.value("on", Json()));
  if (!on) return "\"on\" is not the number of an object";
  if (!arguments.is_array() || arguments.size() > max_arguments)
    return "\"args\" is not a list of at most 16 arguments";
  Call call;
  for (const Json& value : arguments)
    if (std::string problem = read_argument(value, call.arguments.emplace_back()); !problem.empty()) return problem;
  std::string name = method.get<std::string>();
  // An asynchronous upload is replayed like a synchronous upload.
  constexpr std::string_view later = "Async";
  if (name.starts_with("upload") && name.ends_with(later)) name.resize(name.size() - later.size());
  if (name.starts_with("create")) {
    const std::optional<std::uint32_t> created = number_of(line.value("result", Json()));
    if (!created || created_.contains(*created) || contexts_.contains(*created))
      return "\"result\" is not the number of a new object";
    created_.insert(*created);
    call.result = *created;
  }
  if (!created_.contains(*on)) contexts_.insert(*on);
  if (line.contains("frame")) {
    const std::optional<std::uint32_t> frame = number_of(line["frame"]);
    if (!frame || *frame < result_.first || *frame > result_.last || *frame < frame_)
      return "\"frame\" is not one of the frames, or not in their order";
    frame_ = *frame;
  } else if (frame_ > 0) {
    return "a call without \"frame\" follows the first frame";
  }
  call.line = line_;
  call.frame = frame_;
  call.on = *on;
  call.method = std::move(name);
  if (call.frame > 0 && call.is_draw()) call.draw = ++result_.draws;
  std::string problem = call.method == "upload" ? add_program(arguments, call) : "";
  result_.calls.push_back(std::move(call));
  return problem;
}

Diagnostics FrameReader::read_lines() {
  std::string_view text = base::as_text(*calls_);
  while (!text.empty()) {
    ++line_;
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.size() > limits_.max_line_bytes) return malformed_line(name_, line_, "it is too long");
    if (line_ > limits_.max_calls)
      return fail("frames-too-large", {fmt::format("more than {} calls", limits_.max_calls)});
    Json value;
    std::string problem = parse_line(line, value);
    if (problem.empty()) problem = line_ == 1 ? read_head(value) : read_call(value);
    if (!problem.empty()) return malformed_line(name_, line_, problem);
  }
  return line_ == 0 ? fail("frames-damaged", {"calls.jsonl is empty"}) : Diagnostics();
}

Result<FrameFile> FrameReader::read(base::Bytes file) {
  if (!container::can_unpack()) return fail("frames-damaged", {"this build of agalc cannot unpack it"});
  if (!base::as_text(file).starts_with("PK")) return fail("frames-not-zip", {});
  if (is_declared_too_large(*container::open_zip(file)))
    return fail("frames-too-large", {fmt::format("more than {} bytes", limits_.max_unpacked_bytes)});
  const std::unique_ptr<Archive> archive = container::open_zip(file);
  if (Diagnostics problems = read_entries(*archive); problems.has_errors()) return problems;
  if (Diagnostics problems = read_lines(); problems.has_errors()) return problems;
  result_.limits = limits_;
  return std::move(result_);
}

Pair read_pair(const base::ByteVector& vertex, const base::ByteVector& fragment) {
  Pair pair;
  Result<Program> v = read_bytecode(vertex), f = read_bytecode(fragment);
  const Diagnostics* failed = !v ? &v.diagnostics() : !f ? &f.diagnostics() : nullptr;
  if (failed != nullptr) {
    pair.problem = failed->begin() == failed->end() ? "it cannot be read" : failed->begin()->message;
    return pair;
  }
  pair.vertex = *std::move(v);
  pair.fragment = *std::move(f);
  return pair;
}

}  // namespace

Pairs read_pairs(const FrameFile& frames, const std::string& name, Diagnostics& found) {
  Pairs pairs;
  for (const auto& [key, bytes] : frames.programs) {
    const Pair& pair = pairs.emplace(key, read_pair(bytes.first, bytes.second)).first->second;
    if (!pair.problem.empty())
      found.add(agalc::make_diagnostic("frames-program", name, {key.first + " " + key.second, pair.problem}));
  }
  return pairs;
}

StageOptions stage_options(const FrameFile& frames, Mode mode) {
  return {mode, frames.limits.max_unpacked_bytes, decode_atf};
}

Diagnostics malformed_line(const std::string& name, std::uint32_t line, std::string_view problem) {
  Diagnostic diagnostic = agalc::make_diagnostic("frames-line", name, {problem});
  diagnostic.location.line = line;
  return agalc::only(std::move(diagnostic));
}

Result<FrameFile> read_frames(std::span<const std::byte> file, const std::string& name, const FrameLimits& limits) {
  return FrameReader(name, limits).read(file);
}

}  // namespace agal::frames
