#include "load.hpp"

#include <algorithm>
#include <cerrno>

#include "agal/bytecode.hpp"
#include "agal/validate.hpp"
#include "cli/console.hpp"
#include "cli/files.hpp"
#include "descriptor.hpp"
#include "os/files.hpp"
#include "os/threads.hpp"

namespace agal::batch {
namespace {

using agalc::os::FileStatus, agalc::os::FileType;

constexpr std::uint64_t large_file = std::uint64_t{4} << 20;

// Serializes reading and unpacking of large files, whatever the number of threads.
agalc::os::Mutex large_files;

manifest::ContentKind container_content_kind(ContainerKind kind, std::string_view path) {
  using manifest::ContentKind;
  switch (kind) {
    case ContainerKind::Swf: return ContentKind::Swf;
    case ContainerKind::Zip: return path.ends_with(".swc") ? ContentKind::Swc : ContentKind::Zip;
    case ContainerKind::Tar: return ContentKind::Tar;
    case ContainerKind::Packed: return ContentKind::Packed;
    case ContainerKind::None: break;
  }
  return ContentKind::Other;
}

manifest::ContentKind content_kind(FileKind kind, std::span<const std::byte> bytes, std::string_view path) {
  using manifest::ContentKind;
  switch (kind) {
    case FileKind::Container: return container_content_kind(container_kind(bytes), path);
    case FileKind::Bytecode: return ContentKind::Bytecode;
    case FileKind::Assembly: return ContentKind::Assembly;
    case FileKind::CaptureLog: return ContentKind::Log;
    case FileKind::Source: return ContentKind::Source;
    case FileKind::Other: return looks_like_capture_log(bytes) ? ContentKind::Log : ContentKind::Other;
  }
  return ContentKind::Other;
}

// Returns true if another program may follow the first one. Some files are consecutive programs without a container.
bool has_second_header(std::span<const std::byte> bytes) {
  if (!looks_like_bytecode(bytes)) return false;
  for (std::size_t at = 1; at + header_bytes <= bytes.size(); ++at)
    if (bytes[at] == std::byte{header_magic} && bytes[at + 5] == std::byte{header_stage_magic}) return true;
  return false;
}

std::size_t places_in(const Extraction& extraction) {
  std::size_t count = 0;
  for (const FoundProgram& found : extraction.programs) count += found.origins.size();
  return count;
}

class Loader {
 public:
  Loader(const InputFile& file, const AssembleOptions& assemble, const ExtractOptions& extract)
      : file_(file), assemble_(assemble), extract_(extract) {}

  LoadedFile run() {
    const Descriptor opened(agalc::os::open_file(file_.path, agalc::os::Open::ReadNow));
    std::optional<FileStatus> status;
    if (opened) status = agalc::os::status_of(opened.get());
    if (status ? status->type == FileType::Folder : errno == EISDIR)
      fail(agalc::only(agalc::make_diagnostic("is-directory", file_.path)));
    else if (!status)
      fail(cannot_read(file_.path, errno));
    else if (status->type != FileType::Regular)
      fail(agalc::only(agalc::make_diagnostic("cannot-read", file_.path, {"it is not a regular file"})));
    else
      read(opened, static_cast<std::size_t>(status->size));
    return std::move(out_);
  }

 private:
  // An unreadable file in a folder may be a program, so it is reported.
  void fail(Diagnostics diagnostics) {
    out_.diagnostics = std::move(diagnostics);
    if (out_.kind == InputKind::Nothing) out_.kind = InputKind::Program;
  }

  void read(const Descriptor& opened, std::size_t size) {
    std::unique_lock<agalc::os::Mutex> alone(large_files, std::defer_lock);
    if (size > large_file) alone.lock();
    std::vector<std::byte> bytes(std::min(size, file_kind_bytes));
    if (!fill(opened, bytes, 0)) return;
    const FileKind kind = file_kind(bytes, file_.path);
    out_.kind = input_kind(kind, file_, size);
    if (out_.kind == InputKind::Nothing) return;
    if (bytes.empty()) return fail(agalc::only(agalc::make_diagnostic("empty-file", file_.path)));
    if (const std::size_t max_bytes = max_file_bytes(kind); size > max_bytes)
      return fail(agalc::file_too_large(file_.path, max_bytes));
    const std::size_t head = bytes.size();
    bytes.resize(std::max(size, head));
    if (!fill(opened, bytes, head)) return;
    out_.content = content_kind(kind, bytes, file_.path);
    parse(bytes, kind);
  }

