// Compares the programs that extract finds in the games of ../shared/games with their uploads when they were played:
// the figures in docs/extract.md.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/bytecode.hpp"
#include "agal/games/extract.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/golden.hpp"

namespace agal {
namespace {

const std::string shared_games = AGAL_SOURCE_DIR "/../shared/games/";

struct Unplayed {
  std::string_view game, hash, where, reason;
};

constexpr Unplayed unplayed_table[] = {
#define AGAL_UNPLAYED(game, hash, where, reason) {game, hash, where, reason},
#include "real_games/unplayed.def"
#undef AGAL_UNPLAYED
};

std::string missing_games() {
  return std::filesystem::is_directory(shared_games + "captures")
             ? ""
             : "../shared/games is not there: it belongs to others, and the other tests do without";
}

/// The certainties of complete programs that extract finds, in the order of the table's columns.
constexpr std::array found_certainties{Certainty::Exact, Certainty::Variant, Certainty::Filled};

struct Figures {
  std::size_t uploaded = 0;
  std::array<std::size_t, found_certainties.size()> found{}, found_and_uploaded{};
  std::size_t texts = 0;  // partial texts, and templates that are not filled
  std::set<int> messages{};

  std::size_t recalled() const {
    std::size_t sum = 0;
    for (const std::size_t count : found_and_uploaded) sum += count;
    return sum;
  }
};

using Hashes = std::set<std::string>;

std::vector<std::byte> from_hex(std::string_view hex) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(std::stoul(std::string(hex.substr(i, 2)), nullptr, 16)));
  return bytes;
}

/// Returns the hashes of the programs in captures/NAME.txt.
Hashes uploaded_by(const std::string& game) {
  const std::vector<std::byte> file = test::read_file(shared_games + "captures/" + game + ".txt");
  std::istringstream words(std::string(reinterpret_cast<const char*>(file.data()), file.size()));
  Hashes hashes;
  for (std::string hex; words >> hex;) {
    const Result<Program> program = read_bytecode(from_hex(hex));
    EXPECT_TRUE(program) << game << "\n" << render_text(program.diagnostics());
    if (program) hashes.insert(content_hash(*program));
  }
  return hashes;
}

/// Returns the messages that say that the game may upload other programs.
std::set<int> says_incomplete(const Diagnostics& messages) {
  std::set<int> codes;
  for (const Diagnostic& message : messages) {
    EXPECT_NE(message.severity, Severity::Error) << render_text(messages);
    if ((message.code >= 1070 && message.code <= 1072) || message.code == 1077)
      codes.insert(static_cast<int>(message.code));
  }
  return codes;
}

/// Counts the finds, with the usual values in holes. Compares the exact finds that were not uploaded with unplayed.def.
Figures figures_of(const std::string& game, Hashes& seen) {
  const std::vector<std::byte> file = test::read_file(shared_games + game + ".swf");
  ExtractOptions options;
  options.fills.use_defaults = true;
  const Result<Extraction> result = extract(file, game + ".swf", options);
  EXPECT_TRUE(result) << render_text(result.diagnostics());
  if (!result) return {};
  const Hashes uploaded = uploaded_by(game);
  Figures figures{.uploaded = uploaded.size(), .texts = result->texts.size()};
  figures.messages = says_incomplete(result.diagnostics());
  for (const FoundProgram& found : result->programs) {
    const std::string hash = content_hash(found.program);
    const Certainty certainty = certainty_of(found);
    const auto* const column = std::find(found_certainties.begin(), found_certainties.end(), certainty);
    EXPECT_NE(column, found_certainties.end()) << name(certainty);
    const auto number = static_cast<std::size_t>(column - found_certainties.begin());
    ++figures.found.at(number);
    if (uploaded.contains(hash)) {
      ++figures.found_and_uploaded.at(number);
      continue;
    }
    if (certainty != Certainty::Exact) continue;
    const bool listed = std::any_of(std::begin(unplayed_table), std::end(unplayed_table),
                                    [&](const Unplayed& row) { return row.game == game && row.hash == hash; });
    EXPECT_TRUE(listed) << game << ": " << hash << " in " << found.origins[0].name
                        << " is exact and was not uploaded: is the find wrong?\n"
                        << found.text;
    seen.insert(game + " " + hash);
  }
  return figures;
}

std::string percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? "-" : fmt::format("{} %", (100 * part + whole / 2) / whole);
}

std::string row_of(const std::string& title, const Figures& figures) {
  std::string row = fmt::format("| {} | {} |", title, figures.uploaded);
  for (std::size_t i = 0; i < found_certainties.size(); ++i)
    row += figures.found[i] == 0 ? std::string(" 0 |")
                                 : fmt::format(" {}, {} |", figures.found[i], figures.found_and_uploaded[i]);
  std::vector<std::string> codes;
  for (const int code : figures.messages) codes.push_back(fmt::format("AGAL{}", code));
  return row + fmt::format(" {} | {} | {} |\n", figures.texts, percent(figures.recalled(), figures.uploaded),
                           codes.empty() ? "-" : fmt::format("{}", fmt::join(codes, ", ")));
}

std::map<std::string, Figures> all_figures(Hashes& seen) {
  std::map<std::string, Figures> figures;
  for (const auto& entry : std::filesystem::directory_iterator(shared_games + "captures"))
    if (const std::string game = entry.path().stem().string(); entry.path().extension() == ".txt")
      figures.emplace(game, figures_of(game, seen));
  return figures;
}

Figures sum_of(const std::map<std::string, Figures>& all) {
  Figures sum;
  for (const auto& [game, figures] : all) {
    sum.uploaded += figures.uploaded;
    sum.texts += figures.texts;
    for (std::size_t i = 0; i < found_certainties.size(); ++i) {
      sum.found[i] += figures.found[i];
      sum.found_and_uploaded[i] += figures.found_and_uploaded[i];
    }
  }
  return sum;
}

// Exact finds must not be false, each game with missing programs must have a message, and the page must have the
// figures.
TEST(SharedGames, DocumentHasTheRecall) {
  AGAL_NEED(test::Facility::Shared, missing_games());
  Hashes seen;
  const std::map<std::string, Figures> all = all_figures(seen);
  std::string table =
      "| Game | Uploaded | Exact | Variant | Filled | Texts | Recall | Says |\n|---|---|---|---|---|---|---|---|\n";
  for (const auto& [game, figures] : all) {
    table += row_of(fmt::format("`{}`", game), figures);
    EXPECT_TRUE(figures.recalled() == figures.uploaded || !figures.messages.empty()) << game;
  }
  table += row_of("all", sum_of(all));
  std::cout << table;
  test::expect_section("docs/data/recall.md", "recall", table);
  for (const Unplayed& row : unplayed_table)
    EXPECT_TRUE(seen.contains(fmt::format("{} {}", row.game, row.hash)))
        << row.game << ": " << row.hash << " (" << row.where << ") is not exact, or was uploaded";
}

}  // namespace
}  // namespace agal
