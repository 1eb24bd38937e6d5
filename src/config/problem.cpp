#include "config/problem.hpp"

#include <algorithm>

#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::inline config {
namespace {

messages::Id name_of(Problem::Kind kind) {
  using messages::Id;
  switch (kind) {
    case Problem::Kind::error:
      return Id::kind_error;
    case Problem::Kind::warning:
      return Id::kind_warning;
    case Problem::Kind::note:
      return Id::kind_note;
  }
  return Id::nothing;
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
  text += messages::to_text(name_of(problem.kind));
  text += ": ";
  if (!problem.key.empty()) text += problem.key + ": ";
  return text + messages::to_text(problem.what);
}

bool has_error(const Problems& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& problem) { return problem.kind == Problem::Kind::error; });
}

}  // namespace hexad::inline config
