// Finds the texts that ActionScript code builds from strings of the pool.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "agal/games/extract.hpp"
#include "avm2/control_flow.hpp"
#include "avm2/text_flow.hpp"

namespace agal::extraction {

using avm2::Abc;
using avm2::MovieFacts;

/// The maximum number of alternatives of one text, and of all texts of one use (docs/extract.md).
inline constexpr std::size_t max_alternatives = 256, max_alternatives_of_use = 1024;

/// A text that the code builds and uses.
struct CodeText {
  std::string text;
  std::vector<std::uint32_t> strings;  // strings of the pool, in order
  bool passed = false;                 // the text is an argument or a list item, so it may be only one of several lines
  std::uint32_t passed_to = 0;  // the string with the name of the method that receives the text; 0 if there is none
  std::uint32_t called = 0;     // for any argument, the string with the name of the method
  std::uint32_t stored = 0;     // for the value of a field, the string with its name
  std::size_t at = 0;           // the position of the use in the code
  bool is_list = false;         // the text is a list of texts (only for code that was compiled from sources)
  std::vector<std::string> items{};  // the items of the list
  bool in_pool = false;              // no code pushes the text
  bool is_data = false;              // the code reads the text as data, so it is not known what it does with the text
  bool is_part = false;              // the text is only a part of texts that other code makes, not a program
  bool is_sample = false;            // there are more alternatives than the limits allow; this is one of those kept
  bool is_unused = false;            // only code that is never called uses the text
  std::uint32_t method = 0;
  std::size_t body = 0;    // index into Abc::bodies
  std::uint32_t file = 0;  // index into Abc::files
  Certainty certainty = Certainty::Exact;
  std::string detail;                   // see Origin::detail
  std::uint32_t version = 0;            // the AGAL version that the code passes with the text; 0 if it is unknown
  bool passes_unknown_version = false;  // true if the code passes a version that is unknown
};

/// Runs the method bodies that push a tracked string. Notes in `facts` where the bodies pass texts on, and where they
/// extend or edit them, and the versions of AGAL. Takes time linear in the size of the code, like the next two
/// functions.
void learn_from_assembly(const avm2::MovieCode& code, MovieFacts& facts);

/// Like `learn_from_assembly`, for the bodies that do not push such a string. They may extend a text from another body.
void learn_from_rest(const avm2::MovieCode& code, MovieFacts& facts);

/// Runs the bodies on all their paths, and reports each text that contains a tracked string. Call the two functions
/// above for all code first, because later code may show that a text is only a part of a longer text.
void follow_code(const avm2::MovieCode& code, MovieFacts& facts, const std::function<void(CodeText)>& found);

/// Returns the strings that the code of a body pushes.
std::vector<std::uint32_t> strings_of_body(const Abc& abc, std::size_t body);

}  // namespace agal::extraction
