#include "compilers/modules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_set>

#include "exec/entries.hpp"
#include "support/facility.hpp"

namespace agal::compilers {
namespace {

using exec::Entry;

std::uint32_t generated_pairs() {
  std::uint32_t pairs = test::is_exhaustive() ? 100 : 25;
  if (const char* const text = std::getenv("AGAL_PAIRS"); text != nullptr)
    std::from_chars(text, text + std::string_view(text).size(), pairs);
  return pairs;
}

std::vector<Entry> make_entries() {
  std::vector<Entry> entries = exec::own_entries().entries;
  std::vector<Entry> shared = exec::sample_of(exec::shared_entries().entries);
  std::move(shared.begin(), shared.end(), std::back_inserter(entries));
  std::vector<Entry> generated = exec::generated_entries(generated_pairs(), 8, 48);
  std::move(generated.begin(), generated.end(), std::back_inserter(entries));
  return entries;
}

// Returns options that also translate programs that players reject. Other tests validate the modules with SPIRV-Tools.
CompileOptions lenient(CompileOptions options) {
  options.validation.level = ValidationLevel::Warn;
  options.validate_spirv = false;
  options.reflect = false;
  return options;
}

// Returns the bytes of the product.
std::string bytes_of(const Compilation& made) {
  if (info(made.target).family != TargetFamily::SpirV) return made.text;
  return {reinterpret_cast<const char*>(made.spirv.data()), made.spirv.size() * sizeof made.spirv[0]};
}

class Collection {
 public:
  explicit Collection(CompileOptions options) : options_(lenient(std::move(options))) {}

  void add(const Entry& entry) {
    for (const std::optional<Program>& program : {entry.vertex, entry.fragment})
      if (program) add_alone(entry.name, *program);
    if (entry.vertex && entry.fragment) add_pair(entry.name, *entry.vertex, *entry.fragment);
  }

  std::vector<Module> take() { return std::move(modules_); }

 private:
  void add_alone(const std::string& name, const Program& program) {
    CompileOptions options = options_;
    const Result<Compilation> optimized = compile(program, options);
    options.optimization = Optimization::None;
    const Result<Compilation> plain = compile(program, options);
    EXPECT_EQ(plain.has_value(), optimized.has_value()) << name << "\n" << render_text(plain.diagnostics());
    if (optimized) add_module(name, *optimized);
    if (plain) add_module(name + ", not optimized", *plain);
  }

  void add_pair(const std::string& name, const Program& vertex, const Program& fragment) {
    if (const Result<LinkedCompilation> made = link(vertex, fragment, options_)) {
      add_module(name + ", vertex program of the pair", made->vertex);
      add_module(name + ", fragment program of the pair", made->fragment);
    }
    if (info(options_.target).family != TargetFamily::Wgsl) return;
    CompileOptions options = options_;
    options.single_module = true;
    if (const Result<LinkedCompilation> made = link(vertex, fragment, options))
      add_module(name + ", one module", Stage::Vertex, made->both);
  }

  void add_module(const std::string& name, const Compilation& made) { add_module(name, made.stage, bytes_of(made)); }

  void add_module(const std::string& name, Stage stage, std::string bytes) {
    if (seen_.insert(bytes).second) modules_.push_back({name, stage, std::move(bytes)});
  }

  CompileOptions options_;
  std::vector<Module> modules_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

const std::vector<Entry>& all_entries() {
  static const std::vector<Entry> entries = make_entries();
  return entries;
}

std::vector<Module> modules_of(const std::vector<Entry>& entries, CompileOptions options) {
  Collection collection(std::move(options));
  for (const Entry& entry : entries) collection.add(entry);
  return collection.take();
}

const std::vector<Entry>& entries_to_read(const CompileOptions& options) {
  static const std::vector<Entry> own = exec::own_entries().entries;
  const bool all = options.writer != Writer::Cross || test::is_exhaustive();
  return all ? all_entries() : own;
}

std::vector<Module> all_modules(CompileOptions options) { return modules_of(entries_to_read(options), options); }

std::vector<ModulePair> all_pairs(CompileOptions options, Linking linking) {
  options = lenient(std::move(options));
  std::vector<ModulePair> pairs;
  const auto add = [&](const Entry& entry, const Compilation& vertex, const Compilation& fragment) {
    pairs.push_back({{entry.name, Stage::Vertex, bytes_of(vertex)},
                     {entry.name, Stage::Fragment, bytes_of(fragment)},
                     linking == Linking::Linked || !validate_pair(*entry.vertex, *entry.fragment).has_errors()});
  };
  for (const Entry& entry : entries_to_read(options)) {
    if (!entry.vertex || !entry.fragment) continue;
    const Result<LinkedCompilation> linked = link(*entry.vertex, *entry.fragment, options);
    if (!linked) continue;
    if (linking == Linking::Linked)
      add(entry, linked->vertex, linked->fragment);
    else
      add(entry, *compile(*entry.vertex, options), *compile(*entry.fragment, options));
  }
  return pairs;
}

}  // namespace agal::compilers
