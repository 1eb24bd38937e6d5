#pragma once
// Inside the answers: what more than one of them says.

#include <cmath>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "verification/leg_table.hpp"
#include "verification/parameter_set.hpp"
#include "web/http.hpp"

namespace hexad::verification {

using OrderedJson = nlohmann::ordered_json;

inline double rounded(double value, double digits = 1e6) { return std::round(value * digits) / digits + 0.0; }

/// What is no number is null.
OrderedJson shown(double value, double digits = 1e6);

web::Response answer(const OrderedJson& json);
/// As the previews say it: {"error": {"line", "axis", "column", "code", "text", "message"}}.
web::Response answer_error(std::string_view code, const messages::Message& what);

/// {"what", "leg", "axis", "asked", "allowed", "unit", "text"}, or null for none.
OrderedJson hit_json(const LimitHit& hit);
/// [{"what", "why"}]: what a verdict does not speak of.
OrderedJson coverage_json(const motion::Coverage& coverage);
OrderedJson findings_json(const std::vector<kinematics::Finding>& findings);
/// [{"line", "column", "text", "message", "expected", "expected_message"}]: what is said of a file's places.
OrderedJson remarks_json(const std::vector<CsvRemark>& remarks);
/// Joints, and the items of the file; `all`: the others too.
OrderedJson set_json(const ParameterSet& set, bool all);

}  // namespace hexad::verification
