// Reports in the XML format of JUnit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <streambuf>
#include <string>

#include "agal/ci_report.hpp"

namespace agal {
namespace {

using testing::HasSubstr;
using testing::Not;

Diagnostic message(std::uint16_t code, Severity severity, const std::string& text) {
  Diagnostic d;
  d.code = code;
  d.severity = severity;
  d.message = text;
  return d;
}

CheckedProgram program(const std::string& name, std::vector<Diagnostic> messages) {
  CheckedProgram out{name, name, {}, {}};
  for (Diagnostic& d : messages) out.diagnostics.add(std::move(d));
  return out;
}

std::string junit_of(const std::vector<CheckedProgram>& programs) {
  std::ostringstream out;
  JUnitWriter writer(out);
  for (const CheckedProgram& one : programs) writer.add(one);
  writer.finish();
  return out.str();
}

// Collapses the spaces that the writer reserves between attributes.
std::string without_runs_of_blanks(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (c != ' ' || out.empty() || out.back() != ' ') out += c;
  return out;
}

TEST(JUnit, WritesTestCaseForEachProgram) {
  const std::string text = without_runs_of_blanks(
      junit_of({program("good", {}), program("warned", {message(2053, Severity::Warning, "odd")}),
                program("wrong", {message(6003, Severity::Warning, "odd"), message(3652, Severity::Error, "no")}),
                program("gone", {message(1001, Severity::Error, "cannot read")})}));
  EXPECT_EQ(
      text,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"agalc\" tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"0\" >\n"
      "<testsuite name=\"agalc\" tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"0\" >\n"
      "<testcase classname=\"agalc\" name=\"good\" file=\"good\"/>\n"
      "<testcase classname=\"agalc\" name=\"warned\" file=\"warned\"><system-out>warning[AGAL2053]: odd\n"
      "</system-out></testcase>\n"
      "<testcase classname=\"agalc\" name=\"wrong\" file=\"wrong\"><failure type=\"AGAL3652\" message=\"no\">"
      "warning[AGAL6003]: odd\nerror[AGAL3652]: no\n</failure></testcase>\n"
      "<testcase classname=\"agalc\" name=\"gone\" file=\"gone\"><error type=\"AGAL1001\" message=\"cannot read\">"
      "error[AGAL1001]: cannot read\n</error></testcase>\n"
      "</testsuite>\n</testsuites>\n");
}

TEST(JUnit, EscapesSpecialCharacters) {
  const std::string text =
      junit_of({program("a<b>&\"c\"\n\t\x01\xff\xef\xbf\xbf.agal", {message(3652, Severity::Error, "]]> \x1b[1m é")})});
  EXPECT_THAT(text,
              HasSubstr("name=\"a&#60;b&#62;&#38;&#34;c&#34;&#10;&#9;\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd.agal\""));
  EXPECT_THAT(text, HasSubstr("]]&#62; \xef\xbf\xbd[1m é"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

// A stream that cannot seek.
class Pipe : public std::streambuf {
 public:
  std::string text;

 protected:
  int_type overflow(int_type c) override {
    text += static_cast<char>(c);
    return c;
  }
};

TEST(JUnit, OmitsTotalsIfStreamCannotSeek) {
  Pipe pipe;
  std::ostream out(&pipe);
  JUnitWriter writer(out);
  writer.add(program("good", {}));
  writer.finish();
  EXPECT_TRUE(out.good());
  EXPECT_EQ(pipe.text,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"agalc\">\n<testsuite name=\"agalc\">\n"
            "<testcase classname=\"agalc\" name=\"good\" file=\"good\"/>\n</testsuite>\n</testsuites>\n");
}

TEST(JUnit, AppendsToStream) {
  std::ostringstream out;
  out << "before\n";
  JUnitWriter writer(out);
  writer.finish();
  out << "after\n";
  EXPECT_THAT(out.str(), testing::StartsWith("before\n<?xml"));
  EXPECT_THAT(out.str(), testing::EndsWith("</testsuites>\nafter\n"));
}

}  // namespace
}  // namespace agal
