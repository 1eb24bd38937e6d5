#include "console_api/telemetry_text.hpp"

#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "console_api/cueing_text.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "words/fact_json.hpp"

namespace hexad::inline console_api {
namespace {

using S = Snapshot;

constexpr double kThousandth = 1e3;
constexpr double kTenThousandth = 1e4;

void put_axes(Compact& out, const AxisValues& axes) {
  out.list(kAxes, [&](std::size_t i) {
    i < 3 ? out.number(axes[i] / kMillimetre, kThousandth) : out.number(axes[i] / kDegree, kTenThousandth);
  });
}
void put_pose(Compact& out, const S& s, const Pose& pose) {
  put_axes(out, kXyzConvention.from_pose(pose, s.identity.neutral_above_bottom));
}
void put_optional(Compact& out, const std::optional<double>& value) {
  value ? out.number(*value, kThousandth) : out.raw("null");
}
std::string_view english(messages::Id id) { return messages::row_of(id).english; }
messages::Id step_on(const S& s) { return why_not_step_on(s.t, s.identity.legs); }

void put_injected(Compact& out, const S& s) {
  std::vector<std::string> names;
  for (const plant::InjectionInfo& info : plant::injections()) {
    if (!s.beside.injected.any(info.kind)) continue;
    if (!info.per_leg) names.emplace_back(info.name);
    for (std::size_t leg = 0; info.per_leg && leg < s.identity.legs; ++leg)
      if (s.beside.injected.on(info.kind, leg)) names.push_back(fmt::format("{}:{}", info.name, leg + 1));
  }
  out.list(names.size(), [&](std::size_t i) { out.word(names[i]); });
}

}  // namespace

const MessageTable<LegFeedback>& leg_table() {
  using L = LegFeedback;
  static const MessageTable<L> table{
      "Leg",
      "What the drive of one leg reports.",
      {{{"extension_mm", "number", "mm", "from retracted"},
        [](Compact& out, const L& l) { out.number(l.extension / kMillimetre, kThousandth); }},
       {{"velocity_mm_s", "number", "mm/s", ""},
        [](Compact& out, const L& l) { out.number(l.velocity / kMillimetre, kThousandth); }},
       {{"torque_Nm", "number", "Nm", ""},
        [](Compact& out, const L& l) { out.number(l.torque, kThousandth); }},
       {{"current_A", "number", "A", ""},
        [](Compact& out, const L& l) { out.number(l.current, kThousandth); }},
       {{"voltage_V", "number", "V", ""}, [](Compact& out, const L& l) { out.number(l.voltage, 10.0); }},
       {{"enabled", "flag", "", ""}, [](Compact& out, const L& l) { out.flag(l.enabled); }},
       {{"brake_closed", "flag", "", ""}, [](Compact& out, const L& l) { out.flag(l.brake_closed); }},
       {{"error", "whole", "", "the drive's own code; 0 = none"},
        [](Compact& out, const L& l) { out.whole(l.error); }}}};
  return table;
}

const MessageTable<S>& rotary_table() {
  static const MessageTable<S> table{
      "Rotary",
      "The rotary axis.",
      {{{"angle", "number", "°", ""},
        [](Compact& out, const S& s) { out.number(s.t.feedback.rotary / kDegree, kTenThousandth); }},
       {{"speed", "number", "°/s", "asked for"}, [](Compact& out, const S& s) {
          out.number(s.t.setpoint.rotary_velocity / kDegree, kTenThousandth);
        }}}};
  return table;
}

const MessageTable<Feedback>& drives_table() {
  using F = Feedback;
  static const MessageTable<F> table{
      "Drives",
      "The line to the drives.",
      {{{"simulated", "flag", "", "by their own report"},
        [](Compact& o, const F& f) { o.flag(f.simulated); }},
       {{"open_loop", "flag", "", "nothing is reported: places are those the drives were sent to"},
        [](Compact& o, const F& f) { o.flag(f.open_loop); }},
       {{"link", "flag", "", "they answer"}, [](Compact& o, const F& f) { o.flag(f.link); }},
       {{"torque_off", "flag", "", "safe torque off is active"},
        [](Compact& o, const F& f) { o.flag(f.torque_off); }},
       {{"setpoint_age_ms", "number", "ms", "of the setpoint when the drives used it"},
        [](Compact& o, const F& f) { o.number(1e3 * f.quality.setpoint_age, kThousandth); }},
       {{"feedback_age_ms", "number", "ms", "of what they reported when it was read"},
        [](Compact& o, const F& f) { o.number(1e3 * f.quality.feedback_age, kThousandth); }},
       {{"bridged", "whole", "", "ticks of theirs without a new setpoint"},
        [](Compact& o, const F& f) { o.whole(f.quality.bridged); }},
       {{"rejected", "whole", "", "setpoints they did not take: a jump, or no numbers"},
        [](Compact& o, const F& f) { o.whole(f.quality.rejected); }},
       {{"losses", "whole", "", "how often they stopped by themselves, for want of setpoints"},
        [](Compact& o, const F& f) { o.whole(f.quality.losses); }},
       {{"far_state", "State?", "",
         "of another vendor's controller (gateway), in our words; null: there is none"},
        [](Compact& o, const F& f) {
          o.text_or_null(f.far.life == OwnLife::none ? std::string_view{} : to_string(f.far.state));
        }},
       {{"far_follows", "flag", "", "it goes where it is sent"},
        [](Compact& o, const F& f) { o.flag(f.far.life == OwnLife::follows); }},
       {{"far_limits", "flag", "", "it says that it keeps to less than it is asked for"},
        [](Compact& o, const F& f) { o.flag(f.far.limits); }},
       {{"far_code", "whole", "", "its fault, by mdof's hardware codes; 0 = none"},
        [](Compact& o, const F& f) { o.whole(f.far.code); }},
       {{"far_delay_ms", "number", "ms", "measured: what it reports, behind the setpoint"},
        [](Compact& o, const F& f) { o.number(1e3 * f.far.delay, kThousandth); }},
       {{"far_lost", "whole", "", "statuses of it that did not come"},
        [](Compact& o, const F& f) { o.whole(f.far.lost); }}}};
  return table;
}

const MessageTable<S>& telemetry_table() {
  static const MessageTable<S> table{
      "Telemetry",
      "What the platform does now: the message `t` of the websocket, and the head of GET /api/status.",
      {{{"tick", "whole", "", "ticks since the start"}, [](Compact& o, const S& s) { o.whole(s.t.tick); }},
       {{"time_s", "number", "s", "platform time"},
        [](Compact& o, const S& s) { o.number(to_seconds(s.t.time.time_since_epoch()), kThousandth); }},
       {{"mono_s", "number", "s", "a steady clock of the program, when this was made"},
        [](Compact& o, const S& s) { o.number(s.beside.mono_s, kThousandth); }},
       {{"state", "State", "", "docs/lifecycle.md"},
        [](Compact& o, const S& s) { o.word(to_string(s.t.state)); }},
       {{"before", "State", "", "the state before"},
        [](Compact& o, const S& s) { o.word(to_string(s.t.before)); }},
       {{"program", "Program", "", "what moves, was paused, or moved last"},
        [](Compact& o, const S& s) { o.word(to_string(s.t.program)); }},
       {{"file", "text?", "", "the motion file that `program` is, by its name; null: it is another program"},
        [](Compact& o, const S& s) {
          o.text_or_null(s.t.program == ProgramKind::file ? s.beside.file : "");
        }},
       {{"driver", "text?", "", "who drives: \"darren 192.168.1.5:10010\", \"operator\""},
        [](Compact& o, const S& s) {
          o.text_or_null(s.t.driver ? s.identity.names.to_text(s.t.driver) : "");
        }},
       {{"driver_is_operator", "flag", "", ""},
        [](Compact& o, const S& s) { o.flag(s.t.driver == kOperatorEndpoint); }},
       {{"silence_s", "number", "s", "since the driving host was heard"},
        [](Compact& o, const S& s) { put_optional(o, s.beside.silence_s); }},
       {{"timeout_s", "number", "s", "after which that silence counts"},
        [](Compact& o, const S& s) { put_optional(o, s.beside.timeout_s); }},
       {{"pose", "Six", "mm, °", "where it is, by forward kinematics of what the drives report"},
        [](Compact& o, const S& s) { put_pose(o, s, s.t.actual); }},
       {{"pose_valid", "flag", "",
         "false: not zeroed, or the legs contradict each other; the pose means nothing"},
        [](Compact& o, const S& s) { o.flag(s.t.zeroed && s.t.actual_valid); }},
       {{"commanded", "Six", "mm, °", "what went to the drives"},
        [](Compact& o, const S& s) { put_pose(o, s, s.t.commanded.pose); }},
       {{"target", "Six", "mm, °", "what the program wants"},
        [](Compact& o, const S& s) { put_pose(o, s, s.t.target); }},
       {{"velocity", "Six", "mm/s, °/s", ""},
        [](Compact& o, const S& s) {
          const Twist& v = s.t.actual_velocity;
          put_axes(o,
                   {v.linear.x(), v.linear.y(), v.linear.z(), v.angular.x(), v.angular.y(), v.angular.z()});
        }},
       {{"legs", "Leg[]", "", "from leg 1"},
        [](Compact& o, const S& s) {
          o.list(s.identity.legs, [&](std::size_t i) { leg_table().put(o, s.t.feedback.legs[i]); });
        }},
       {{"limits", "LimitHit[]", "", "what limits the motion now"},
        [](Compact& o, const S& s) {
          s.t.limit ? o.raw("[" + limit_json(s.t.limit).dump() + "]") : o.raw("[]");
        }},
       {{"zeroed", "flag", "", "the position is trusted"},
        [](Compact& o, const S& s) { o.flag(s.t.zeroed); }},
       {{"moving", "flag", "", ""}, [](Compact& o, const S& s) { o.flag(s.t.moving); }},
       {{"clamped", "flag", "", "the newest streamed target was out of reach"},
        [](Compact& o, const S& s) { o.flag(s.t.clamped); }},
       {{"barred", "flag", "", "the operator stopped everything and has not given control back"},
        [](Compact& o, const S& s) { o.flag(s.t.barred); }},
       {{"host_lost", "flag", "", ""}, [](Compact& o, const S& s) { o.flag(s.t.host_lost); }},
       {{"button", "flag", "", "an e-stop button is in"},
        [](Compact& o, const S& s) { o.flag(s.beside.button || s.t.feedback.emergency_button); }},
       {{"progress", "number", "", "0…1 of a program with an end"},
        [](Compact& o, const S& s) { o.number(s.t.progress, kThousandth); }},
       {{"plan", "number?", "", "0…1 of it is made, of the motion that is being prepared; null: none is"},
        [](Compact& o, const S& s) { put_optional(o, s.beside.preparing); }},
       {{"path_time_s", "number", "s", "of a prepared program"},
        [](Compact& o, const S& s) { o.number(s.t.path_time, kThousandth); }},
       {{"override", "number", "", "0.1…1: how fast programs run along their path"},
        [](Compact& o, const S& s) { o.number(s.t.override_share, kThousandth); }},
       {{"why_not", "text?", "", "what stands in the way of motion now, in English; null = nothing"},
        [](Compact& o, const S& s) {
          o.text_or_null(s.t.why_not == Refusal::none ? "" : english(id_of(s.t.why_not)));
        }},
       {{"why_code", "text?", "", "the short name of it: names.json"},
        [](Compact& o, const S& s) {
          o.text_or_null(s.t.why_not == Refusal::none ? "" : to_string(s.t.why_not));
        }},
       {{"may_step_on", "flag", "", "at rest at the bottom, knows that, nobody drives; no safety function"},
        [](Compact& o, const S& s) { o.flag(step_on(s) == messages::Id::nothing); }},
       {{"why_not_step_on", "text?", "", "in English"},
        [](Compact& o, const S& s) { o.text_or_null(english(step_on(s))); }},
       {{"step_on_code", "text?", "", "its id in the table of messages"},
        [](Compact& o, const S& s) {
          const messages::Id why = step_on(s);
          o.text_or_null(why == messages::Id::nothing ? "" : messages::row_of(why).id);
        }},
       {{"fault", "Fault?", "", ""},
        [](Compact& o, const S& s) { o.raw(fault_json(s.t.fault, s.t.code).dump()); }},
       {{"relays", "whole", "", "bit 0 the first"},
        [](Compact& o, const S& s) { o.whole(s.t.setpoint.relays); }},
       {{"outputs", "whole", "", "bit 0 the first"},
        [](Compact& o, const S& s) { o.whole(s.t.setpoint.outputs); }},
       {{"inputs", "whole", "", "bit 0 the first"},
        [](Compact& o, const S& s) { o.whole(s.t.feedback.inputs); }},
       {{"rotary", "Rotary?", "", "null: there is none"},
        [](Compact& o, const S& s) {
          s.identity.has_rotary ? rotary_table().put(o, s) : void(o.raw("null"));
        }},
       {{"drives", "Drives", "", ""}, [](Compact& o, const S& s) { drives_table().put(o, s.t.feedback); }},
       {{"injected", "text[]", "", "faults injected into simulated drives: \"stuck:3\""}, put_injected},
       {{"cue", "Cue?", "", "what the cueing does; only to whom has subscribed to it"},
        [](Compact& o, const S& s) {
          s.beside.cue ? cue_table().put(o, {s.t.cue, s.beside.manoeuvre}) : void(o.raw("null"));
        }}}};
  return table;
}

std::string telemetry_text(const Identity& identity, const Telemetry& t, const TelemetryContext& beside) {
  Compact out{",\"type\":\"t\""};
  telemetry_table().put_fields(out, {identity, t, beside});
  return out.raw("}").take();
}

}  // namespace hexad::inline console_api
