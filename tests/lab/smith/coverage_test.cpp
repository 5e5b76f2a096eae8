// Tests that the generated programs contain every feature of AGAL within a moderate number of seeds.
#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "smith/features.hpp"
#include "smith/smith.hpp"

namespace agal::smith {
namespace {

constexpr std::uint64_t seeds = 300;

std::set<std::string> features_of(Options options) {
  std::set<std::string> features;
  for (options.seed = 1; options.seed <= seeds; ++options.seed) {
    const Pair pair = generate_pair(options);
    add_features(pair.vertex, features);
    add_features(pair.fragment, features);
  }
  return features;
}

std::vector<std::string> missing(const std::set<std::string>& wanted, const std::set<std::string>& there) {
  std::vector<std::string> list;
  std::set_difference(wanted.begin(), wanted.end(), there.begin(), there.end(), std::back_inserter(list));
  return list;
}

TEST(SmithCoverage, AllFeaturesOccur) {
  EXPECT_THAT(missing(wanted_features(), features_of({.size = 60})), testing::IsEmpty());
}

TEST(SmithCoverage, RejectedFeaturesOccurOnlyOnRequest) {
  EXPECT_THAT(
      missing(wanted_reserved_features(), features_of({.size = 60, .allow_reserved = true, .allow_volume = true})),
      testing::IsEmpty());
  const std::set<std::string> plain = features_of({.size = 60});
  for (const std::string& feature : wanted_reserved_features()) EXPECT_EQ(plain.count(feature), 0u) << feature;
}

// The scan must find exactly the features of a program.
TEST(SmithCoverage, ScanFindsExactlyTheFeatures) {
  std::set<std::string> features;
  add_features(
      {.stage = Stage::Vertex,
       .instructions =
           {{0, Destination::make(RegisterType::Output, 0, 0x3), Source::make(RegisterType::Attribute, 0), {}}}},
      features);
  EXPECT_THAT(features, testing::UnorderedElementsAre("vertex of version 1", "vertex mov", "writes output", "mask 3",
                                                      "part of output", "vertex vector of attribute", "identity"));
}

}  // namespace
}  // namespace agal::smith
