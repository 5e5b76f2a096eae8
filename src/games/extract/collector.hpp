// The state of an extraction: results so far, and the remaining budget.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "agal/games/extract.hpp"
#include "avm2/edits.hpp"
#include "avm2/loads.hpp"
#include "avm2/versions.hpp"
#include "container/formats.hpp"
#include "diag/rules.hpp"

namespace agal::extraction {

using diag::Rule;

/// A file, or something unpacked from one.
struct Container {
  std::string name;         // see Origin::container
  std::string entry;        // the name inside the enclosing container; "" for the file itself
  std::uint32_t depth = 1;  // 1 for the file itself
};

/// Facts about a find that pairing uses in addition to the origin.
struct FindContext {
  std::size_t container = 0;  // the number of the container, in the order of opening
  std::size_t position = 0;   // the number of the tag in the SWF, or of the entry in the archive
  std::size_t run = 0;        // the number of the method or member with the code; 0 if the find is not from code
  std::string class_name;     // "" if unknown
  std::string data{};         // the text, if code may read it as data and edit it; otherwise ""
};

struct Occurrence {
  std::size_t program = 0;  // index into Extraction::programs
  std::size_t origin = 0;   // index into the program's origins
  FindContext context;
};

class Collector {
 public:
  explicit Collector(const ExtractOptions& options)
      : options_(options), sources_(options.sources), budget_(options.max_unpacked_bytes) {}

  /// Adds a program with its origin. A program that was already found gets another origin.
  void add(FoundProgram found, FindContext context);

  /// Adds a program that a game uploaded according to a log. Returns its index; nullopt if there are too many programs.
  std::optional<std::size_t> add_captured(FoundProgram found);
  /// Adds the facts about a pair from one run of a game in a log.
  void add_captured_pair(std::size_t vertex, std::size_t fragment, Capture capture);

  /// Adds a text that is not a program. Returns false if the text is known already.
  bool add_text(FoundText text);

  /// Reports a message about a byte of a container.
  void report(Rule rule, const Container& container, std::optional<std::uint64_t> offset,
              std::initializer_list<std::string_view> arguments = {});
  /// Suppresses messages about damage while it exists. Use it if another message already names the cause, or if the
  /// data may be only a piece of a file.
  class WithoutDamage {
   public:
    explicit WithoutDamage(Collector& collector, bool active = true)
        : depth_(collector.without_damage_), active_(active) {
      depth_ += active_ ? 1 : 0;
    }
    ~WithoutDamage() { depth_ -= active_ ? 1 : 0; }
    WithoutDamage(const WithoutDamage&) = delete;
    WithoutDamage& operator=(const WithoutDamage&) = delete;

   private:
    std::size_t& depth_;
    bool active_;
  };

  /// Reports a message about a line of a log.
  void report_line(Rule rule, const Container& container, std::uint32_t line,
                   std::initializer_list<std::string_view> arguments = {});
  /// Reports that agalc knows the format of the file, but does not read it.
  void report_foreign(const container::Format& format, const Container& container);
  /// Notes a file with a known, unsupported format inside a container, for report_noted_foreign(). Each format gets
  /// only one message, because a Flex application has a dozen such files.
  void note_foreign(const container::Format& format, const Container& container, const std::string& name);
  /// Reports the noted files, once for each format. Call it at the end.
  void report_noted_foreign();
  void append(Diagnostics diagnostics) { diagnostics_.append(std::move(diagnostics)); }

  /// Returns the names of the containers that compile programs, and may therefore upload any number of them.
  std::set<std::string>& compiling() { return compiling_; }

  /// Returns the number of bytes that may still be unpacked.
  std::uint64_t budget() const { return budget_; }
  void spend(std::uint64_t bytes) { budget_ -= bytes < budget_ ? bytes : budget_; }

  /// A SWF file that is being read. If it is not inside another SWF file, it is noted with its hash.
  class OpenMovie {
   public:
    OpenMovie(Collector& collector, const Container& container, std::span<const std::byte> file);
    ~OpenMovie() { --collector_.open_movies_; }
    OpenMovie(const OpenMovie&) = delete;
    OpenMovie& operator=(const OpenMovie&) = delete;

   private:
    Collector& collector_;
  };
  /// Notes the hash that a SWF file had before agalc tap changed it. The changed file contains this hash.
  void note_tapped(const CapturedGame& game);

