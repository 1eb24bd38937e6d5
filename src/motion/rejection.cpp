#include "motion/rejection.hpp"

#include <cmath>
#include <cstdio>

namespace hexad::motion {
namespace {

std::string number(double value, const char* format = "%g") {
  char text[40];
  const int length = std::snprintf(text, sizeof text, format, value);
  return {text, length > 0 ? static_cast<std::size_t>(length) : 0};
}

std::string place_of(const Rejection& r) {
  std::string place = r.file;
  const auto add = [&](const char* word, std::size_t count) {
    if (count == 0) return;
    if (!place.empty()) place += r.line != 0 && word != std::string{"line"} ? ", " : " ";
    place += word;
    place += ' ' + std::to_string(count);
  };
  add("line", r.line);
  add("point", r.point);
  add("column", r.column);
  return place.empty() ? place : place + ": ";
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

std::string reason_of(const Rejection& r) {
  switch (r.problem) {
    case Problem::none:
      return "";
    case Problem::empty:
      return "there is nothing in it";
    case Problem::too_large:
      return number(r.value) + " is more than the " + number(r.bound) + " that are allowed" +
             (r.text.empty() ? "" : " (" + r.text + ")");
    case Problem::not_a_number:
      return quoted(r.text) + " is not a number";
    case Problem::wrong_count:
      return number(r.value) + " values where " + number(r.bound) + " are expected";
    case Problem::negative:
      return number(r.value) + " is below zero";
    case Problem::not_increasing:
      return "time " + number(r.value) + " s is not after " + number(r.bound) + " s";
    case Problem::unknown_name:
      return "unknown name " + quoted(r.text) +
             "; known are t pi e and sin cos tan asin acos atan sinh cosh tanh exp ln log10 sqrt abs sign "
             "floor min "
             "max pow mod";
    case Problem::bad_character:
      return quoted(r.text) + " has no meaning here";
    case Problem::bad_formula:
      return "the formula cannot be read: " + r.text;
    case Problem::not_finite:
      return r.text.empty()
                 ? "a value is not finite" + (r.time > 0.0 ? " at " + number(r.time, "%.3f") + " s" : "")
                 : r.text + " is not finite";
    case Problem::no_such_file:
      return "there is no such motion file" + (r.text.empty() ? "" : " (" + r.text + ")");
    case Problem::unreadable:
      return "cannot be read: " + r.text;
    case Problem::no_such_machine:
      return "this machine has no legs, or no limits to plan with";
    case Problem::unknown_item:
      return quoted(r.text) + " is not known here";
  }
  return "";
}

}  // namespace

std::string in_words(const Rejection& r, const std::string& limit_words) {
  if (r.problem != Problem::none) return place_of(r) + reason_of(r);
  std::string text = place_of(r);
  if (r.time > 0.0) text += "at " + number(r.time, "%.3f") + " s ";
  text += limit_words;
  if (r.scale > 0.0)
    text += "; scaled to " + number(std::floor(r.scale * 1000.0) / 1000.0) + " it would pass";
  return text;
}

}  // namespace hexad::motion
