// The page of tools/dev/fidelity, from the records of its pieces.
#include <gmock/gmock.h>

#include <stdexcept>

#include "exec/fidelity_merge.hpp"

namespace agal::exec {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

Record backend(const char* name, std::uint64_t programs, std::uint64_t exact) {
  return {{"name", name},
          {"device", "a device"},
          {"programs", programs},
          {"draws", 2},
          {"exact", exact},
          {"within", 1},
          {"regrouped", 0},
          {"explained", 0},
          {"undecided", 0},
          {"faults", 0},
          {"mismatches", Record::array()},
          {"notExpressible", Record::object()}};
}

// Three programs in each part, one of them not suitable.
Record piece(std::uint64_t part, const Record& of_backend) {
  return {{"kind", "agreement"},
          {"set", "Some"},
          {"inputs", 64},
          {"part", part},
          {"parts", 2},
          {"entries", 2},
          {"programs", 3},
          {"unsuitable", {{"vc5 is a constant", 1}}},
          {"backends", Record::array({of_backend})}};
}

Record planted(const char* name, std::uint64_t caught) {
  return {{"kind", "planted"},
          {"backends", {name}},
          {"bugs",
           {{{"name", "no-kil"},
             {"what", "nothing is discarded"},
             {"changed", 4},
             {"visible", 3},
             {"caught", Record::array({Record::array({caught, 1, 0})})}}}}};
}

Record opcodes(const char* name, double ulps) {
  return {{"kind", "opcodes"},
          {"backends", {name}},
          {"opcodes", {{{"opcode", "pow"}, {"errors", Record::array({Record::array({ulps, 0.5})})}}}}};
}

std::vector<Record> pieces() {
  return {piece(1, backend("a", 2, 10)),
          piece(1, backend("b", 2, 20)),
          piece(2, backend("a", 2, 30)),
          piece(2, backend("b", 2, 40)),
          planted("a", 2),
          planted("b", 3),
          opcodes("a", 4),
          opcodes("b", 4)};
}

TEST(FidelityMerge, AddsCountsOfParts) {
  const std::vector<Record> merged = merge_records(pieces());
  ASSERT_EQ(merged.size(), 3u);
  EXPECT_EQ(merged[0]["entries"], 4);
  EXPECT_EQ(merged[0]["programs"], 6);
  EXPECT_EQ(merged[0]["unsuitable"]["vc5 is a constant"], 2);
  ASSERT_EQ(merged[0]["backends"].size(), 2u);
  EXPECT_EQ(merged[0]["backends"][0]["exact"], 40);
  EXPECT_EQ(merged[0]["backends"][1]["exact"], 60);
  EXPECT_EQ(merged[1]["backends"], Record({"a", "b"}));
  EXPECT_EQ(merged[1]["bugs"][0]["caught"], Record::parse("[[2, 1, 0], [3, 1, 0]]"));
}

TEST(FidelityMerge, KeepsCompleteRecords) {
  std::vector<Record> whole = merge_records(pieces());
  EXPECT_EQ(merge_records(whole), whole);
}

template <class Change>
void expect_refused(Change change, const char* message) {
  std::vector<Record> list = pieces();
  change(list);
  EXPECT_THAT([&] { merge_records(list); }, ThrowsMessage<std::runtime_error>(HasSubstr(message)));
}

TEST(FidelityMerge, RejectsMissingOrDuplicateParts) {
  expect_refused([](auto& list) { list.erase(list.begin() + 3); }, "Some: b has 1 of 2 parts");
  expect_refused([](auto& list) { list[3] = piece(2, backend("b", 1, 40)); }, "Some: b has 5 of 6 programs");
  expect_refused([](auto& list) { list.erase(list.begin() + 5); }, R"(planted: its backends are ["a"])");
  expect_refused([](auto& list) { list.push_back(list[0]); }, "Some: a has part 1 twice");
  expect_refused([](auto& list) { list.push_back(list[4]); }, "planted: a is there twice");
}

TEST(FidelityMerge, RejectsPartsOfDifferentRuns) {
  expect_refused([](auto& list) { list[1]["programs"] = 4; }, "part 1 has different programs");
  expect_refused([](auto& list) { list[1]["inputs"] = 32; }, "pieces of different runs");
  expect_refused([](auto& list) { list[5]["bugs"][0]["visible"] = 2; }, "pieces of different runs");
}

TEST(FidelityMerge, AddsRowsOfOtherDevices) {
  std::vector<Record> records = merge_records(pieces());
  const std::vector<Record> device =
      merge_records({piece(1, backend("a on x", 2, 5)), piece(2, backend("a on x", 2, 6))});
  add_devices(records, device);
  ASSERT_EQ(records[0]["backends"].size(), 3u);
  EXPECT_THAT(fidelity_page(records), AllOf(HasSubstr("| b | a device |\n| a on x | a device |\n"),
                                            HasSubstr("| a on x | 4 | 4 | 11 | 2 | 0 | 0 | 0 | 0 | 0 |  |\n")));
  records[0]["set"] = "Others";
  EXPECT_THAT([&] { add_devices(records, device); },
              ThrowsMessage<std::runtime_error>(HasSubstr("Some: only other devices have run it")));
}

TEST(FidelityMerge, ListsFailures) {
  std::vector<Record> list = pieces();
  EXPECT_THAT(failures_in(merge_records(list)), IsEmpty());
  list[2]["backends"][0]["mismatches"].push_back("x");
  list[4] = planted("a", 1);
  EXPECT_THAT(failures_in(merge_records(list)),
              ElementsAre("Some: a disagrees in 1 program", "planted no-kil: a shows it in 2 of 3 programs"));
}

TEST(FidelityPage, HasARowForEachBackend) {
  const std::string page = fidelity_page(merge_records(pieces()));
  EXPECT_THAT(page, AllOf(HasSubstr("4 entries (pairs, and programs alone), 6 programs, 64 inputs each.\n"),
                          HasSubstr("| a | 4 | 4 | 40 | 2 | 0 | 0 | 0 | 0 | 0 |  |\n"),
                          HasSubstr("| *visible* | 3 |\n| a | 2 (1 / 0) |\n| b | 3 (1 / 0) |\n"),
                          HasSubstr("| Opcode | a<br>b |\n|---|---:|\n| `pow` | 4 ulp, 50 % |\n")));
}

}  // namespace
}  // namespace agal::exec
