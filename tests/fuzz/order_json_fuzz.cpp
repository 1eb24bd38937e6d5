// Any text as an order: of POST /api/ctl and of the websocket, or (first byte odd) as typed behind `hexad
// ctl`. Refused with words in both languages, or an order of the table whose numbers are finite and in their
// ranges, whose legs there are, whose file names are names; and one that reads the same a second time.

#include <cmath>
#include <nlohmann/json.hpp>

#include "fuzz/check.hpp"
#include "messages/print.hpp"
#include "operation/operator_order.hpp"

namespace {

using namespace hexad;
using namespace hexad::fuzz;
using Json = nlohmann::json;

void finite(double value) { require(std::isfinite(value), "a number that is none"); }
void finite(const AxisValues& values) {
  for (const double value : values) finite(value);
}

struct Looks {
  void operator()(const MoveTo& move) const {
    finite(move.target);
    finite(move.speed);
  }
  void operator()(const Sine& sine) const {
    finite(sine.amplitude);
    finite(sine.frequency);
    finite(sine.phase);
  }
  void operator()(const SpeedOverride& speed) const {
    require(speed.share >= 0.1 && speed.share <= 1.0, "a share of the speed out of its range");
  }
  void operator()(const Jog& jog) const {
    finite(jog.speed);
    require(jog.legs != 0 && jog.legs < 1u << kMaxLegs, "legs that are not there");
  }
  void operator()(const Follow& follow) const {
    finite(follow.pose);
    if (follow.rotary) finite(*follow.rotary);
  }
  void operator()(const PathPlan& plan) const {
    require(!plan.points.empty() && (plan.speeds.empty() || plan.speeds.size() == plan.points.size()),
            "a path of nothing");
    for (const AxisValues& point : plan.points) finite(point);
    for (const AxisValues& speed : plan.speeds) finite(speed);
  }
  void operator()(const TimedPlan& plan) const {
    require(!plan.points.empty() && plan.points.size() == plan.times.size(), "a time a point");
    for (const AxisValues& point : plan.points) finite(point);
    for (const double time : plan.times) finite(time);
  }
  void operator()(const FormulaPlan& plan) const {
    finite(plan.duration);
    require(plan.duration >= 0.0, "it ends before it begins");
  }
  void operator()(const FilePlan& plan) const {
    finite(plan.scale);
    require(is_file_name(plan.name), "a name that is no file's");
  }
  void operator()(const SetEffect& effect) const { require(effect.place < kEffects, "a place of no effect"); }
  void operator()(const CueOrder& order) const {
    for (const auto& gain : order.numbers.gain)
      if (gain) finite(*gain);
    for (const auto& edge : order.numbers.high_pass)
      if (edge) finite(*edge);
    for (int i = 0; i < 3; ++i) finite(order.numbers.head[i]);
  }
  void operator()(const SpeedOfTime& speed) const {
    require(speed.factor > 0.0 && std::isfinite(speed.factor), "time that stands or goes back");
  }
  template <class Other>
  void operator()(const Other&) const {}
};

void refused(const messages::Message& why) {
  require(!messages::to_text(why, messages::Language::english).empty() &&
              !messages::to_text(why, messages::Language::chinese).empty(),
          "refused without words");
}

/// A leg is one of its own numbers: what a narrower integer makes of another is no leg.
void check_legs(const Json& document) {
  const auto legs = document.find("legs");
  if (legs == document.end() || !legs->is_array()) return;
  for (const Json& leg : *legs)
    require(leg.is_number_integer() && leg >= 1 && leg <= static_cast<int>(kMaxLegs),
            "a leg beyond the last");
}

void check(const Json& document) {
  const auto order = parse_order(document);
  if (!order) return refused(order.error());
  require(order->action != nullptr && find_action(order->action->name) == order->action,
          "an action of no row");
  require(order->wanted.index() == order->action->wanted.index(), "another thing than its row is");
  require(order->said.starts_with(order->action->name), "said otherwise than asked");
  std::visit(Looks{}, order->wanted);
  if (order->as<Jog>() != nullptr) check_legs(document);
  const auto again = parse_order(Json::parse(document.dump()));
  require(again.has_value() && again->said == order->said && again->wait == order->wait &&
              again->press == order->press && again->unless_stopped == order->unless_stopped,
          "printed and read it is another order");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text = text_of(data + 1, size - 1);
  if ((data[0] & 1) == 0) {
    const Json document = Json::parse(text, nullptr, false);
    if (document.is_discarded()) {
      const auto order = parse_order_json(text);
      require(!order, "what is no JSON is an order");
      refused(order.error());
    } else {
      check(document);
    }
    return 0;
  }
  const std::size_t blank = std::min(text.find(' '), text.size());
  const auto document = typed_order(text.substr(0, blank), text.substr(std::min(blank + 1, text.size())));
  if (!document) {
    refused(document.error());
    return 0;
  }
  require(parse_order(*document).has_value(), "typed, it is refused where it is read");
  check(*document);
  return 0;
}
