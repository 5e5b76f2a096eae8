// The inputs that fuzzing found worth keeping, in all builds: corpora/TARGET.zip has as few as cover what all of them
// covered. tools/dev/fuzz --store writes them.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <ostream>

#include "container/archive.hpp"
#include "fuzz/targets.hpp"

namespace agal::fuzz {
namespace {

struct StoredTarget {
  const char* name;
  void (*run)(std::span<const std::byte> bytes);
};

std::ostream& operator<<(std::ostream& out, const StoredTarget& target) { return out << target.name; }

constexpr StoredTarget stored_targets[] = {
#define AGAL_FUZZ_TARGET(name, edges) {#name, &name},
#include "fuzz/targets.def"
#undef AGAL_FUZZ_TARGET
};

class FuzzStored : public testing::TestWithParam<StoredTarget> {};

TEST_P(FuzzStored, InputsKeepTheProperties) {
  constexpr std::uint64_t max_bytes = 1 << 20;
  const std::string path = std::string(AGAL_SOURCE_DIR "/tests/fuzz/corpora/") + GetParam().name + ".zip";
  std::ifstream file(path, std::ios::binary);
  const std::string content(std::istreambuf_iterator<char>(file), {});
  container::Archive archive(std::as_bytes(std::span(content)));
  int count = 0;
  for (; archive.next(); ++count) {
    const container::Unpacked input = archive.read(max_bytes);
    ASSERT_EQ(input.status, container::UnpackStatus::Complete) << archive.name();
    SCOPED_TRACE(archive.name());
    GetParam().run(input.bytes);
  }
  EXPECT_EQ(archive.problem(), "") << path;
  EXPECT_GT(count, 20) << path;
}

INSTANTIATE_TEST_SUITE_P(Corpora, FuzzStored, testing::ValuesIn(stored_targets),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace agal::fuzz
