#pragma once
// The answers of /api/verify/…: a parameter set that is being edited, computed by the program's own
// kinematics. Stateless but for the projects that are kept, and without any way to the platform that runs.
// All of it takes its time: for a thread of its own.

#include <span>
#include <string>
#include <string_view>

#include "model/machine.hpp"
#include "web/http.hpp"

namespace hexad::verification {

/// {"presets": [{"name", "description", "set"}]}: the platforms that come with the program.
web::Response presets();

/// {"projects": [{"name", "changed"}]}: those that the program keeps, the one changed last first. `state`:
/// the configured folder of what survives a restart.
web::Response projects(const std::string& state);

/// {"name", "set"}: the machine that runs, as a set to start from.
web::Response running(const Machine& machine);

struct Route {
  std::string_view path;
  std::size_t most_body;
  web::Response (*answer)(const std::string& body);
  bool slow = false;  ///< seconds, not milliseconds: in a line of its own
};
/// Every POST route that knows nothing but its request.
std::span<const Route> routes();

/// POST routes to what the program keeps.
struct ProjectRoute {
  std::string_view path;
  std::size_t most_body;
  web::Response (*answer)(const std::string& body, const std::string& state);
};
std::span<const ProjectRoute> project_routes();

// One source a group of routes.
web::Response answer_pose(const std::string& body);
web::Response answer_modes(const std::string& body);
web::Response answer_csv(const std::string& body);
web::Response answer_csv_save(const std::string& body);
web::Response answer_toml(const std::string& body);
web::Response answer_toml_save(const std::string& body);
web::Response answer_xlsx(const std::string& body);
web::Response answer_project_load(const std::string& body, const std::string& state);
web::Response answer_project_save(const std::string& body, const std::string& state);
web::Response answer_project_remove(const std::string& body, const std::string& state);
web::Response answer_identify(const std::string& body);
web::Response answer_circle(const std::string& body);
web::Response answer_shift(const std::string& body);
web::Response answer_reach(const std::string& body);
web::Response answer_map(const std::string& body);
web::Response answer_sine(const std::string& body);
web::Response answer_roadmap(const std::string& body);

}  // namespace hexad::verification
