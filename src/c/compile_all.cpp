// The functions of agal.h that compile many programs in one call.
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "agal/compile.hpp"
#include "base/buffer.hpp"
#include "c/programs.hpp"

namespace agal::c {
namespace {

// The outcome of a call, and the memory to which it points.
struct OwnedCompilation : agal_compilation {
  explicit OwnedCompilation(std::size_t count) : agal_compilation{} { rows.reserve(count); }
  ~OwnedCompilation() {
    for (const agal_compiled& row : rows) agal_result_release(row.result);
  }
  OwnedCompilation(const OwnedCompilation&) = delete;
  OwnedCompilation& operator=(const OwnedCompilation&) = delete;
  static void* operator new(std::size_t size) { return base::allocate_block(size); }
  static void operator delete(void* compilation, std::size_t size) { base::free_block(compilation, size); }

  void publish() {
    programs = rows.data();
    program_count = rows.size();
    text = texts.c_str();
    text_size = texts.size();
  }

  base::Buffer<agal_compiled> rows;
  std::string texts;
};

// The outcomes of calls that fail as a whole.
constinit agal_compilation no_memory_compilation{AGAL_OUT_OF_MEMORY, nullptr, 0, "", 0};
constinit agal_compilation bad_argument_compilation{AGAL_BAD_ARGUMENT, nullptr, 0, "", 0};

// Returns true if the result of an accepted program without diagnostics has nothing but a text.
bool gives_only_text(const agal_options& options) {
  const CompileOptions& compile = options.all.compile;
  return !options.steps && !compile.reflect && compile.emit != TextForm::B0 && !info(compile.target).is_binary();
}

// Compiles a program. Appends its text and returns nullptr, or returns its result.
agal_result* compile_one(OwnedCompilation& all, agal_compiled& row, const Bytes& bytes, const agal_options& options) {
  const CompileOptions& chosen = options.all.compile;
  Result<Program> program = load_given(bytes, options.name, options);
  Result<Compilation> product = program ? compile(*program, chosen) : Diagnostics();
  if (!product || !program.diagnostics().empty() || !product.diagnostics().empty())
    return make_result([&](agal_result& result) {
      Diagnostics diagnostics = std::move(program.diagnostics());
      add_compilation(result, std::move(product), chosen, diagnostics);
      result.add(std::move(diagnostics));
    });
  const std::size_t size = product->text.size();
  if (all.texts.empty())
    all.texts = std::move(product->text);
  else
    all.texts += product->text;
  row.stage = static_cast<agal_stage>(product->stage);
  row.text_size = size;
  return nullptr;
}

void add_program(OwnedCompilation& all, const Bytes& bytes, const agal_options& options) {
  agal_compiled& row = all.rows.emplace_back(agal_compiled{AGAL_STAGE_UNKNOWN, all.texts.size(), 0, nullptr});
  row.result = !gives_only_text(options)
                   ? agal_compile(bytes.data, bytes.size, &options)
                   : guarded([&] { return compile_one(all, row, bytes, options); }, no_memory_result,
                             [](const char* what) { return failed_result(AGAL_INTERNAL_ERROR, what); });
}

agal_compilation* compile_programs(const void* programs, std::span<const std::size_t> sizes,
                                   const agal_options& options) {
  auto all = std::make_unique<OwnedCompilation>(sizes.size());
  const auto* at = static_cast<const std::byte*>(programs);
  for (const std::size_t size : sizes) {
    add_program(*all, {at, size}, options);
    at += size;
  }
  all->publish();
  return all.release();
}

}  // namespace
}  // namespace agal::c

using namespace agal::c;

extern "C" {

agal_compilation* agal_compile_all(const void* programs, const std::size_t* sizes, std::size_t count,
                                   const agal_options* options) {
  if (count != 0 && (programs == nullptr || sizes == nullptr)) return &bad_argument_compilation;
  return guarded(
      [&] {
        if (options != nullptr) return compile_programs(programs, {sizes, count}, *options);
        const agal_options defaults;
        return compile_programs(programs, {sizes, count}, defaults);
      },
      [] { return &no_memory_compilation; }, [](const char*) { return &no_memory_compilation; });
}

void agal_compilation_release(agal_compilation* compilation) {
  if (compilation != &no_memory_compilation && compilation != &bad_argument_compilation)
    delete static_cast<OwnedCompilation*>(compilation);
}

}  // extern "C"
