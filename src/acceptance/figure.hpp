#pragma once
// What an acceptance test found, as plain values: figures with the bounds they must keep, and charts. A
// report is an edge: millimetres, degrees, seconds, newton metres, as the console says them. Tool code:
// allocates.

#include <string>
#include <vector>

#include "messages/message.hpp"

namespace hexad::acceptance {

/// `pattern <= value` or `pattern >= value`, from a file or the command line.
struct Bound {
  std::string pattern;  ///< of figure names; * stands for anything
  bool at_least = false;
  double value = 0.0;
  std::string source{};  ///< where it comes from, in words

  bool fits(const std::string& name) const;
  /// NaN keeps no bound.
  bool holds(double figure) const noexcept { return at_least ? figure >= value : figure <= value; }
};

struct Figure {
  std::string name;  ///< "response.heave.1Hz.gain"
  double value = 0.0;
  std::string unit{};
  std::vector<Bound> bounds{};  ///< none: a figure, no bound

  bool holds() const noexcept;
};

struct Line {
  messages::Message name;
  std::vector<double> y;
};

struct Chart {
  messages::Message title;
  std::string unit;
  std::vector<double> x;
  std::vector<Line> lines;
  bool log_x = false;
  double least_span = 0.0;  ///< of the y axis
};

struct TestResult {
  std::string name;         ///< "response", as --only has it
  messages::Message title;  ///< "Frequency response"
  messages::Message note{};
  messages::Message not_measured{};  ///< why it, or a part of it, could not be measured; nothing = all was
  std::vector<Figure> figures{};
  std::vector<Chart> charts{};

  void add(std::string figure, double value, std::string unit) {
    figures.push_back({std::move(figure), value, std::move(unit), {}});
  }
};

}  // namespace hexad::acceptance
