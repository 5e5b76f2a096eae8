// The state of draw calls in logs of games that `agalc tap` changed.
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/capture_log.hpp"
#include "support/extraction.hpp"

namespace agal::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::string with_draws(const std::vector<std::string>& draws) {
  CaptureLog log;
  log.add(upload(1, 1, bytecode(vertex_text), bytecode(fragment_text)));
  for (const std::string& fields : draws) log.add("draw;pair=1" + fields);
  return log.text();
}

/// Returns the only capture of a log with these draws.
Capture captured(const std::vector<std::string>& draws) {
  const Extraction found = found_in(bytes_of(with_draws(draws)), "game.log");
  EXPECT_THAT(found.pairs, SizeIs(1));
  return found.pairs.empty() ? Capture() : found.pairs[0].captures.at(0);
}

CapturedDraw draw(const std::string& fields) {
  const Capture capture = captured({fields});
  EXPECT_THAT(capture.draws, SizeIs(1));
  return capture.draws.empty() ? CapturedDraw() : capture.draws[0];
}

std::string floats(const std::vector<float>& values) { return base64(std::as_bytes(std::span(values))); }

TEST(CapturedDraw, HasDefaultStateWithoutCalls) {
  const CapturedDraw found = draw(";draw=1;drawTriangles=createIndexBuffer:6");
  EXPECT_FALSE(found.instanced);
  EXPECT_EQ(found.indices, 6u);
  EXPECT_EQ(found.first_index, 0u);
  EXPECT_FALSE(found.triangles);
  EXPECT_THAT(found.attributes, IsEmpty());
  EXPECT_EQ(found.blend_source + " " + found.blend_destination, "one zero");
  EXPECT_TRUE(found.depth_write);
  EXPECT_EQ(found.depth_compare, "lessEqual");
  EXPECT_EQ(found.culling, "none");
  EXPECT_EQ(found.color_mask, "rgba");
  EXPECT_FALSE(found.stencil);
  EXPECT_FALSE(found.back_buffer);
  EXPECT_FALSE(found.target);
  EXPECT_FALSE(found.constants);
}

TEST(CapturedDraw, ReadsArgumentsOfDrawCalls) {
  const CapturedDraw plain = draw(";draw=1;drawTriangles=createIndexBuffer:192,3,40");
  EXPECT_EQ(plain.first_index, 3u);
  EXPECT_EQ(plain.triangles, 40u);
  EXPECT_FALSE(draw(";draw=1;drawTriangles=createIndexBuffer:192,0,-1").triangles);
  const CapturedDraw instanced = draw(";draw=1;drawTrianglesInstanced=createIndexBuffer:192,7,3,40");
  EXPECT_TRUE(instanced.instanced);
  EXPECT_EQ(instanced.instances, 7u);
  EXPECT_EQ(instanced.first_index, 3u);
  EXPECT_EQ(instanced.triangles, 40u);
}

TEST(CapturedDraw, ListsBoundAttributes) {
  const CapturedDraw found = draw(
      ";draw=1;drawTriangles=createIndexBuffer:6,0,2;setVertexBufferAt=1,createVertexBuffer:4:5,3,float2;"
      "setVertexBufferAt=0,createVertexBufferForInstances:4:12:2,0;setVertexBufferAt=2,null;"
      "setVertexBufferAt=3,%5Bobject%20VertexBuffer3D%5D,1,float1;setVertexBufferAt=99,createVertexBuffer:4:5");
  ASSERT_THAT(found.attributes, SizeIs(3));
  EXPECT_EQ(found.attributes[0].index, 0u);
  EXPECT_EQ(found.attributes[0].format, "float4");
  EXPECT_EQ(found.attributes[0].instances, 2u);
  EXPECT_EQ(found.attributes[1].offset, 3u);
  EXPECT_EQ(found.attributes[1].format, "float2");
  EXPECT_EQ(found.attributes[1].vertices, 4u);
  EXPECT_EQ(found.attributes[1].stride, 5u);
  EXPECT_FALSE(found.attributes[2].stride);
}

