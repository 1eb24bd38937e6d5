#include "words/forward_words.hpp"

#include <fmt/format.h>

namespace hexad::runtime::verify {

using kinematics::ForwardStatus;

std::optional<Extensions> preset_extensions(const Geometry& geometry, std::string_view name) {
  const double stroke = geometry.stroke;
  if (name == "zero") return Extensions{};
  if (name == "mid") return Extensions::Constant(0.5 * stroke, geometry.legs);
  if (name == "top") return Extensions::Constant(stroke, geometry.legs);
  if (name == "1236" && geometry.legs == kMaxLegs)
    return Extensions{Vec6{stroke, stroke, stroke, 0.0, 0.0, stroke}};
  return std::nullopt;
}

std::string_view name_of(ForwardStatus status) {
  switch (status) {
    case ForwardStatus::ok:
      return "ok";
    case ForwardStatus::no_convergence:
      return "no_convergence";
    case ForwardStatus::other_mode:
      return "other_mode";
    case ForwardStatus::near_singular:
      return "near_singular";
  }
  return "";
}

std::string reason(const kinematics::Forward& solution) {
  switch (solution.status) {
    case ForwardStatus::ok:
      return "";
    case ForwardStatus::no_convergence:
      return fmt::format("no pose found for these legs in {} iterations", solution.iterations);
    case ForwardStatus::other_mode:
      return "these legs lead to another assembly mode: the platform would be folded over or below the base";
    case ForwardStatus::near_singular:
      return "the pose is near singular: the legs do not hold the platform there";
  }
  return "";
}

}  // namespace hexad::runtime::verify
