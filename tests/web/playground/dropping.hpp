// Drops files on the playground, for tests.
#pragma once

#include <agal/assembly.hpp>
#include <agal/bytecode.hpp>
#include <agal/compile.hpp>

#include "playground/playing.hpp"
#include "support/stored_zip.hpp"

namespace agal::playground {

using Bytes = std::vector<std::uint8_t>;

inline Bytes bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

inline Bytes bytecode(const std::string& assembly) {
  const Result<Program> program = load_program(std::as_bytes(std::span(assembly)));
  if (!program) return {};
  Bytes bytes;
  for (const std::byte byte : write_bytecode(*program)) bytes.push_back(std::to_integer<std::uint8_t>(byte));
  return bytes;
}

inline void append(Bytes& bytes, std::uint32_t value, int size) {
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

// Returns an uncompressed SWF file with each of these contents as binary data.
inline Bytes swf(const std::vector<Bytes>& contents) {
  Bytes tags{0, 0, 1, 1, 0};  // an empty rectangle, the frame rate, the number of frames
  std::uint32_t number = 0;
  for (const Bytes& content : contents) {
    append(tags, (87 << 6) | 63, 2);
    append(tags, static_cast<std::uint32_t>(content.size()) + 6, 4);
    append(tags, ++number, 2);
    append(tags, 0, 4);
    tags.insert(tags.end(), content.begin(), content.end());
  }
  append(tags, 0, 2);
  Bytes file{'F', 'W', 'S', 10};
  append(file, static_cast<std::uint32_t>(tags.size()) + 8, 4);
  file.insert(file.end(), tags.begin(), tags.end());
  return file;
}

// True if the list of a file is visible, and its first program is open if the file has programs.
inline constexpr const char* list_is_open =
    "document.querySelector('#found:not([hidden]) h2') && (!document.querySelector('#found .row') ||"
    "document.querySelector('#found .row[aria-selected=true]'))";

class Dropped : public Playing {
 protected:
  using Files = std::vector<std::pair<std::string, Bytes>>;

  // Returns a statement that drops files on the page like a mouse.
  static std::string dropping(const Files& files) {
    return "{ const files = new DataTransfer(); for (const [name, bytes] of " + nlohmann::json(files).dump() +
           ") files.items.add(new File([new Uint8Array(bytes)], name));"
           "for (const type of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent("
           "new DragEvent(type, {dataTransfer: files, bubbles: true, cancelable: true})); }";
  }
  void drop(const Files& files) { evaluate(dropping(files)); }

  // Opens a row of the list by its number, from 1.
  void open_row(const std::string& number) {
    click("#found .row:nth-child(" + number + ")");
    wait_for("document.querySelector('#found .row:nth-child(" + number + ")[aria-selected=true]')");
    settle();
  }
};

}  // namespace agal::playground
