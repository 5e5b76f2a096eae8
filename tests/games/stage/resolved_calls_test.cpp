// The calls that the page of frames gets: contents, and the settings of each step that differ from the step before.
#include "stage/resolved_calls.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "stage/game.hpp"

namespace agal::frames {
namespace {

using Json = nlohmann::json;

/// Writes calls of a game, and stores their bytes one after the other.
class Writer {
 public:
  explicit Writer(const std::string& fragment = "mov oc, fc0") : game_(fragment) {
    write(context, "configureBackBuffer", {8.0, 4.0, 4.0, 1.0});
    write(context, "createProgram", {}, program);
    write(program, "upload");
    write(context, "createIndexBuffer", {6.0}, indices);
    write(context, "createVertexBuffer", {3.0, 5.0}, other);
    write(context, "createTexture", {4.0, 2.0, std::string("bgra"), 1.0}, texture);
    write(context, "setProgram", {ObjectNumber{program}});
  }

  /// Returns the call as JSON; null if it was left out.
  Json write(std::uint32_t on, const std::string& method, std::vector<Argument> arguments = {},
             std::uint32_t result = 0) {
    base::JsonWriter json(base::JsonStyle::Compact);
    problem = calls_.write(json, game_.call(on, method, std::move(arguments), result));
    return json.text().empty() ? Json() : Json::parse(json.text());
  }
  Json set(const std::string& method, std::vector<Argument> arguments) {
    return write(context, method, std::move(arguments));
  }
  Json draw() { return set("drawTriangles", {ObjectNumber{indices}}); }
  /// Returns the settings that differ from the last step.
  Json changes() { return draw()["state"]; }
  Json upload(std::uint32_t on, const base::ByteVector& bytes, double first, double count) {
    return write(on, "uploadFromVector", {BlobArgument{&bytes}, first, count});
  }

  std::string problem;
  base::ByteVector stored;

