#include <array>

#include "design/routes/answers.hpp"
#include "design/routes/request.hpp"

namespace hexad::design {
namespace {

using About = web::Response (*)(const Machine&, const UnorderedJson&);

web::Response answer_about(const std::string& body, std::initializer_list<std::string_view> wanted,
                           About about) {
  const OpenedRequest opened = open_request(body, wanted);
  return opened.refusal ? *opened.refusal : about(*opened.machine, opened.document);
}

web::Response answer_clearance(const std::string& body) {
  return answer_about(body, {"least", "body", "mount", "joint_limit"}, clearance_answer);
}
web::Response answer_volume(const std::string& body) {
  return answer_about(body, {"rotation", "tilt", "points", "box", "first_row", "rows", "cells"},
                      volume_answer);
}
web::Response answer_volume_file(const std::string& body) {
  return answer_about(body, {"rotation", "tilt", "points", "box", "format"}, volume_file_answer);
}
web::Response answer_envelope(const std::string& body) {
  return answer_about(body, {"low", "high", "velocity", "acceleration"}, envelope_answer);
}
web::Response answer_stiffness(const std::string& body) {
  return answer_about(body, {"pose", "leg"}, stiffness_answer);
}
web::Response answer_tolerances(const std::string& body) {
  return answer_about(body, {"tolerance", "point"}, tolerances_answer);
}
web::Response answer_size(const std::string& body) {
  return answer_about(
      body,
      {"motion", "motors", "show", "reserve_percent", "brake", "screw", "belt", "gear", "bus", "picture"},
      [](const Machine& machine, const UnorderedJson& document) { return size_answer(machine, document); });
}

}  // namespace

std::span<const verification::Route> routes() {
  constexpr std::size_t kSmall = 16 * 1024;
  constexpr std::size_t kText = 256 * 1024;
  static constexpr std::array kRoutes{
      verification::Route{"/api/verify/clearance", kSmall, answer_clearance, true},
      verification::Route{"/api/verify/volume", kSmall, answer_volume, true},
      verification::Route{"/api/verify/volume/file", kSmall, answer_volume_file, true},
      verification::Route{"/api/verify/envelope", kSmall, answer_envelope},
      verification::Route{"/api/verify/stiffness", kSmall, answer_stiffness},
      verification::Route{"/api/verify/tolerances", kSmall, answer_tolerances},
      verification::Route{"/api/verify/size", kText, answer_size, true},
      verification::Route{"/api/verify/design", kText, answer_design, true}};
  return kRoutes;
}

}  // namespace hexad::design
