#pragma once
// The cueing report as files: one page that needs nothing else, and a CSV a setting.

#include <string>
#include <vector>

#include "hexad/cue_tables.hpp"

namespace hexad::cli {

std::string cue_page(const Machine& machine, const std::string& file, const std::vector<CueResult>& results);
std::string cue_csv(const Machine& machine, const CueResult& result);

std::string response_page(const Machine& machine, const std::vector<CueResponse>& responses,
                          const std::vector<CueBand>& bands);
std::string response_csv(const CueResponse& response);

/// Into DIR, which is made if need be; false, with the reason on stderr, when it cannot.
bool write_report(const std::string& folder, const std::string& name, const std::string& text);

}  // namespace hexad::cli
