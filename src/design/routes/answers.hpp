#pragma once
// The answers of /api/verify/… that size drives, look for clearance and design machines: like those of the
// verification (verification/answers.hpp), stateless and without any way to the platform that runs.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "model/machine.hpp"
#include "verification/answers.hpp"

namespace hexad::design {

/// GET /api/verify/motors
web::Response motors();

/// Every POST route.
std::span<const verification::Route> routes();

// Each of them about a machine: what the page asks about a set, the command line asks about a platform file.
// `document`: the request without its set.
web::Response clearance_answer(const Machine& machine, const nlohmann::json& document);
web::Response volume_answer(const Machine& machine, const nlohmann::json& document);
web::Response volume_file_answer(const Machine& machine, const nlohmann::json& document);
web::Response envelope_answer(const Machine& machine, const nlohmann::json& document);
web::Response stiffness_answer(const Machine& machine, const nlohmann::json& document);
web::Response tolerances_answer(const Machine& machine, const nlohmann::json& document);
/// Files that a request has not: for who sits at this machine.
struct SizeFiles {
  std::string motors{};     ///< of one's own
  std::string manoeuvre{};  ///< in the place of one that comes with the program
};
web::Response size_answer(const Machine& machine, const nlohmann::json& document,
                          const SizeFiles& files = {});

/// POST /api/verify/design
web::Response answer_design(const std::string& body);

}  // namespace hexad::design
