#include "report/decoded.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace agal::report {

std::string file_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string from_base64(const std::string& text) {
  static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    const std::size_t digit = digits.find(c);
    if (digit == std::string::npos) throw std::runtime_error("no Base64");
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 255);
  }
  return bytes;
}

std::string from_base85(const std::string& text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); at += 5) {
    std::uint64_t number = 0;
    for (std::size_t i = at; i < at + 5; ++i) {
      const char c = i < text.size() ? text[i] : '|';
      if (c < '(' || c > '}' || c == '<') throw std::runtime_error("not in base 85");
      number = 85 * number + static_cast<std::uint64_t>((c == '}' ? '<' : c) - '(');
    }
    const std::size_t size = std::min<std::size_t>(4, text.size() - at - 1);
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(number >> (24 - 8 * i) & 255);
  }
  return bytes;
}

std::string inflated(const std::string& bytes) {
  z_stream z{};
  if (inflateInit(&z) != Z_OK) throw std::runtime_error("no zlib");
  std::string input = bytes, out;
  z.next_in = reinterpret_cast<Bytef*>(input.data());
  z.avail_in = static_cast<uInt>(input.size());
  std::array<char, 65536> buffer{};
  int result = Z_OK;
  while (result == Z_OK) {
    z.next_out = reinterpret_cast<Bytef*>(buffer.data());
    z.avail_out = static_cast<uInt>(buffer.size());
    result = inflate(&z, Z_NO_FLUSH);
    out.append(buffer.data(), buffer.size() - z.avail_out);
  }
  inflateEnd(&z);
  if (result != Z_STREAM_END) throw std::runtime_error("not in zlib's format");
  return out;
}

Decoded decode(const std::string& page) {
  const std::string open = "<script type=\"text/plain\" ", close = "</script>";
  Decoded decoded;
  std::size_t at = 0;
  for (std::size_t begin = page.find(open); begin != std::string::npos; begin = page.find(open, at)) {
    decoded.shell += page.substr(at, begin - at);
    const std::size_t text = page.find('>', begin) + 1, end = page.find(close, text);
    const std::string attributes = page.substr(begin + open.size(), text - 1 - begin - open.size());
    const std::string content = page.substr(text, end - text);
    at = end + close.size();
    if (attributes == "id=\"index\"") {
      decoded.index = nlohmann::json::parse(inflated(from_base85(content)));
    } else if (attributes.rfind("class=\"details\" data-first=\"", 0) == 0) {
      decoded.blocks.push_back(std::stoul(attributes.substr(attributes.find_last_of('=') + 2)));
      for (const nlohmann::json& program : nlohmann::json::parse(inflated(from_base85(content))))
        decoded.details.push_back(program);
    } else {
      decoded.pictures.push_back(attributes.find("fault") == std::string::npos ? from_base64(content)
                                                                               : from_base85(content));
    }
  }
  decoded.shell += page.substr(at);
  return decoded;
}

}  // namespace agal::report