  // Reads more of the file. Returns false after reporting that it cannot be read.
  bool fill(const Descriptor& opened, std::vector<std::byte>& bytes, std::size_t filled) {
    const std::optional<std::size_t> count = read_some(opened.get(), std::span(bytes).subspan(filled));
    if (!count) fail(cannot_read(file_.path, errno));
    bytes.resize(filled + count.value_or(0));
    return count.has_value();
  }

  void parse(std::span<const std::byte> bytes, FileKind kind) {
    if (out_.kind == InputKind::Container || has_second_header(bytes)) {
      Result<Extraction> extraction = extract(bytes, file_.path, extract_);
      const bool pack = extraction && places_in(*extraction) > 1;
      if (out_.kind == InputKind::Container || pack) {
        out_.kind = InputKind::Container;
        out_.diagnostics = std::move(extraction.diagnostics());
        if (extraction) out_.extraction = *std::move(extraction);
        if (file_.found && is_unrelated_source(kind, out_.extraction, out_.diagnostics)) out_.kind = InputKind::Nothing;
        return;
      }
    }
    Result<Program> program = load_program(bytes, file_.path, assemble_);
    out_.diagnostics = std::move(program.diagnostics());
    if (!program || out_.diagnostics.has_errors()) return;
    FoundProgram& found = out_.extraction.programs.emplace_back();
    found.program = *std::move(program);
    found.form = looks_like_bytecode(bytes) ? FindForm::Bytecode : FindForm::Assembly;
    found.origins.push_back({file_.path, 0, 0, ""});
  }

  const InputFile& file_;
  const AssembleOptions& assemble_;
  const ExtractOptions& extract_;
  LoadedFile out_;
};

}  // namespace

InputKind input_kind(FileKind kind, const InputFile& file, std::size_t size) {
  const bool named = !file.found || file.path.ends_with(".agal");
  switch (kind) {
    case FileKind::Container: return InputKind::Container;
    case FileKind::Bytecode: return named || size >= header_bytes ? InputKind::Program : InputKind::Nothing;
    case FileKind::Assembly: return named ? InputKind::Program : InputKind::Nothing;
    case FileKind::CaptureLog:
    case FileKind::Source: return InputKind::Container;
    case FileKind::Other: return named ? InputKind::Container : InputKind::Nothing;
  }
  return InputKind::Nothing;
}

bool is_unrelated_source(FileKind kind, const Extraction& extraction, const Diagnostics& diagnostics) {
  return kind == FileKind::Source && diagnostics.empty() && extraction.programs.empty() && extraction.unused.empty() &&
         !extraction.incomplete();
}

LoadedFile load_file(const InputFile& file, const AssembleOptions& assemble, const ExtractOptions& extract) {
  return Loader(file, assemble, extract).run();
}

bool is_capture_log(const InputFile& file) {
  if (file.path.ends_with(".agal")) return false;  // an assembly file need not be opened
  const Descriptor opened(agalc::os::open_file(file.path, agalc::os::Open::ReadNow));
  const std::optional<FileStatus> status = opened ? agalc::os::status_of(opened.get()) : std::nullopt;
  if (!status || status->type != FileType::Regular) return false;
  std::vector<std::byte> bytes(static_cast<std::size_t>(std::min<std::uint64_t>(status->size, file_kind_bytes)));
  bytes.resize(read_some(opened.get(), bytes).value_or(0));
  const bool has_frames = file.path.ends_with(".frames") && container_kind(bytes) == ContainerKind::Zip;
  return has_frames || file_kind(bytes, file.path) == FileKind::CaptureLog;
}

std::optional<FoundPair> pair_of(const Program& first, const Program& second) {
  if (first.stage == second.stage) return std::nullopt;
  const bool vertex_first = first.stage == Stage::Vertex;
  if (validate_pair(vertex_first ? first : second, vertex_first ? second : first).has_errors()) return std::nullopt;
  const std::size_t vertex = vertex_first ? 0 : 1;
  return FoundPair{vertex, 1 - vertex,
                   "the names of the files differ only in the stage, and the programs fit together"};
}

}  // namespace agal::batch
