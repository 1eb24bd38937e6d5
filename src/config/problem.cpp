#include "config/problem.hpp"

#include <algorithm>

namespace hexad::inline config {
namespace {

std::string_view name_of(Problem::Kind kind) {
  switch (kind) {
    case Problem::Kind::error:
      return "error";
    case Problem::Kind::warning:
      return "warning";
    case Problem::Kind::note:
      return "note";
  }
  return "";
}

}  // namespace

std::string in_words(const Place& place) {
  std::string text = place.file;
  if (place.line > 0) {
    text += ':' + std::to_string(place.line);
    if (place.column > 0) text += ':' + std::to_string(place.column);
  }
  return text;
}

std::string in_words(const Problem& problem) {
  std::string text = in_words(Place{problem.file, problem.line, problem.column});
  if (!text.empty()) text += ": ";
  text += name_of(problem.kind);
  text += ": ";
  if (!problem.key.empty()) text += problem.key + ": ";
  return text + problem.text;
}

bool has_error(const Problems& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& problem) { return problem.kind == Problem::Kind::error; });
}

}  // namespace hexad::inline config
