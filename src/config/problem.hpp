#pragma once
// What is wrong with a configuration, with the place where it stands. All problems are collected before
// anything is said, so that a file is repaired in one go.

#include <string>
#include <string_view>
#include <vector>

#include "messages/message.hpp"

namespace hexad::inline config {

/// A place in a file, counted from 1; line 0 = the file as a whole.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
};

struct Problem {
  enum class Kind { error, warning, note };

  Kind kind = Kind::error;
  std::string file;
  int line = 0;
  int column = 0;
  std::string key;         ///< dotted, as in --set; empty when the file itself is the problem
  messages::Message what;  ///< without place and key
};

using Problems = std::vector<Problem>;

/// `file:line:column: error: key: text`; parts that are not known are left out.
std::string in_words(const Problem& problem);

/// "my.toml:12:4", "my.toml", or "" for no place.
std::string in_words(const Place& place);

bool has_error(const Problems& problems);

}  // namespace hexad::inline config
