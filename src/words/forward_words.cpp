#include "words/forward_words.hpp"

#include "messages/say.hpp"

namespace hexad::inline words {

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

messages::Message reason(const kinematics::Forward& solution) {
  switch (solution.status) {
    case ForwardStatus::ok:
      return {};
    case ForwardStatus::no_convergence:
      return messages::say<messages::Id::forward_no_pose>(solution.iterations);
    case ForwardStatus::other_mode:
      return messages::Id::forward_other_mode;
    case ForwardStatus::near_singular:
      return messages::Id::forward_near_singular;
  }
  return {};
}

}  // namespace hexad::inline words