TEST(CapturedDraw, DescribesTexturesByCreationCall) {
  const CapturedDraw found = draw(
      ";draw=1;setTextureAt=0,createTexture:512:256:bgra:false:0:levels=10;setTextureAt=1,createCubeTexture:64:"
      "compressed:"
      "true:0:atf=QVRG;setTextureAt=2,createRectangleTexture:30:20:bgraPacked4444:true;setTextureAt=3,"
      "createVideoTexture:;"
      "setTextureAt=4,null;setTextureAt=5,%5Bobject%20Texture%5D");
  ASSERT_THAT(found.textures, SizeIs(5));
  EXPECT_EQ(found.textures[0].kind, CapturedTextureClass::Texture);
  EXPECT_EQ(found.textures[0].width, 512u);
  EXPECT_EQ(found.textures[0].height, 256u);
  EXPECT_EQ(found.textures[0].format, "bgra");
  EXPECT_FALSE(found.textures[0].render_target);
  EXPECT_EQ(found.textures[0].levels, 10u);
  EXPECT_EQ(found.textures[1].kind, CapturedTextureClass::Cube);
  EXPECT_EQ(found.textures[1].height, 64u);
  EXPECT_TRUE(found.textures[1].render_target);
  EXPECT_EQ(found.textures[1].atf, "415446");
  EXPECT_EQ(found.textures[2].kind, CapturedTextureClass::Rectangle);
  EXPECT_EQ(found.textures[3].kind, CapturedTextureClass::Video);
  EXPECT_EQ(found.textures[4].kind, CapturedTextureClass::Unknown);
  EXPECT_EQ(found.textures[4].index, 5u);
}

TEST(CapturedDraw, ReadsStateFromCalls) {
  const CapturedDraw found = draw(
      ";draw=1;setSamplerStateAt=1,repeat,anisotropic4x,miplinear;setBlendFactors=sourceAlpha,oneMinusSourceAlpha;"
      "setDepthTest=false,greater;setCulling=back;setColorMask=true,false,true,false;"
      "setStencilActions=front,equal,incrementWrap;configureBackBuffer=640,480,4,false;"
      "setRenderToTexture=createTexture:64:64:bgra:true,true");
  ASSERT_THAT(found.samplers, SizeIs(1));
  EXPECT_EQ(found.samplers[0].wrap + found.samplers[0].filter + found.samplers[0].mip, "repeatanisotropic4xmiplinear");
  EXPECT_EQ(found.blend_destination, "oneMinusSourceAlpha");
  EXPECT_FALSE(found.depth_write);
  EXPECT_EQ(found.depth_compare, "greater");
  EXPECT_EQ(found.culling, "back");
  EXPECT_EQ(found.color_mask, "rb");
  ASSERT_TRUE(found.stencil);
  EXPECT_EQ(found.stencil->pass, "incrementWrap");
  EXPECT_EQ(found.stencil->depth_fail, "keep");
  ASSERT_TRUE(found.back_buffer);
  EXPECT_EQ(found.back_buffer->anti_alias, 4u);
  EXPECT_FALSE(found.back_buffer->depth_and_stencil);
  ASSERT_TRUE(found.target);
  EXPECT_EQ(found.target->width, 64u);
  EXPECT_TRUE(found.target->depth_and_stencil);
  EXPECT_EQ(found.target->anti_alias, 0u);
  EXPECT_FALSE(draw(";draw=1;setRenderToBackBuffer=").target);
}

TEST(CapturedDraw, ReadsConstantsAsRegisters) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  const CapturedDraw found =
      draw(";draw=1;vertex=" + floats({1, 2, 3, 4, -0.5f, nan, inf, -inf}) + ";fragment=" + floats({0.25f}));
  ASSERT_TRUE(found.constants);
  ASSERT_THAT(found.constants->vertex, SizeIs(2));
  EXPECT_THAT(found.constants->vertex[0], ElementsAre(1, 2, 3, 4));
  EXPECT_TRUE(std::isnan(found.constants->vertex[1][1]));
  // Missing bytes are zero.
  ASSERT_THAT(found.constants->fragment, SizeIs(1));
  EXPECT_THAT(found.constants->fragment[0], ElementsAre(0.25f, 0, 0, 0));
  EXPECT_THAT(draw(";draw=1;vertex=*").constants->vertex, IsEmpty());
}

