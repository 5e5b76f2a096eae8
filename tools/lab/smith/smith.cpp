#include "smith.hpp"

#include "generator.hpp"

namespace agal::smith {
namespace {

std::uint32_t version_of(Dice& dice, const Options& options) {
  return options.version == 0 ? dice.between(1, newest_version) : version_limits(options.version).agal_version;
}

std::vector<std::uint32_t> shared_varyings(Dice& dice, std::uint32_t version, std::uint32_t min) {
  const std::uint32_t max = version_limits(version).varyings;
  const std::uint32_t wanted = dice.chance(10) ? max : dice.between(min, 4);
  return dice.chance(50) ? consecutive_numbers(dice, wanted, max) : distinct_numbers(dice, wanted, max);
}

}  // namespace

Program generate(Stage stage, const Options& options) {
  Dice dice(options.seed);
  const std::uint32_t version = version_of(dice, options);
  const Interface shared{version, shared_varyings(dice, version, stage == Stage::Vertex ? 0 : 1)};
  return Generator(dice, stage, shared, options).run();
}

Pair generate_pair(const Options& options) {
  Dice dice(options.seed);
  const std::uint32_t version = version_of(dice, options);
  const Interface written{version, shared_varyings(dice, version, 1)};
  Interface read = written;
  if (read.varyings.size() > 1 && dice.chance(20)) read.varyings.pop_back();
  Pair pair;
  pair.vertex = Generator(dice, Stage::Vertex, written, options).run();
  pair.fragment = Generator(dice, Stage::Fragment, read, options).run();
  return pair;
}

}  // namespace agal::smith
