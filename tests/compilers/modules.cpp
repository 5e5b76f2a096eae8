#include "compilers/modules.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_set>

#include "exec/entries.hpp"

namespace agal::compilers {
namespace {

using exec::Entry;

std::uint32_t generated_pairs() {
  std::uint32_t pairs = 200;
  if (const char* const text = std::getenv("AGAL_PAIRS"); text != nullptr)
    std::from_chars(text, text + std::string_view(text).size(), pairs);
  return pairs;
}

std::vector<Entry> make_entries() {
  std::vector<Entry> entries = exec::own_entries().entries;
  for (std::vector<Entry>& more :
       std::vector{exec::shared_entries().entries, exec::generated_entries(generated_pairs(), 8, 48)})
    std::move(more.begin(), more.end(), std::back_inserter(entries));
  return entries;
}

class Collection {
 public:
  explicit Collection(CompileOptions options) : options_(std::move(options)) {
    // Programs that players refuse are translated too. SPIRV-Tools validates the modules in other tests.
    options_.validation.level = ValidationLevel::Warn;
    options_.validate_spirv = false;
    options_.reflect = false;
  }

  void add(const Entry& entry) {
    for (const std::optional<Program>& program : {entry.vertex, entry.fragment})
      if (program) add_alone(entry.name, *program);
    if (entry.vertex && entry.fragment) add_pair(entry.name, *entry.vertex, *entry.fragment);
  }

  std::vector<Module> take() { return std::move(modules_); }

 private:
  void add_alone(const std::string& name, const Program& program) {
    for (const Optimization optimization : {Optimization::Full, Optimization::None}) {
      CompileOptions options = options_;
      options.optimization = optimization;
      if (const Result<Compilation> made = compile(program, options))
        add_module(name + (optimization == Optimization::None ? ", not optimized" : ""), *made);
    }
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

  void add_module(const std::string& name, const Compilation& made) {
    if (info(made.target).family != TargetFamily::SpirV) return add_module(name, made.stage, made.text);
    const char* const words = reinterpret_cast<const char*>(made.spirv.data());
    add_module(name, made.stage, {words, made.spirv.size() * sizeof made.spirv[0]});
  }

  void add_module(const std::string& name, Stage stage, std::string bytes) {
    if (seen_.insert(bytes).second) modules_.push_back({name, stage, std::move(bytes)});
  }

  CompileOptions options_;
  std::vector<Module> modules_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

std::vector<Module> all_modules(CompileOptions options) {
  static const std::vector<Entry> entries = make_entries();
  Collection collection(std::move(options));
  for (const Entry& entry : entries) collection.add(entry);
  return collection.take();
}

}  // namespace agal::compilers
