// SARIF reports. A schema of the subset that agalc writes checks the structure.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <string>

#include "agal/assembly.hpp"
#include "agal/ci_report.hpp"
#include "agal/lint.hpp"
#include "diag/rules.hpp"
#include "support/json_schema.hpp"

namespace agal {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const json& schema() {
  static const json value = [] {
    std::ifstream file(AGAL_SOURCE_DIR "/tests/compiler/ci_report/sarif_subset.schema.json");
    return json::parse(file);
  }();
  return value;
}

json sarif_of(const std::vector<CheckedProgram>& programs, const SarifOptions& options = {}) {
  std::ostringstream out;
  SarifWriter writer(out, options);
  for (const CheckedProgram& program : programs) writer.add(program);
  writer.finish();
  json document = json::parse(out.str(), nullptr, false);
  EXPECT_TRUE(document.is_object()) << out.str();
  EXPECT_THAT(test::schema_violations(schema(), document), IsEmpty());
  return document;
}

// A program in assembly text, with all its diagnostics.
struct Sample {
  std::string text;
  CheckedProgram checked;
};

Sample sample(const std::string& name, const std::string& text) {
  Sample out{text, {name, name, {}, {}}};
  Result<Program> program = assemble(text, name);
  out.checked.diagnostics = program.diagnostics();
  if (program) out.checked.diagnostics.append(validate(*program));
  if (program) out.checked.diagnostics.append(lint(*program));
  return out;
}

CheckedProgram checked(const Sample& sample) {
  CheckedProgram program = sample.checked;
  program.text = sample.text;
  return program;
}

const Sample& wrong() {
  static const Sample value = sample("ui/wa ter.frag.agal", "mov ft0, v0\nmov fc0, v0\nmov oc, v0\n");
  return value;
}

TEST(Sarif, IsValidWithoutResults) {
  const json document = sarif_of({});
  EXPECT_THAT(document["runs"][0]["results"], IsEmpty());
  EXPECT_THAT(document["runs"][0]["tool"]["driver"]["rules"], IsEmpty());
  EXPECT_EQ(document, sarif_of({{"good.agal", "good.agal", "mov oc, v0\n", {}}}));
}

TEST(Sarif, ResultsHaveMessageAndLocation) {
  const json run = sarif_of({checked(wrong())})["runs"][0];
  ASSERT_EQ(run["results"].size(), 2u);
  const json& result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "AGAL3652");
  EXPECT_EQ(result["level"], "error");
  EXPECT_EQ(result["message"]["text"], "fc0 is a constant and cannot be written (token 2).");
  const json& place = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "ui/wa%20ter.frag.agal");
  EXPECT_EQ(place["region"], json::parse(R"({"startLine":2,"startColumn":5,"endLine":2,"endColumn":8})"));
  EXPECT_EQ(result["properties"]["program"], "ui/wa ter.frag.agal");
  EXPECT_EQ(run["results"][1]["ruleId"], "AGAL6003");
  EXPECT_EQ(run["results"][1]["level"], "warning");
}

TEST(Sarif, ListsRulesOfResults) {
  const json run =
      sarif_of({checked(wrong()), checked(sample("b", "mov oc, v0\nmov oc, v0\n")), checked(wrong())})["runs"][0];
  std::vector<std::string> ids;
  for (const json& rule : run["tool"]["driver"]["rules"]) ids.push_back(rule["id"]);
  EXPECT_THAT(ids, ElementsAre("AGAL3652", "AGAL6003", "AGAL3744"));
  for (const json& result : run["results"]) EXPECT_EQ(json(ids.at(result["ruleIndex"])), result["ruleId"]);
  const json& rule = run["tool"]["driver"]["rules"][0];
  EXPECT_EQ(rule["name"], "constant-written");
  EXPECT_EQ(rule["shortDescription"]["text"], "… is a constant and cannot be written.");
  EXPECT_THAT(rule["help"]["markdown"].get<std::string>(), HasSubstr("```\n//! agal 1 fragment\nmov fc0, v0\n```"));
  EXPECT_THAT(rule["help"]["text"].get<std::string>(), HasSubstr("Incorrect"));
}

TEST(Sarif, DescribesEveryRule) {
  Diagnostics all;
  for (const RuleInfo& rule : all_rules()) {
    Diagnostic d;
    d.code = rule.code;
    d.severity = rule.severity;
    d.message = rule.message;
    all.add(d);
  }
  const json run = sarif_of({{"x", "x", {}, all}})["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), all_rules().size());
}

TEST(Sarif, FingerprintsDoNotDependOnLineNumbers) {
  const auto prints = [](const std::string& text) {
    std::vector<std::string> out;
    const Sample one = sample("x.frag.agal", text);
    EXPECT_EQ(one.checked.diagnostics.size(), 3u) << render_text(one.checked.diagnostics);
    const json document = sarif_of({checked(one)});
    for (const json& result : document["runs"][0]["results"])
      out.push_back(result["partialFingerprints"]["primaryLocationLineHash"]);
    return out;
  };
  const auto before = prints("mov fc0, v0\nmov fc1, v0\nmov fc0, v0\nmov oc, v0\n");
  ASSERT_EQ(before.size(), 3u);
  EXPECT_EQ(std::set<std::string>(before.begin(), before.end()).size(), 3u);
  EXPECT_EQ(prints("// new\n\nmov ft0, v0\n  mov fc0, v0\nmov fc1, v0\n mov fc0, v0\nmov oc, ft0\n"), before);
}

TEST(Sarif, ResultsWithoutLocationReferToArtifact) {
  Diagnostic d;
  d.code = 1001;
  d.message = "cannot read the file: No such file";
  Diagnostics list;
  list.add(d);
  const json place =
      sarif_of({{"gone", "/absolute/gone", {}, list}})["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"], json::parse(R"({"uri":"file:///absolute/gone"})"));
  EXPECT_EQ(place["region"]["startLine"], 1);
}

TEST(Sarif, LimitsNumberOfResults) {
  SarifOptions options;
  options.max_results = 3;
  const json run = sarif_of({checked(wrong()), checked(wrong()), checked(wrong())}, options)["runs"][0];
  EXPECT_EQ(run["results"].size(), 3u);
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
            "3 more results left out of this file.");
}

TEST(Sarif, IsValidJsonForAnyBytes) {
  std::mt19937 engine(5);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int round = 0; round < 300; ++round) {
    std::string noise(random() % 40, '\0');
    for (char& c : noise) c = static_cast<char>(random());
    Diagnostic d;
    d.code = static_cast<std::uint16_t>(random() % 4 == 0 ? random() : 3652);
    d.message = d.snippet = d.help = noise;
    d.caret = random() % 50;
    d.caret_length = random() % 50;
    if (random() % 2 == 0) d.location.line = random() % 4;
    if (random() % 2 == 0) d.location.column = random() % 50 + 1;
    if (random() % 2 == 0) d.location.token = random() % 4 + 1;
    Diagnostics list;
    list.add(d);
    std::ostringstream out;
    SarifWriter writer(out);
    writer.add({noise, noise, noise, list});
    writer.finish();
    EXPECT_TRUE(json::accept(out.str())) << out.str();
  }
}

TEST(Sarif, IgnoresCallsAfterFinish) {
  std::ostringstream out;
  SarifWriter writer(out);
  writer.finish();
  const std::string whole = out.str();
  writer.finish();
  writer.add(checked(wrong()));
  EXPECT_EQ(out.str(), whole);
}

}  // namespace
}  // namespace agal
