#include "data_element.hpp"

#include <fmt/format.h>

namespace agal::report {

DataElement::DataElement(agalc::StreamedFile& output, std::string_view attributes)
    : output_(output),
      base85_([this](std::string_view text) { output_.write(text); }),
      deflater_([this](std::string_view bytes) { base85_.write(bytes); }) {
  output_.write(fmt::format("<script type=\"text/plain\" {}>", attributes));
}

void DataElement::finish() {
  deflater_.finish();
  base85_.finish();
  output_.write("</script>\n");
}

}  // namespace agal::report