  /// Notes the versions in the code of a movie, and its edits of data.
  void note_code(const avm2::Versions& versions, const std::vector<avm2::Edit>& edits);
  /// Notes that a find in a container has an unknown version.
  void note_unknown_version(const Container& container) { unknown_versions_.insert(container.name); }
  /// Returns the containers with finds of unknown versions.
  const std::set<std::string>& unknown_versions() const { return unknown_versions_; }
  /// Completes the finds in data, such as XML and binary data. Code may edit these texts: those with a part that code
  /// replaces become templates. If their version is not known, they become variants. Call it at the end.
  void finish_data_texts();

  /// Notes a movie and the files that its code loads.
  void note_movie(const Container& container, const avm2::Abc& code);
  /// Reports the movies that load code from files that were not read. Call it at the end.
  void report_loads();

  /// Counts one more entry of an archive. Returns false if there are too many.
  bool count_entry() { return ++entries_ <= options_.max_entries; }
  /// Counts one more container, and returns its number.
  std::size_t count_container() { return ++containers_; }

  const ExtractOptions& options() const { return options_; }
  /// All sources that belong together; null if there is only one.
  const Sources* sources() const { return sources_; }
  void use_sources(const Sources* sources) { sources_ = sources; }
  /// Returns the part of a text that a source replaces; "" if the sources do not change it.
  std::string replaced_part(std::string_view text) const;
  bool empty() const { return extraction_.programs.empty(); }
  const std::vector<Occurrence>& occurrences() const { return occurrences_; }
  using CapturedPairs = std::map<std::pair<std::size_t, std::size_t>, std::vector<Capture>>;
  /// Returns the captured pairs by vertex program, then by fragment program.
  CapturedPairs& captured_pairs() { return captured_pairs_; }
  Extraction& extraction() { return extraction_; }
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  struct Inserted {
    std::size_t program = 0, origin = 0;
  };
  struct DataText {
    std::string text;
    Origin origin;
    FindContext context;
    Program program;
    std::uint32_t version = 0;
  };
  class Removal;
  std::optional<Inserted> insert(FoundProgram found);
  std::size_t add_origin(std::size_t program, Origin origin);
  void report_at(Rule rule, Location location, std::initializer_list<std::string_view> arguments,
                 std::string_view help = {});

  const ExtractOptions& options_;
  const Sources* sources_;
  std::uint64_t budget_;
  std::uint32_t entries_ = 0;
  std::size_t containers_ = 0;
  bool full_ = false;
  std::size_t without_damage_ = 0;  // the number of objects of WithoutDamage
  std::size_t open_movies_ = 0;     // the number of objects of OpenMovie
  Extraction extraction_;
  std::unordered_multimap<std::string, std::size_t> by_hash_;
  std::vector<Occurrence> occurrences_;
  CapturedPairs captured_pairs_;
  std::set<std::string> compiling_, unknown_versions_;
  struct Code {
    avm2::Versions versions;
    std::vector<avm2::Edit> edits;
  };
  std::optional<Code> code_;  // facts about the code of all movies
  struct Movie {
    std::string container;
    avm2::Loads loads;
  };
  std::vector<Movie> movies_;
  struct ForeignFiles {
    const container::Format* format;
    std::string container, name;  // the first such file
    std::size_t count = 0;
  };
  std::vector<ForeignFiles> foreign_;      // one element per format
  std::vector<std::string> machine_code_;  // the executables of applications
  Diagnostics diagnostics_;
  std::unordered_map<std::uint16_t, std::size_t> reported_;
  std::set<std::pair<std::string, std::string>> texts_;
  // The index of each origin, by program, tag, offset, line, name and container. It finds repeated origins, because
  // code may use a text several times.
  using OriginKey = std::tuple<std::size_t, std::uint16_t, std::uint64_t, std::uint32_t, std::string, std::string>;
  std::map<OriginKey, std::size_t> origins_;
};

/// Returns the name of a program in messages: the container, and the program's name or offset in it.
std::string display_name(const Container& container, const Origin& origin);

/// Finds pairs of a vertex and a fragment program; docs/extract.md describes the evidence. Each fragment program gets
/// the vertex program with the best evidence, or the nearest if several are equally good. Each remaining vertex program
/// then gets a fragment program in the same way. The two programs of a pair always fit each other. Linear in the number
/// of occurrences.
std::vector<FoundPair> find_pairs(const std::vector<FoundProgram>& programs,
                                  const std::vector<Occurrence>& occurrences);

}  // namespace agal::extraction
