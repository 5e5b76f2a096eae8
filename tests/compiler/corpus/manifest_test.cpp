// corpus/manifest.json describes the files next to it correctly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "corpus/catalog.hpp"

namespace agal::test {
namespace {

using nlohmann::json;

std::string stage_suffix(Stage stage) { return stage == Stage::Vertex ? ".vert.agal" : ".frag.agal"; }

std::set<std::string> keys(const json& object) {
  std::set<std::string> result;
  for (const auto& item : object.items()) result.insert(item.key());
  return result;
}

void expect_only(const json& object, const std::set<std::string>& required, const std::set<std::string>& optional) {
  ASSERT_TRUE(object.is_object());
  for (const std::string& key : required) EXPECT_TRUE(object.contains(key)) << "no " << key;
  for (const std::string& key : keys(object))
    EXPECT_TRUE(required.count(key) + optional.count(key) == 1) << "unknown key " << key;
}

void expect_words(const json& object, const std::set<std::string>& words) {
  for (const auto& item : object.items()) {
    ASSERT_TRUE(item.value().is_string()) << item.key();
    EXPECT_TRUE(words.contains(item.value().get<std::string>())) << item.key() << " is " << item.value();
  }
}

void expect_constants(const json& constants) {
  ASSERT_TRUE(constants.is_object());
  for (const auto& item : constants.items()) {
    ASSERT_TRUE(item.value().is_array()) << item.key();
    EXPECT_EQ(item.value().size(), 4u) << item.key();
    for (const json& number : item.value())
      EXPECT_TRUE(number.is_number() && std::isfinite(number.get<double>())) << item.key();
  }
}

TEST(Manifest, IsValid) {
  ASSERT_EQ(catalog().problem, "");
  EXPECT_EQ(catalog().manifest["version"], 1);
  EXPECT_EQ(keys(catalog().manifest), (std::set<std::string>{"version", "programs", "pairs"}));
  EXPECT_GE(catalog().entries.size(), 70u);
}

TEST(Manifest, ListsAllFiles) {
  std::set<std::string> present, listed;
  for (const auto& file : std::filesystem::recursive_directory_iterator(catalog().root)) {
    const std::string path = std::filesystem::relative(file.path(), catalog().root).generic_string();
    if (path.ends_with(".agal")) present.insert(path);
  }
  for (const CatalogEntry& entry : catalog().entries)
    EXPECT_TRUE(listed.insert(entry.file).second) << entry.file << " is listed twice";
  EXPECT_EQ(listed, present);
}

TEST(Manifest, DescribesEachProgramInKnownWords) {
  const std::set<std::string> attributes = defined_words("Attributes"), textures = defined_words("Textures");
  ASSERT_FALSE(attributes.empty());
  ASSERT_FALSE(textures.empty());
  for (const CatalogEntry& entry : catalog().entries) {
    SCOPED_TRACE(entry.file);
    expect_only(entry.fields, {"file", "profile"}, {"constants", "attributes", "textures"});
    expect_constants(entry.fields.value("constants", json::object()));
    expect_words(entry.fields.value("attributes", json::object()), attributes);
    expect_words(entry.fields.value("textures", json::object()), textures);
  }
}

TEST(Manifest, UsesEveryMeshOfReadme) {
  std::set<std::string> meshes;
  for (const json& pair : catalog().manifest["pairs"]) meshes.insert(pair.value("mesh", ""));
  EXPECT_EQ(meshes, defined_words("Meshes"));
}

TEST(Corpus, NameAndMagicCommentAgreeWithTheProgram) {
  for (const CatalogEntry& entry : catalog().entries) {
    SCOPED_TRACE(entry.file);
    EXPECT_EQ(entry.listed_stage, entry.stage());
    EXPECT_TRUE(entry.file.ends_with(stage_suffix(entry.stage())));
    const std::string magic =
        "//! agal " + std::to_string(entry.program.version) + " " + std::string(name(entry.stage())) + "\n";
    EXPECT_TRUE(entry.text.starts_with(magic)) << entry.text.substr(0, 40);
    EXPECT_TRUE(entry.text.substr(magic.size()).starts_with("// ")) << "the second line says what it is";
  }
}

TEST(Manifest, DescribesEveryInputRegister) {
  for (const CatalogEntry& entry : catalog().entries) {
    SCOPED_TRACE(entry.file);
    std::set<std::string> described = keys(entry.fields.value("constants", json::object()));
    described.merge(keys(entry.fields.value("attributes", json::object())));
    described.merge(keys(entry.fields.value("textures", json::object())));
    const std::set<std::string> read = registers_read(entry.program);
    for (const std::string& name : read) EXPECT_TRUE(described.contains(name)) << name << " is read";
    if (addresses_relatively(entry.program)) continue;
    for (const std::string& name : described) EXPECT_TRUE(read.contains(name)) << name << " is not read";
  }
}

TEST(Manifest, PairsEveryProgram) {
  const std::set<std::string> meshes = defined_words("Meshes");
  std::set<std::string> paired;
  for (const json& pair : catalog().manifest["pairs"]) {
    SCOPED_TRACE(pair.dump());
    expect_only(pair, {"vertex", "fragment", "title", "mesh"}, {"instances", "compare"});
    const CatalogEntry* vertex = catalog().find(pair.value("vertex", ""));
    const CatalogEntry* fragment = catalog().find(pair.value("fragment", ""));
    ASSERT_TRUE(vertex != nullptr && fragment != nullptr);
    EXPECT_EQ(vertex->stage(), Stage::Vertex);
    EXPECT_EQ(fragment->stage(), Stage::Fragment);
    EXPECT_FALSE(pair.value("title", "").empty());
    EXPECT_TRUE(meshes.contains(pair.value("mesh", "")));
    EXPECT_GE(pair.value("instances", 1), 1);
    EXPECT_EQ(pair.value("compare", "loose"), "loose");
    paired.insert({vertex->file, fragment->file});
  }
  for (const CatalogEntry& entry : catalog().entries) EXPECT_TRUE(paired.contains(entry.file)) << entry.file;
}

}  // namespace
}  // namespace agal::test
