// The fuzz target for containers as a plain test: over containers of all kinds, and mutations of their contents.
#include <gtest/gtest.h>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "example_swf/swf_builder.hpp"
#include "fuzz/mutate.hpp"
#include "fuzz/targets.hpp"

namespace agal::fuzz {
namespace {

using example::AbcBuilder;
using example::Code;
using example::Compression;
using example::SwfBuilder;

constexpr char vertex[] = "m44 op, va0, vc0\nmov v0, va1\n";
constexpr char fragment[] = "tex ft0, v0, fs0 <2d,linear,mipnone,clamp>\nmul oc, ft0, fc0\n";

Bytes code() {
  AbcBuilder abc;
  Code method(abc);
  method.op(0xd0).op(0x30).push_string("m44 op, va0, vc0\n").set_local(1);
  const std::size_t skip = method.push_field("tinted").if_false();
  method.get_local(1).push_string("mov v1, va2\n").add().set_local(1).land(skip);
  method.push_field("assembler").get_local(1).push_string("mov v0, va1").add().call_void("assemble", 1);
  method.push_string("mov ft0, v0").push_string("mov oc, ft0").new_array(2).push_string("\n").call("join", 1);
  abc.add_class("effects", "Water", {method.set_field("code").return_void()});
  return abc.build();
}

/// A SWF with mutated parts. Mutations of a compressed file seldom reach this code.
Bytes around(const Bytes& abc, const Bytes& data, Compression compression) {
  return SwfBuilder().binary_data("Shaders_Vertex", data).abc(abc).tag(36, data).build(compression);
}

TEST(FuzzRegression, Extraction) {
  std::mt19937 random(20261122);
  const Bytes abc = code();
  const Bytes data = write_bytecode(*assemble(vertex));
  const Bytes both = [&] {
    Bytes bytes = data;
    const Bytes second = write_bytecode(*assemble(fragment));
    bytes.insert(bytes.end(), second.begin(), second.end());
    return bytes;
  }();
  for (const Compression compression : {Compression::None, Compression::Zlib, Compression::Lzma}) {
    const Bytes swf = around(abc, both, compression);
    const Bytes archive = example::build_swc(swf);
    extraction(swf);
    extraction(archive);
    for (int round = 0; round < 300; ++round) {
      extraction(mutated(swf, random));
      extraction(mutated(archive, random));
      extraction(around(mutated(abc, random), mutated(both, random), compression));
    }
  }
}

}  // namespace
}  // namespace agal::fuzz
