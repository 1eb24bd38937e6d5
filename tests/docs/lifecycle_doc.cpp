// Prints the life of the platform from the very table the core runs by: `lifecycle_doc markdown` is
// docs/lifecycle.md, `lifecycle_doc svg` is docs/lifecycle.svg. A test compares; `./dev docs` writes them
// anew.

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lifecycle/admit.hpp"
#include "lifecycle/transitions.hpp"
#include "messages/print.hpp"
#include "model/messages.hpp"

namespace hexad::lifecycle {
namespace {

struct Place {
  State state;
  int x;
  int y;
};
constexpr std::array<Place, kStates> kPlaces{{{State::init, 90, 60},
                                              {State::powered_up, 90, 170},
                                              {State::zeroing, 90, 290},
                                              {State::origin, 90, 410},
                                              {State::ascending, 300, 340},
                                              {State::descending, 300, 480},
                                              {State::ready, 520, 410},
                                              {State::running, 780, 410},
                                              {State::to_neutral, 520, 540},
                                              {State::manual, 300, 230},
                                              {State::stopping, 780, 250},
                                              {State::holding, 780, 120},
                                              {State::fault, 520, 120},
                                              {State::emergency, 300, 60}}};

const Place& place_of(State state) {
  for (const Place& place : kPlaces) {
    if (place.state == state) return place;
  }
  return kPlaces[0];
}

std::string target_of(const Move& move) {
  if (move.trigger == Trigger::resume) return "what it was";
  std::string text{to_string(move.to)};
  if (move.to == State::stopping) text += fmt::format(" {}", to_string(move.then));
  return text;
}

void print_markdown() {
  fmt::print(
      "# The life of a platform\n\n"
      "One platform, one state; every protocol, the console and the command line look at it through their "
      "own words.\n"
      "This page is printed from the table the core runs by (`./dev docs`); a test compares the two.\n\n"
      "![states](lifecycle.svg)\n\n"
      "A move that is not listed is refused with a reason. `manual` and a stop end in `powered_up` instead "
      "of `ready`\n"
      "when the legs are not zeroed; a stop of a motion that was held before it began leaves the platform "
      "where "
      "it stood.\n"
      "`stopping` leads to what the deceleration is for.\n\n"
      "| in | when | then |\n|---|---|---|\n");
  for (const Move& move : moves()) {
    std::string from{to_string(move.from)};
    if (move.after != After::none) from += fmt::format(" {}", to_string(move.after));
    fmt::print("| {} | {} | {} |\n", from, to_string(move.trigger), target_of(move));
  }
  fmt::print(
      "\n## What may be asked\n\n"
      "`lifecycle::admit()` is the one answer to \"may it?\": the core obeys it, and sessions, console and "
      "`hexad "
      "status` ask it\nbeforehand. For a motion the first of these that stands in the way is the reason; "
      "stop, hold and "
      "emergency are always\ntaken. \"Why can it not move?\" is the answer to whoever's turn it would be.\n\n"
      "| | reason | when |\n|---|---|---|\n");
  int place = 0;
  for (const Rule& rule : precedence())
    fmt::print("| {} | {} | {} |\n", ++place, messages::english(id_of(rule.refusal)), rule.when);
}

void print_svg() {
  fmt::print(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 600\" font-family=\"sans-serif\" "
      "font-size=\"13\">\n"
      "<defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" "
      "markerHeight=\"7\" "
      "orient=\"auto-start-reverse\"><path d=\"M0 0L10 5L0 10z\" fill=\"#567\"/></marker></defs>\n"
      "<rect width=\"900\" height=\"600\" fill=\"#fff\"/>\n");
  std::map<std::pair<State, State>, std::string> edges;
  for (const Move& move : moves()) {
    if (move.to == State::emergency || move.to == move.from) continue;  // emergency: from everywhere
    std::string& label = edges[{move.from, move.to}];
    const std::string word{to_string(move.trigger)};
    if (label.find(word) == std::string::npos) label += (label.empty() ? "" : ", ") + word;
  }
  for (const auto& [ends, label] : edges) {
    const Place& a = place_of(ends.first);
    const Place& b = place_of(ends.second);
    const bool both = edges.contains({ends.second, ends.first});
    const int bend = both ? 18 : 0;
    const int mx = (a.x + b.x) / 2 + (a.y < b.y ? bend : -bend);
    const int my = (a.y + b.y) / 2 + (a.x < b.x ? -bend : bend);
    fmt::print(
        "<path d=\"M{} {}Q{} {} {} {}\" fill=\"none\" stroke=\"#9ab\" marker-end=\"url(#tip)\"><title>{} to "
        "{}: "
        "{}</title></path>\n",
        a.x, a.y, mx, my, b.x, b.y, to_string(ends.first), to_string(ends.second), label);
  }
  for (const Place& place : kPlaces) {
    const bool locked = is_locked(place.state);
    const char* fill = locked ? "#fde2e0" : is_moving(place.state) ? "#fff3d6" : "#e3f3e6";
    fmt::print(
        "<g><rect x=\"{}\" y=\"{}\" width=\"110\" height=\"34\" rx=\"8\" fill=\"{}\" stroke=\"#567\"/><text "
        "x=\"{}\" "
        "y=\"{}\" text-anchor=\"middle\">{}</text></g>\n",
        place.x - 55, place.y - 17, fill, place.x, place.y + 5, to_string(place.state));
  }
  fmt::print(
      "<text x=\"20\" y=\"585\" fill=\"#567\">green: standing, yellow: moving, red: locked. Emergency is "
      "reached from "
      "every state and left by reset; hover an arrow for what takes it.</text>\n</svg>\n");
}

}  // namespace
}  // namespace hexad::lifecycle

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "markdown") {
    hexad::lifecycle::print_markdown();
  } else if (what == "svg") {
    hexad::lifecycle::print_svg();
  } else {
    std::fputs("usage: lifecycle_doc markdown|svg\n", stderr);
    return 2;
  }
  return 0;
}
