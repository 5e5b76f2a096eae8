#include "worker.hpp"

#include <utility>

#include "hash.hpp"
#include "identity.hpp"
#include "names.hpp"
#include "pipeline.hpp"

namespace agal::batch {

Worker::Worker(const BatchOptions& options, const std::string& identity, const Captures& captures,
               const WorkFolder& folder, Cache* cache, std::atomic<bool>& stopped)
    : options_(options),
      identity_(identity),
      captures_(captures),
      names_(product_names(options.convert.emit)),
      writer_(folder.writer),
      journal_(folder.journal),
      foreign_(folder.foreign),
      cache_(cache),
      stopped_(stopped) {}

void Worker::load(FileJob& job) {
  if (stopped_) return;
  for (LoadedInput& input : job.inputs) {
    input.loaded = load_file(input.file, options_.assemble, options_.extract);
    LoadedFile& loaded = input.loaded;
    if (options_.convert.warnings_are_errors) loaded.diagnostics.promote_warnings();
    // Assembly text that is rejected because of -Werror does not count as a program.
    if (loaded.kind == InputKind::Program && loaded.diagnostics.has_errors()) loaded.extraction = {};
    for (const FoundProgram& found : loaded.extraction.programs) input.hashes.push_back(content_hash(found.program));
    if (loaded.kind == InputKind::Container)
      input.names = file_stems(loaded.extraction.programs, loaded.extraction.pairs);
  }
  if (job.inputs.size() != 2) return;
  const auto single = [](const LoadedInput& input) {
    return input.loaded.kind == InputKind::Program && input.loaded.extraction.programs.size() == 1;
  };
  if (!single(job.inputs[0]) || !single(job.inputs[1])) return;
  const FoundProgram& first = job.inputs[0].loaded.extraction.programs[0];
  const FoundProgram& second = job.inputs[1].loaded.extraction.programs[0];
  if (const std::optional<FoundPair> pair = pair_of(first.program, second.program)) job.pairs.push_back(*pair);
}

// Programs of other shards are checked too, so that either all shards write files, or none.
void Worker::check_foreign(FileJob& job) const {
  for (const ProgramJob& program : job.programs) {
    if (program.found == nullptr || program.shared) continue;
    const std::string path = program.record.stem + std::string(disassembly_suffix);
    if (!foreign_.contains(path) || writer_.has(path, disassemble(program.found->program))) continue;
    job.write_failure.add(agalc::not_recorded(writer_.full(path), false));
  }
}

void Worker::convert(FileJob& job) {
  std::vector<Diagnostics> failures(job.programs.size());
  for_each_index(job.programs.size(), [&](std::size_t i) {
    if (!stopped_ && job.programs[i].own) convert_one(job.programs[i], failures[i]);
  });
  for (Diagnostics& failure : failures) job.write_failure.append(std::move(failure));
  // The inputs are freed early, because converted jobs may have to wait for earlier ones.
  for (LoadedInput& input : job.inputs) input.loaded = {};
}

void Worker::convert_one(ProgramJob& program, Diagnostics& failure) {
  if (program.found != nullptr) {
    Conversion conversion = conversion_of(*program.found, program.asides);
    failure = write(program, conversion);
    if (failure.has_errors()) return stopped_.store(true);
    program.record.status = conversion.status;
    program.record.not_expressible = std::move(conversion.not_expressible);
    program.record.proofs = std::move(conversion.proofs);
    for (Diagnostic& diagnostic : conversion.diagnostics) {
      diagnostic.location.file = program.found->program.name;
      program.record.diagnostics.add(std::move(diagnostic));
    }
  }
  program.line = manifest::record_line(program.record);
  program.done = true;
}

std::optional<Conversion> Worker::find(const std::string& identity, Diagnostics& asides) {
  if (cache_ == nullptr) return memory_.find(identity);
  Cache::Found found = cache_->find(identity);
  asides.append(std::move(found.diagnostics));
  return std::move(found.conversion);
}

void Worker::store(const std::string& identity, const Conversion& conversion, Diagnostics& asides) {
  if (cache_ == nullptr) return memory_.store(identity, conversion);
  asides.append(cache_->store(identity, conversion));
}

Conversion Worker::conversion_of(const FoundProgram& found, Diagnostics& asides) {
  const std::string identity = identity_of(found, identity_, options_.convert);
  if (std::optional<Conversion> known = find(identity, asides)) return *std::move(known);
  Conversion conversion = batch::convert(found.program, options_.convert);
  store(identity, conversion, asides);
  return conversion;
}

Diagnostics Worker::note(ProgramJob& program, const Result<Written>& written) {
  if (!written) return written.diagnostics();
  program.written.push_back(*written);
  return {};
}

Diagnostics Worker::write_product(ProgramJob& program, const std::string& path, std::string_view bytes) {
  if (program.shared) return {};
  return note(program, writer_.write(path, bytes));
}

// Lists the disassembly in the journal before it replaces another file, because an interrupted run has no manifest.
Diagnostics Worker::write_disassembly(ProgramJob& program, const std::string& text) {
  manifest::Record& record = program.record;
  record.disassembly_hash = hash128(bytes_of(text)).hex();
  if (program.shared) return {};
  const std::string path = record.stem + std::string(disassembly_suffix);
  if (writer_.has(path, text)) return note(program, Written::Unchanged);
  if (Diagnostics failed = journal_.add(record.stem, record.disassembly_hash); failed.has_errors()) return failed;
  if (foreign_.contains(path)) program.asides.add(agalc::not_recorded(writer_.full(path), true));
  return note(program, writer_.replace(path, bytes_of(text)));
}

Diagnostics Worker::write(ProgramJob& program, Conversion& conversion) {
  manifest::Record& record = program.record;
  Diagnostics failed = write_disassembly(program, conversion.disassembly);
  auto product = conversion.products.begin();
  for (const ProductName& row : names_) {
    if (failed.has_errors()) return failed;
    const std::string path = record.stem + std::string(row.suffix);
    if (product == conversion.products.end() || product->name != row.name) {
      if (!program.shared)
        failed = writer_.remove(path);  // an earlier run may have written the file for another program
      continue;
    }
    if (row.name == reflect_product.name)
      product->bytes = add_captures(std::move(product->bytes), captures_.of(record.hash, program.captures));
    failed = write_product(program, path, product->bytes);
    record.outputs.emplace_back(row.name, path);
    ++product;
  }
  return failed;
}

}  // namespace agal::batch
