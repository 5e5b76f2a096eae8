// The fuzz target for logs of tapped games as a plain test: over logs, and mutations of their lines and records.
#include <gtest/gtest.h>

#include <string>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "fuzz/mutate.hpp"
#include "fuzz/targets.hpp"
#include "support/capture_log.hpp"

namespace agal::fuzz {
namespace {

constexpr char draw_fields[] =
    "draw;pair=1;draw=1;drawTrianglesInstanced=createIndexBuffer:6,2,0,2;setVertexBufferAt=0,createVertexBuffer:4:5,0,"
    "float3;"
    "setTextureAt=0,createTexture:8:8:bgra:false:levels=4:atf=QVRG;setSamplerStateAt=0,clamp,linear,mipnone;"
    "setBlendFactors=one,zero;setDepthTest=true,less;setCulling=no%20ne%u20AC;setColorMask=true,true,true,false;"
    "setStencilActions=front,always;setRenderToTexture=createTexture:8:8:bgra:true;configureBackBuffer=8,8,0,true;"
    "vertex=AACAPwAAAAAAAAAAAAAAAA;fragment=AACAfw";

Bytes bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

TEST(FuzzRegression, CaptureLog) {
  std::mt19937 random(20261124);
  const Bytes vertex = write_bytecode(*assemble("m44 op, va0, vc0\nmov v0, va1\n"));
  const Bytes fragment = write_bytecode(*assemble("mul oc, v0, fc0\n"));
  const std::string upload = test::upload(1, 1, vertex, fragment);
  const Bytes log = bytes_of(test::CaptureLog().add(upload).add(draw_fields).add("upload;number=2;pair=1").text("> "));
  const Bytes records = bytes_of(upload + "\n" + draw_fields + "\nupload;number=2;pair=1\n");
  capture_log(log);
  capture_log(records);
  for (int round = 0; round < 3000; ++round) {
    capture_log(mutated(log, random));
    capture_log(mutated(records, random));
  }
}

}  // namespace
}  // namespace agal::fuzz
