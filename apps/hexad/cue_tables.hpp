#pragma once
// What `hexad cue` says, as tables that go to the terminal and to the page alike, and as JSON.

#include <string>
#include <vector>

#include "analysis/cue_frequency.hpp"
#include "analysis/cue_run.hpp"
#include "messages/message.hpp"

namespace hexad::cli {

using analysis::CueBand;
using analysis::CuePoint;
using analysis::CueResponse;
using analysis::CueResult;
using analysis::CueSample;
using analysis::CueSetting;
using analysis::CueTest;
using analysis::kCueFrequencies;
using analysis::kCueStep;
using analysis::kCueTests;
using analysis::Manoeuvre;
using analysis::response_frequency;
using analysis::response_tests;

struct CueTable {
  std::vector<std::string> headings;  ///< two lines, split at '\n'
  std::vector<std::vector<std::string>> rows;
};

/// Corner frequencies and bounds of one setting, a row an axis.
std::string axis_name(std::size_t axis);
CueTable settings_table(const Machine& machine, const cueing::Settings& settings);
std::string tilt_text(const cueing::Settings& settings);
CueTable travel_table(const Machine& machine, const std::vector<CueResult>& results);
CueTable felt_table(const std::vector<CueResult>& results);
/// What the force error does not show.
CueTable honest_table(const std::vector<CueResult>& results);
CueTable gain_table(const CueResponse& response);
CueTable phase_table(const CueResponse& response);

std::string text_of(const CueTable& table);
std::string html_of(const CueTable& table);

std::string cue_json(const Machine& machine, const std::string& file, const std::vector<CueResult>& results);
std::string response_json(const Machine& machine, const std::vector<CueResponse>& responses,
                          const std::vector<CueBand>& bands);
std::string film_json(const std::string& file, double seconds, const analysis::Possible& best);
std::string settings_json(const Machine& machine, const std::vector<CueSetting>& settings);

/// Outside of a band, one line each: "normal: test 6 surge at 0.398 rad/s: gain 0.41, phase 12.0°".
std::vector<messages::Message> outside_of(const std::vector<CueResponse>& responses,
                                          const std::vector<CueBand>& bands);

}  // namespace hexad::cli
