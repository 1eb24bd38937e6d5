#include "runtime/verify/json_text.hpp"

#include <nlohmann/json.hpp>

#include "runtime/console/telemetry_text.hpp"

namespace hexad::runtime::verify {

OrderedJson shown(double value, double digits) {
  return std::isfinite(value) ? OrderedJson(rounded(value, digits)) : OrderedJson(nullptr);
}

web::Response answer(const OrderedJson& json) {
  return {.body = json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + '\n'};
}

web::Response answer_error(std::string_view code, const std::string& text) {
  OrderedJson json;
  json["error"] = {{"line", nullptr}, {"axis", nullptr}, {"column", nullptr}, {"code", code}, {"text", text}};
  return answer(json);
}

OrderedJson hit_json(const LimitHit& hit) { return OrderedJson::parse(console::limit_text(hit)); }

OrderedJson breach_json(const Breach& breach) {
  if (breach.kind == Breach::Kind::limit) return hit_json(breach.hit);
  const bool torque = breach.kind == Breach::Kind::motor_torque;
  const double unit = torque ? 1.0 : kRevolution * kPerMinute;
  return {{"what", torque ? "motor_torque" : "motor_speed"},
          {"leg", breach.hit.index + 1},
          {"axis", nullptr},
          {"asked", shown(breach.hit.value / unit, 1e3)},
          {"allowed", shown(breach.hit.bound / unit, 1e3)},
          {"unit", torque ? "Nm" : "rpm"},
          {"text", breach.text}};
}

OrderedJson findings_json(const std::vector<kinematics::Finding>& findings) {
  using Kind = kinematics::Finding::Kind;
  OrderedJson list = OrderedJson::array();
  for (const kinematics::Finding& finding : findings)
    list.push_back({{"kind", finding.kind == Kind::error     ? "error"
                             : finding.kind == Kind::warning ? "warning"
                                                             : "note"},
                    {"text", finding.text}});
  return list;
}

OrderedJson set_json(const ParameterSet& set, bool all) {
  OrderedJson json{{"base", set.base}, {"platform", set.platform}};
  for (std::size_t i = 0; i < (all ? kSetItems.size() : kCsvItems.size()); ++i)
    json[kSetItems[i].name] = set.*kSetItems[i].value;
  if (all) json["centre"] = set.centre;
  return json;
}

}  // namespace hexad::runtime::verify
