// The one source that makes JSON of results. Keys are part of the command line's interface.

#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "hexad/reports.hpp"
#include "messages/print.hpp"
#include "model/messages.hpp"

namespace hexad::cli {
namespace {

using Json = nlohmann::ordered_json;  // keys in the order they are written

}  // namespace

std::string to_json(const IkReport& report) {
  Json legs = Json::array();
  for (const IkLeg& leg : report.legs) {
    legs.push_back(Json{{"length_mm", leg.length},
                        {"extension_mm", leg.extension},
                        {"velocity_mm_s", leg.velocity},
                        {"acceleration_mm_s2", leg.acceleration},
                        {"base_angle_deg", leg.base_angle},
                        {"platform_angle_deg", leg.platform_angle},
                        {"joint_mm", leg.joint},
                        {"force_kN", leg.force},
                        {"torque_Nm", leg.torque},
                        {"rpm", leg.rpm}});
  }
  Json limits = Json::array();
  for (const messages::Message& limit : report.limits) limits.push_back(messages::english(limit));
  return Json{{"pose", report.pose},
              {"legs", std::move(legs)},
              {"reachable", report.reachable},
              {"limits", std::move(limits)},
              {"not_checked", messages::english(report.not_checked)},
              {"condition", report.condition}}  // null when singular: JSON has no infinity
             .dump() +
         '\n';
}

std::string to_json(const FkReport& report) {
  return Json{{"pose", report.pose},
              {"residual_mm", report.residual},
              {"iterations", report.iterations},
              {"status", name_of(report.status)}}
             .dump() +
         '\n';
}

std::string to_json(const ReachReport& report) {
  Json axes = Json::object();
  for (std::size_t i = 0; i < kAxes; ++i) {
    const Axis axis = static_cast<Axis>(i);
    const double unit = is_rotation(axis) ? kDegree : kMillimetre;
    axes[std::string{hexad::name_of(axis)}] = {report.ranges[i].low / unit, report.ranges[i].high / unit};
  }
  return axes.dump() + '\n';
}

std::string to_json(const std::vector<PresetReport>& presets) {
  Json list = Json::array();
  for (const PresetReport& preset : presets)
    list.push_back(Json{{"name", preset.name},
                        {"description", preset.description},
                        {"legs", preset.legs},
                        {"rotary", preset.rotary},
                        {"stroke_mm", preset.stroke},
                        {"neutral_height_mm", preset.neutral_height}});
  return Json{{"platforms", std::move(list)}}.dump() + '\n';
}

}  // namespace hexad::cli
