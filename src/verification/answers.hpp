#pragma once
// The answers of /api/verify/…: a parameter set that is being edited, computed by the program's own
// kinematics. Stateless, and without any way to the platform that runs. All of it takes its time: for a
// thread of its own.

#include <span>
#include <string>
#include <string_view>

#include "web/http.hpp"

namespace hexad::verification {

/// {"presets": [{"name", "description", "set"}]}: the platforms that come with the program.
web::Response presets();

struct Route {
  std::string_view path;
  std::size_t most_body;
  web::Response (*answer)(const std::string& body);
  bool slow = false;  ///< seconds, not milliseconds: in a line of its own
};
/// Every POST route.
std::span<const Route> routes();

// One source a group of routes.
web::Response answer_pose(const std::string& body);
web::Response answer_modes(const std::string& body);
web::Response answer_csv(const std::string& body);
web::Response answer_csv_save(const std::string& body);
web::Response answer_circle(const std::string& body);
web::Response answer_shift(const std::string& body);
web::Response answer_reach(const std::string& body);
web::Response answer_map(const std::string& body);
web::Response answer_sine(const std::string& body);
web::Response answer_roadmap(const std::string& body);

}  // namespace hexad::verification
