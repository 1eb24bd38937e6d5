#pragma once
// A TOML file as a flat list of keys and values with their places: all the loader needs to know of TOML.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/problem.hpp"

namespace hexad::inline config {

struct Value;
using ValueList = std::vector<Value>;
struct OtherValue {};  ///< dates and times, tables inside lists: nothing here has such a value

struct Value {
  std::variant<OtherValue, std::string, bool, std::int64_t, double, ValueList> what;
  int line = 0;
  int column = 0;
  std::string raw;   ///< --set only: the text as typed
  int end_line = 0;  ///< one behind its last character
  int end_column = 0;

  std::string in_words() const;  ///< as it would be written in a file, shortened
};

struct Entry {
  std::string key;  ///< dotted
  Value value;      ///< its line and column are the value's
  int line = 0;     ///< the key's
  int column = 0;
};

struct Section {
  std::string name;
  int line = 0;
  int column = 0;
};

struct Document {
  std::string file;            ///< as said in messages
  std::vector<Entry> entries;  ///< in the order of the file
  std::vector<Section> sections;

  const Entry* find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key) != nullptr; }
};

/// Reads a file; what keeps it from being read is added to the problems, and the document is then empty.
Document read_document(const std::string& path, Problems& problems);
Document parse_document(std::string_view text, const std::string& name, Problems& problems);

/// One `key=value` of the command line: a TOML value, or a bare word taken as a text.
Document parse_assignment(std::string_view assignment, const std::string& name, Problems& problems);

}  // namespace hexad::inline config
