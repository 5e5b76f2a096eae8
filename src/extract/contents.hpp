// What can hold programs. Each function reports what it finds, and what is wrong, to the collector.
#pragma once

#include <string>

#include "extract/collector.hpp"
#include "extract/reader.hpp"

namespace agal::extraction {

/// Whatever a container holds: another container, bytecode or assembly text.
void extract_contents(Collector& collector, const Container& container, Bytes bytes);

bool looks_like_swf(Bytes bytes);
void extract_swf(Collector& collector, const Container& container, Bytes file);

bool looks_like_archive(Bytes bytes);
void extract_archive(Collector& collector, const Container& container, Bytes bytes);

/// A part of a file, and what is known about it.
struct Part {
  const Container* container = nullptr;
  std::uint16_t tag = 0;
  std::uint64_t offset = 0;  // of its first byte, in the container
  std::string name;
  Surroundings surroundings;
  bool cut = false;  // it should be longer
};

/// Data that was put into a file as one thing: a container, assembly text, or bytecode, alone or among other data.
void extract_data(Collector& collector, const Part& part, Bytes bytes);

/// A file that is to be a program, in either form. What is wrong with it is reported.
void extract_program(Collector& collector, const Part& part, Bytes bytes);

/// An ABC file: assembly text in its pool of strings.
void extract_actionscript(Collector& collector, const Part& part, Bytes abc);

/// Bytes of any other kind, in which there may be bytecode.
void extract_bytecode(Collector& collector, const Part& part, Bytes bytes, bool whole = false);

/// One level further in; the number of levels is limited.
void extract_nested(Collector& collector, const Container& outer, const std::string& name, Bytes bytes);

/// A name out of a file, made fit to be printed: UTF-8 without control characters, and not endless.
std::string printable(Bytes name);

}  // namespace agal::extraction
