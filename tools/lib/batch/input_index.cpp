#include "input_index.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <optional>
#include <utility>

#include "collector.hpp"
#include "hash.hpp"
#include "identity.hpp"
#include "pipeline.hpp"
#include "planner.hpp"
#include "worker.hpp"
#include "writer.hpp"

namespace agal::batch {
namespace {

constexpr std::string_view index_magic = "agalc index 001\n";
constexpr std::size_t record_bytes = 16;  // the hash of the path, and the record; little-endian

void put_number(std::string& out, std::uint64_t value) {
  for (unsigned shift = 0; shift < 64; shift += 8) out.push_back(static_cast<char>(value >> shift & 0xff));
}

std::uint64_t get_number(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i) value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
  return value;
}

Diagnostics index_mismatch(const std::string& folder, const std::string& why) {
  return agalc::only(agalc::make_diagnostic("index-mismatch", folder, {why}));
}

// The run that writes a part.
class IndexRun {
 public:
  IndexRun(const BatchOptions& options, const Listener& listener, Scratch& scratch, Collector& collector,
           std::atomic<bool>& stopped)
      : options_(options),
        listener_(listener),
        writer_(options.output, scratch),
        worker_(options, no_identity_, writer_, {}, stopped),
        inputs_(input_options(options)),
        collector_(collector),
        stopped_(stopped) {}

  void operator()() {
    Steps steps;
    steps.next = [this] { return next(); };
    steps.load = [this](Job& job) { worker_.load(static_cast<FileJob&>(job)); };
    steps.name = steps.convert = [](Job&) {};
    steps.finish = [this](Job& job) { finish(static_cast<FileJob&>(job)); };
    run_pipeline(steps, options_.threads);
    if (stopped_) return;
    const Result<Written> written = writer_.write(options_.shard.index_name(), records_);
    collector_.tell(written.diagnostics());
    collector_.outcome().complete = written.has_value();
  }

 private:
  std::unique_ptr<Job> next() {
    if (listener_.interrupted()) stopped_ = true;
    while (!stopped_) {
      std::optional<InputItem> item = inputs_.next();
      if (!item) break;
      if (index_part(item->file.relative, options_.shard.count) == options_.shard.index - 1) return job_of(*item);
    }
    return nullptr;
  }

  void finish(FileJob& job) {
    for (const LoadedInput& input : job.inputs) {
      records_ += index_line(input.file.relative, index_record(input.loaded));
      ++collector_.outcome().summary.files;
    }
  }

  const BatchOptions& options_;
  const Listener& listener_;
  const std::string no_identity_;  // nothing is converted
  Writer writer_;
  Worker worker_;
  Inputs inputs_;
  Collector& collector_;
  std::atomic<bool>& stopped_;
  std::string records_{index_magic};
};

}  // namespace

std::uint64_t index_record(const LoadedFile& loaded) {
  if (loaded.kind == InputKind::Nothing) return index_no_program;
  const std::vector<FoundProgram>& programs = loaded.extraction.programs;
  // What is reported about a file is for the shard that the file belongs to, and not the program.
  if (loaded.kind != InputKind::Program || programs.size() != 1 || !loaded.diagnostics.empty()) return index_all_shards;
  const std::uint64_t number = Shard::number_of(content_hash(programs[0].program));
  return number == index_no_program ? index_all_shards : number;
}

std::uint32_t index_part(std::string_view relative, std::uint32_t count) {
  return static_cast<std::uint32_t>(hash64(relative) % count);
}

std::string index_line(std::string_view relative, std::uint64_t record) {
  std::string out;
  put_number(out, hash64(relative));
  put_number(out, record);
  return out;
}

Result<std::unique_ptr<InputIndex>> InputIndex::open(const std::string& folder, std::uint32_t count) {
  std::unique_ptr<InputIndex> index(new InputIndex(folder));
  for (std::uint32_t i = 1; i <= count; ++i) {
    const std::string name = Shard{i, count}.index_name();
    std::ifstream& part =
        index->parts_.emplace_back(std::filesystem::path(fmt::format("{}/{}", folder, name)), std::ios::binary);
    std::array<char, index_magic.size()> magic{};
    part.read(magic.data(), magic.size());
    if (!part.good() || std::string_view(magic.data(), magic.size()) != index_magic)
      return index_mismatch(folder, fmt::format("{} is missing, or not a part of an index", name));
  }
  return index;
}

Result<std::uint64_t> InputIndex::next(std::uint32_t part, std::string_view relative) {
  std::array<char, record_bytes> bytes{};
  parts_[part].read(bytes.data(), bytes.size());
  const std::string_view record(bytes.data(), bytes.size());
  if (!parts_[part].good() || get_number(record) != hash64(relative))
    return index_mismatch(folder_, fmt::format("it does not have {} at this place", relative));
  return get_number(record.substr(8));
}

Diagnostics InputIndex::finish() {
  for (std::ifstream& part : parts_)
    if (part.peek() != std::ifstream::traits_type::eof()) return index_mismatch(folder_, "it has more files");
  return {};
}

Outcome index_inputs(const BatchOptions& options, const Listener& listener) {
  std::atomic<bool> stopped{false};
  Collector collector(options, listener, stopped);
  const std::string label = fmt::format("index-{}-of-{}", options.shard.index, options.shard.count);
  // Other parts of the index may be written at the same time, and nothing else.
  const auto conflict = [&](std::string_view other) {
    return other != cache_label && (!other.starts_with("index-") || other == label);
  };
  Result<std::unique_ptr<Scratch>> scratch = Scratch::open(scratch_folder(options.output), label, conflict);
  collector.tell(scratch.diagnostics());
  if (scratch) IndexRun(options, listener, **scratch, collector, stopped)();
  return collector.take();
}

}  // namespace agal::batch
