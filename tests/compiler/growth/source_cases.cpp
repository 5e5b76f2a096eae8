// Sources in ActionScript and MXML that nest or repeat something far more often than real code does. Additions to a
// text are not included: their cost is the length of each resulting text, until readers reach their limits.
#include "cases.hpp"
#include "support/extraction.hpp"

namespace agal::growth {
namespace {

std::string in_method(const std::string& code) {
  return "package a.b { public class Foo { public function Foo() { " + code + " } } }";
}

Case read_as(const std::string& name, const std::string& what,
             const std::function<std::string(std::size_t scale)>& make) {
  return {"extract " + name + ": " + what, [name, make](std::size_t scale) {
            return [name, file = test::bytes_of(make(scale))] { (void)extract(file, name); };
          }};
}

}  // namespace

std::vector<Case> source_cases() {
  static const std::string line = "'mov ft0, v0\\n'";
  std::vector<Case> cases;
  for (const std::string& piece : std::initializer_list<std::string>{
           "(", "[", "{", "if(a)", "!", "a?", "x=", "<a>", "f(", "`${", "a.b.", "function f(){", "class A{",
           "switch(a){case ", "for(;;)", "var s:String=" + line + ";use(s);", "/*", "<![CDATA["}) {
    const auto code = [piece](std::size_t scale) { return repeated(piece, 120 * scale); };
    for (const char* const name : {"a.as", "a.mxml"})
      cases.push_back(read_as(name, piece + "…", [code](std::size_t scale) { return line + ";" + code(scale); }));
    cases.push_back(read_as("a.as", piece + "… in a method", [code](std::size_t scale) {
      return in_method("var s:String=" + line + ";" + code(scale));
    }));
  }
  return cases;
}

}  // namespace agal::growth
