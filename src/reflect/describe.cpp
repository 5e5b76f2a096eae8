#include "reflect/describe.hpp"

namespace agal::reflect {

std::string describe(const Subject&) { return "{}"; }
std::string describe_pair(const Subject&, const Subject&) { return "{}"; }

}  // namespace agal::reflect