TEST(CapturedDraw, KeepsFirstFourInOrder) {
  const Capture capture = captured({";draw=2", ";draw=1", ";draw=3", ";draw=4", ";draw=5"});
  ASSERT_THAT(capture.draws, SizeIs(max_captured_draws));
  for (std::size_t i = 0; i < capture.draws.size(); ++i) EXPECT_EQ(capture.draws[i].number, i + 1);
}

TEST(CapturedDraw, UnescapesAndTruncatesWords) {
  EXPECT_EQ(draw(";draw=1;setCulling=a%20b%u20ACc%E9%").culling,
            "a b\u20ac"
            "c\u00e9%");
  EXPECT_EQ(draw(";draw=1;setCulling=%00%uD800%0a").culling, "???");
  EXPECT_EQ(draw(";draw=1;setCulling=" + std::string(300, 'x')).culling.size(), 64u);
}

TEST(CapturedDraw, IsWrittenAsJson) {
  const Capture capture = captured(
      {";draw=1;drawTrianglesInstanced=createIndexBuffer:6,2;setVertexBufferAt=0,createVertexBuffer:4:5,3,float2;"
       "setTextureAt=0,createTexture:8:8:bgra:false;setSamplerStateAt=0,clamp,linear,mipnone;setStencilActions=;"
       "configureBackBuffer=9,9,0,true;setRenderToTexture=createTexture:8:8:bgra:true,true,2;vertex=" +
       floats({1, std::numeric_limits<float>::infinity(), 0, 0})});
  const json list = json::parse(to_json({capture}));
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0]["draws"][0],
            json::parse(R"({"draw":1,"record":3,"call":"drawTrianglesInstanced","indices":6,"firstIndex":0,"instances":2,
              "attributes":[{"index":0,"offset":3,"format":"float2","vertices":4,"stride":5}],
              "textures":[{"index":0,"class":"texture","width":8,"height":8,"format":"bgra","renderTarget":false}],
              "samplers":[{"index":0,"wrap":"clamp","filter":"linear","mip":"mipnone"}],
              "blend":{"source":"one","destination":"zero"},"depth":{"write":true,"compare":"lessEqual"},
              "culling":"none","colorMask":"rgba",
              "stencil":{"face":"frontAndBack","compare":"always","pass":"keep","depthFail":"keep","stencilFail":"keep"},
              "backBuffer":{"width":9,"height":9,"antiAlias":0,"depthAndStencil":true},
              "target":{"index":0,"class":"texture","width":8,"height":8,"format":"bgra","renderTarget":true,
                "depthAndStencil":true,"antiAlias":2},
              "constants":{"vertex":[[1.0,"inf",0.0,0.0]],"fragment":[]}})"));
  EXPECT_EQ(json::parse(to_json({capture}, 0))[0]["draws"], json::array());
}

TEST(CapturedDraw, IsAddedToReflection) {
  const std::string reflection = "{\n  \"version\": 2,\n  \"agal\": {}\n}\n";
  const std::vector<Capture> captures{captured({";draw=1"}), captured({})};
  EXPECT_EQ(add_captures(reflection, {}), reflection);
  const json both = json::parse(add_captures(reflection, {{"00ff", &captures}}));
  EXPECT_EQ(both["version"], 2);
  ASSERT_EQ(both["captured"].size(), 2u);
  EXPECT_EQ(both["captured"][0]["with"], "00ff");
  EXPECT_EQ(both["captured"][0]["draws"].size(), 1u);
  EXPECT_EQ(both["captured"][1]["pair"], 1);
}

}  // namespace
}  // namespace agal::test
