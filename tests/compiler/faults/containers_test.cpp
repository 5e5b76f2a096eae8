// Tests files that contain programs. Each allocation of their extraction and tapping fails in turn.
#include <new>
#include <string_view>

#include "agal/agal.h"
#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/games/extract.hpp"
#include "agal/games/tap.hpp"
#include "example_swf/swf_builder.hpp"
#include "faults/each_allocation.hpp"
#include "support/capture_log.hpp"

namespace agal::faults {
namespace {

using example::ByteVector;
using example::Compression;

ByteVector small_program() { return write_bytecode(*assemble("mov oc, v0\n")); }

// Returns a file with code that uploads programs.
example::SwfBuilder game() {
  example::AbcBuilder abc;
  abc.add_class("game", "Renderer", {example::Code(abc).op(0xd0).call_void("upload", 0).return_void()});
  return example::SwfBuilder().binary_data("Shader", small_program()).abc(abc.build());
}

struct File {
  const char* name;
  ByteVector bytes;
};

std::vector<File> files() {
  const std::string log = test::CaptureLog()
                              .add(test::upload(1, 1, write_bytecode(*assemble("mov op, va0\n")), small_program()))
                              .text("[INFO] ");
  const auto* const first = reinterpret_cast<const std::byte*>(log.data());
  return {{"x.swf", game().build()},
          {"zlib.swf", game().build(Compression::Zlib)},
          {"lzma.swf", game().build(Compression::Lzma)},
          {"x.swc", example::build_swc(game().build())},
          {"x.zip", example::build_archive({{"a.bin", small_program()}, {"b.swf", game().build(Compression::Zlib)}})},
          {"x.log", {first, first + log.size()}}};
}

std::string extracted(const File& file) {
  const Result<Extraction> found = extract(file.bytes, file.name);
  return (found ? to_json_lines(*found) : std::string("refused")) + render_text(found.diagnostics());
}

std::string tapped(const File& file) {
  const Result<Tapped> result = tap(file.bytes, file.name);
  std::string out = render_text(result.diagnostics());
  if (result) out.append(reinterpret_cast<const char*>(result->file.data()), result->file.size());
  return out;
}

template <class Work>
void expect_bad_alloc(const File& file, const Plan& plan, const Work& work) {
  SCOPED_TRACE(file.name);
  const auto operate = [&]() -> std::optional<std::string> {
    try {
      return work(file);
    } catch (const std::bad_alloc&) {
      return std::nullopt;
    }
  };
  fail_each_allocation(plan, operate, [](std::optional<std::string>& text) { return std::move(text).value_or(""); });
}

// If an allocation of zlib, liblzma or minizip fails, the file is reported as damaged, with this reason.
Plan with_malloc() {
  Plan plan;
  plan.allocator = test::Allocator::Malloc;
  plan.excused = [](const std::string& outcome) { return outcome.find("error[AGAL") != std::string::npos; };
  return plan;
}

TEST(OutOfMemory, ExtractionThrowsBadAlloc) {
  for (const File& file : files()) {
    expect_bad_alloc(file, {}, extracted);
    if (test::malloc_can_fail()) expect_bad_alloc(file, with_malloc(), extracted);
  }
}

TEST(OutOfMemory, TappingThrowsBadAlloc) {
  Plan few, few_with_malloc = with_malloc();
  few.max_tried = few_with_malloc.max_tried = 100;  // LZMA is slow
  for (const File& file : files()) {
    expect_bad_alloc(file, few, tapped);
    if (test::malloc_can_fail()) expect_bad_alloc(file, few_with_malloc, tapped);
  }
}

}  // namespace
}  // namespace agal::faults
