#include "console_api/telemetry_text.hpp"

#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "console_api/cueing_text.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "text/compact.hpp"
#include "web/http.hpp"
#include "words/fact_json.hpp"

namespace hexad::runtime::console {
namespace {

constexpr double kThousandth = 1e3;
constexpr double kTenThousandth = 1e4;

void put_axes(Compact& out, const AxisValues& axes) {
  out.list(kAxes, [&](std::size_t i) {
    i < 3 ? out.number(axes[i] / kMillimetre, kThousandth) : out.number(axes[i] / kDegree, kTenThousandth);
  });
}

void put_pose(Compact& out, std::string_view key, const Pose& pose, double neutral_above_bottom) {
  put_axes(out.key(key), kXyzConvention.from_pose(pose, neutral_above_bottom));
}

void put_twist(Compact& out, const Twist& twist) {
  const AxisValues axes{twist.linear.x(),  twist.linear.y(),  twist.linear.z(),
                        twist.angular.x(), twist.angular.y(), twist.angular.z()};
  put_axes(out.key("velocity"), axes);
}

template <class Value>
void put_legs(Compact& out, std::string_view key, std::size_t legs, double digits, Value&& value) {
  out.key(key).list(legs, [&](std::size_t i) { out.number(value(i), digits); });
}

void put_optional(Compact& out, std::string_view key, const std::optional<double>& value) {
  value ? out.key(key).number(*value, kThousandth) : out.key(key).raw("null");
}

void put_reason(Compact& out, std::string_view key, std::string_view text) {
  text.empty() ? out.key(key).raw("null") : out.key(key).word(text);
}

void put_drive(Compact& out, const Identity& identity, const Telemetry& t, const Beside& beside) {
  out.key("state").word(to_string(t.state)).key("before").word(to_string(t.before));
  out.key("program").word(to_string(t.program));
  out.key("driver").raw(t.driver ? web::quoted(identity.names.to_text(t.driver)) : "null");
  out.key("driver_is_operator").flag(t.driver == kOperatorEndpoint);
  put_optional(out, "silence", beside.silence_s);
  put_optional(out, "timeout", beside.timeout_s);
}

void put_legs(Compact& out, const Identity& identity, const Telemetry& t) {
  const auto& legs = t.feedback.legs;
  const std::size_t count = identity.legs;
  put_legs(out, "ext", count, kThousandth, [&](std::size_t i) { return legs[i].extension / kMillimetre; });
  put_legs(out, "vel", count, kThousandth, [&](std::size_t i) { return legs[i].velocity / kMillimetre; });
  put_legs(out, "torque", count, kThousandth, [&](std::size_t i) { return legs[i].torque; });
  put_legs(out, "current", count, kThousandth, [&](std::size_t i) { return legs[i].current; });
  put_legs(out, "voltage", count, 10.0, [&](std::size_t i) { return legs[i].voltage; });
  out.key("err").list(count, [&](std::size_t i) { out.whole(legs[i].error); });
  std::uint64_t enabled = 0;
  for (std::size_t i = 0; i < count; ++i) enabled |= legs[i].enabled ? std::uint64_t{1} << i : 0;
  out.key("enabled").whole(enabled);
}

void put_flags(Compact& out, const Telemetry& t, const Beside& beside) {
  out.key("zeroed").flag(t.zeroed).key("moving").flag(t.moving).key("clamped").flag(t.clamped);
  out.key("barred").flag(t.barred).key("host_lost").flag(t.host_lost);
  out.key("button").flag(beside.button || t.feedback.emergency_button);
  out.key("progress").number(t.progress, kThousandth).key("path_time").number(t.path_time, kThousandth);
  out.key("override").number(t.override_share, kThousandth);
}

}  // namespace

std::string injected_text(const plant::Injected& injected, std::size_t legs) {
  std::string text = "[";
  for (const plant::InjectionInfo& info : plant::injections()) {
    if (!injected.any(info.kind)) continue;
    for (std::size_t leg = 0; leg < (info.per_leg ? legs : 1); ++leg) {
      if (info.per_leg && !injected.on(info.kind, leg)) continue;
      text += fmt::format("{}\"{}{}\"", text.size() > 1 ? "," : "", info.name,
                          info.per_leg ? fmt::format(":{}", leg + 1) : "");
    }
  }
  return text + ']';
}

std::string telemetry_text(const Identity& identity, const Telemetry& t, const Beside& beside) {
  const double above = identity.neutral_above_bottom;
  Compact out{",\"type\":\"t\""};
  out.key("tick").whole(t.tick).key("time").number(to_seconds(t.time.time_since_epoch()), kThousandth);
  out.key("mono").number(beside.mono_s, kThousandth);
  put_drive(out, identity, t, beside);
  put_pose(out, "pose", t.actual, above);
  out.key("valid").flag(t.zeroed && t.actual_valid);
  put_pose(out, "commanded", t.commanded.pose, above);
  put_pose(out, "target", t.target, above);
  put_twist(out, t.actual_velocity);
  put_legs(out, identity, t);
  out.key("limit").raw(limit_json(t.limit).dump());
  put_flags(out, t, beside);
  const bool free = t.why_not == Refusal::none;
  put_reason(out, "why_not", free ? std::string_view{} : words::row_of(id_of(t.why_not)).english);
  put_reason(out, "why_code", free ? std::string_view{} : to_string(t.why_not));
  const words::Id step_on = why_not_step_on(t, identity.legs);
  out.key("step_on").flag(step_on == words::Id::nothing);
  put_reason(out, "why_not_step_on", words::row_of(step_on).english);
  put_reason(out, "step_on_code", step_on == words::Id::nothing ? "" : words::row_of(step_on).id);
  out.key("fault").raw(fault_json(t.fault, t.code).dump());
  out.key("relays").whole(t.setpoint.relays).key("outputs").whole(t.setpoint.outputs);
  out.key("inputs").whole(t.feedback.inputs);
  out.key("rotary");
  if (identity.has_rotary) {
    out.raw("{\"angle\":").number(t.feedback.rotary / kDegree, kTenThousandth);
    out.key("speed").number(t.setpoint.rotary_velocity / kDegree, kTenThousandth).raw("}");
  } else {
    out.raw("null");
  }
  out.key("injected").raw(injected_text(beside.injected, identity.legs));
  if (beside.cue) out.key("cue").raw(cue_report_text(t.cue));
  return out.raw("}").take();
}

}  // namespace hexad::runtime::console
