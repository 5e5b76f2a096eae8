// The fuzz target for taps as a plain test: over SWF files, and mutations of their contents.
#include <gtest/gtest.h>

#include "example_swf/swf_builder.hpp"
#include "fuzz/mutate.hpp"
#include "fuzz/targets.hpp"

namespace agal::fuzz {
namespace {

Bytes uploading_code() {
  example::AbcBuilder abc;
  example::Code method(abc);
  for (const char* name : {"upload", "setProgram", "setTextureAt", "drawTriangles", "loadBytes"})
    method.op(0xd0).push_string("vertex").call_void(name, 1);
  abc.add_class("engine", "Program", {method.return_void()});
  return abc.build();
}

TEST(FuzzRegression, Tapping) {
  using example::Compression;
  std::mt19937 random(20261123);
  const Bytes abc = uploading_code();
  for (const Compression compression : {Compression::None, Compression::Zlib, Compression::Lzma}) {
    const auto around = [&](const Bytes& code) {
      const Bytes inner = example::SwfBuilder().abc(code).build(compression);
      return example::SwfBuilder().binary_data("Loader_Game", inner).abc(abc).old_abc(code).build(compression);
    };
    const Bytes swf = around(abc);
    tapping(swf);
    const int rounds = compression == Compression::Lzma ? 20 : 100;  // the compressor is slow
    for (int round = 0; round < rounds; ++round) {
      tapping(mutated(swf, random));
      tapping(around(mutated(abc, random)));
      tapping(example::SwfBuilder().binary_data("", mutated(swf, random)).abc(abc).build(compression));
    }
  }
}

}  // namespace
}  // namespace agal::fuzz