 private:
  Game game_;
  ResolvedCalls calls_{game_.pairs, {Mode::Flash}, [this](base::Bytes bytes) {
                         stored.insert(stored.end(), bytes.begin(), bytes.end());
                         return stored.size() - bytes.size();
                       }};
};

std::string text(std::string_view word) { return std::string(word); }

TEST(ResolvedCalls, HaveContents) {
  Writer writer;
  const base::ByteVector bytes(40, std::byte{7});
  EXPECT_EQ(writer.write(context, "createIndexBuffer", {3.0}, 9),
            Json::parse(R"({"frame":1,"call":"createIndexBuffer","object":9,"size":6,"isIndices":true})"));
  EXPECT_EQ(writer.upload(other, bytes, 1, 2),
            Json::parse(R"({"frame":1,"call":"uploadFromVector","object":5,"at":20,"begin":0,"size":40})"));
  EXPECT_EQ(writer.stored, bytes);
  EXPECT_EQ(writer.write(context, "createCubeTexture", {4.0, text("rgbaHalfFloat"), 0.0}, 10),
            Json::parse(R"({"frame":1,"call":"createCubeTexture","object":10,"width":4,"height":4,"isCube":true,)"
                        R"("format":"rgbaHalfFloat","isHalf":true,"levels":[]})"));
  EXPECT_EQ(writer.write(texture, "uploadFromByteArray", {BlobArgument{&bytes}, 0.0, 0.0}),
            Json::parse(R"({"frame":1,"call":"uploadFromByteArray","object":4,"isHalf":false,"levels":[[0,0,40]]})"));
  EXPECT_EQ(writer.stored.size(), 40u + 32u);
}

TEST(ResolvedCalls, LeaveOutSettingsAndMalformedCalls) {
  Writer writer;
  EXPECT_TRUE(writer.set("setCulling", {text("back")}).is_null());
  EXPECT_TRUE(writer.write(program, "upload").is_null());
  EXPECT_TRUE(writer.write(context, "createTexture", {0.0, 2.0, text("bgra"), 1.0}, 9).is_null());
  EXPECT_EQ(writer.problem, "the size of a texture is malformed");
}

TEST(ResolvedCalls, FirstStepHasAllSettings) {
  Writer writer;
  const Json call = writer.set("clear", {1.0, 0.5, 0.0, 1.0, 0.25, 3.0, 5.0});
  EXPECT_EQ(call["color"], Json::parse("[1,0.5,0,1]"));
  EXPECT_EQ(call["depth"], 0.25);
  EXPECT_EQ(call["stencil"], 3);
  EXPECT_EQ(call["mask"], 5);
  const Json& state = call["state"];
  EXPECT_EQ(state.size(), 14u);
  EXPECT_EQ(state["program"], "v f");
  EXPECT_EQ(state["blend"], Json::parse(R"({"source":"one","destination":"zero"})"));
  EXPECT_EQ(state["depth"], Json::parse(R"({"write":true,"compare":"lessEqual"})"));
  EXPECT_EQ(state["colorMask"], "rgba");
  EXPECT_EQ(state["stencil"]["back"]["stencilFail"], "keep");
  EXPECT_EQ(state["backBuffer"], 1);
  EXPECT_EQ(state["scissor"], Json());
  EXPECT_EQ(state["target"], Json());
  EXPECT_EQ(state["outputs"], Json::array());
  EXPECT_EQ(state["constants"].size(), 32u);
  EXPECT_EQ(state["samplers"][15],
            Json::parse(R"([15,{"wrap":"clamp","filter":"nearest","mip":"mipnone","isSet":false}])"));
  EXPECT_EQ(writer.draw(), Json::parse(R"({"frame":1,"call":"drawTriangles","state":{},"indices":3,"firstIndex":0,)"
                                       R"("count":6,"instances":1})"));
}

TEST(ResolvedCalls, StepsHaveChangedSettings) {
  Writer writer;
  writer.draw();
  writer.set("setBlendFactors", {text("one"), text("one")});
  writer.set("setVertexBufferAt", {2.0, ObjectNumber{other}, 3.0, text("float2")});
  EXPECT_EQ(writer.changes(), Json::parse(R"({"attributes":[[2,{"object":5,"offset":12,"format":"float2","stride":20,)"
                                          R"("instances":0}]],"blend":{"source":"one","destination":"one"}})"));
  writer.set("setTextureAt", {1.0, ObjectNumber{texture}});
  EXPECT_EQ(writer.changes(), Json::parse(R"({"textures":[[1,4]]})"));
  writer.set("setScissorRectangle", {std::vector<float>{-2, 1, 6, 9}});
  EXPECT_EQ(writer.changes(), Json::parse(R"({"scissor":[0,1,4,3]})"));
  writer.set("setScissorRectangle", {std::vector<float>{100, 1, 6, 9}});
  EXPECT_EQ(writer.changes(), Json::parse(R"({"scissor":null})"));
  writer.set("setRenderToTexture", {ObjectNumber{texture}, 1.0});
  EXPECT_EQ(writer.changes(), Json::parse(R"({"textures":[[1,0]],"target":{"object":4,"side":0,"depth":true}})"));
  EXPECT_EQ(writer.set("present", {})["state"], Json::parse(R"({"target":null})"));
}

TEST(ResolvedCalls, ConstantsAreInBlocks) {
  Writer writer;
  writer.draw();
  const std::size_t begin = writer.stored.size();
  writer.set("setProgramConstantsFromVector", {text("fragment"), 17.0, std::vector<float>{1, 2, 3, 4}, 1.0});
  EXPECT_EQ(writer.changes(), Json({{"constants", {{17, begin}}}}));
  ASSERT_EQ(writer.stored.size(), begin + 256);
  float second = 0;
  std::memcpy(&second, writer.stored.data() + begin + 20, sizeof second);
  EXPECT_EQ(second, 2);
}

TEST(ResolvedCalls, SamplersSayWhetherTheProgramDeterminesThem) {
  Writer writer("tex oc, v0, fs1 <2d,linear,repeat,mipnone>");
  const Json first = writer.changes()["samplers"];
  EXPECT_EQ(first[1][1], Json::parse(R"({"wrap":"repeat","filter":"linear","mip":"mipnone","isSet":false})"));
  writer.set("setSamplerStateAt", {1.0, text("clamp"), text("linear"), text("mipnone")});
  EXPECT_EQ(writer.changes(), Json::parse(R"({"samplers":[[1,{"wrap":"clamp","filter":"linear","mip":"mipnone",)"
                                          R"("isSet":true}]]})"));
  writer.set("setProgram", {ObjectNumber{program}});
  EXPECT_EQ(writer.changes()["samplers"][0][1], first[1][1]);
}

TEST(ResolvedCalls, DrawsThatDrawNothingAreSteps) {
  Writer writer;
  writer.set("setProgram", {Argument()});
  const Json call = writer.draw();
  EXPECT_EQ(call["state"]["program"], Json());
  EXPECT_FALSE(call.contains("indices"));
  writer.set("setProgram", {ObjectNumber{program}});
  const Json malformed = writer.set("drawTrianglesInstanced", {ObjectNumber{indices}, 1e9});
  EXPECT_THAT(writer.problem, testing::HasSubstr("triangles"));
  EXPECT_EQ(malformed["state"]["program"], "v f");
  EXPECT_FALSE(malformed.contains("indices"));
}

TEST(ResolvedCalls, DrawsHaveOnlyIndicesOfTheirBuffer) {
  Writer writer;
  const Json call = writer.set("drawTriangles", {ObjectNumber{indices}, 2.0, 100.0});
  EXPECT_EQ(call["firstIndex"], 2);
  EXPECT_EQ(call["count"], 3);
  const Json instanced = writer.set("drawTrianglesInstanced", {ObjectNumber{indices}, 5.0, 3.0, 1.0});
  EXPECT_EQ(instanced["instances"], 5);
  EXPECT_EQ(instanced["firstIndex"], 3);
  EXPECT_EQ(instanced["count"], 3);
}

TEST(ResolvedCalls, EachBackBufferHasANumber) {
  Writer writer;
  EXPECT_EQ(writer.changes()["backBuffer"], 1);
  EXPECT_EQ(writer.set("configureBackBuffer", {16.0, 8.0, 4.0, 0.0})["backBuffer"],
            Json::parse(R"({"number":2,"width":16,"height":8,"antiAlias":4,"depthAndStencil":false})"));
  EXPECT_EQ(writer.changes(), Json::parse(R"({"backBuffer":2})"));
  writer.set("configureBackBuffer", {0.0, 8.0});
  EXPECT_EQ(writer.changes(), Json::parse(R"({"backBuffer":0})"));
}

}  // namespace
}  // namespace agal::frames
