#pragma once
// What is possible (possible.hpp) of manoeuvres and platforms that were looked at before, as a file: seconds
// of work become a line. A row belongs to exactly its platform, manoeuvre and settings: by a fingerprint of
// all their numbers.

#include <optional>
#include <string>
#include <vector>

#include "analysis/possible.hpp"
#include "base/result.hpp"

namespace hexad::analysis {

/// Perceived force errors, m/s² rms.
struct PossibleErrors {
  double still = 0.0;
  double error =
      0.0;  ///< of the best motion that stands at neutral until the vehicle moves: what shares count against
  double ahead = 0.0;  ///< of one that may begin earlier
  double least = 0.0;  ///< nothing that stands until then is below
};

struct PossibleRow {
  std::string fingerprint;
  std::string platform;
  std::string manoeuvre;
  PossibleErrors errors;
};

std::string fingerprint(const Machine& machine, const Manoeuvre& manoeuvre, const PossibleSettings& settings);

/// Rows that cannot be read are left out; no file, no rows.
std::vector<PossibleRow> read_possible(const std::string& path);
std::optional<PossibleErrors> find_possible(const std::vector<PossibleRow>& rows,
                                            const std::string& fingerprint);
/// Adds the row to the file, in place of that of the same platform and manoeuvre. False: it cannot be
/// written.
bool keep_possible(const std::string& path, const PossibleRow& row);

/// All four numbers; half a minute for a long manoeuvre. None when cancelled.
std::optional<PossibleErrors> find_out(const Machine& machine, const Manoeuvre& manoeuvre,
                                       PossibleSettings settings);

}  // namespace hexad::analysis
