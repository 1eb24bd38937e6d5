#include "console_api/cueing_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "config/print.hpp"
#include "cueing/effect_kinds.hpp"
#include "cueing/frequency_response.hpp"
#include "cueing/presets.hpp"
#include "cueing/tuning.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "text/compact.hpp"
#include "web/task_pool.hpp"

namespace hexad::inline console_api {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kThousandth = 1e3;
constexpr double kTenThousandth = 1e4;

double short_of(double value) { return rounded(value, kTenThousandth); }

Json range_json(const cueing::TuningRange& range) { return {range.low, range.high}; }

Json point_json(const Vec3& point) {
  return {short_of(point.x() / kMillimetre), short_of(point.y() / kMillimetre),
          short_of(point.z() / kMillimetre)};
}

/// One number of a tuning: what holds, whether a person chose it, what the preset has, what it may be.
void put_number(Json& json, const std::string& name, double value, bool given, double own,
                const Json& range) {
  json[name] = short_of(value);
  json[name + "_given"] = given;
  json[name + "_preset"] = short_of(own);
  json[name + "_range"] = range;
}

double gain_of(const cueing::Settings& s, std::size_t axis) {
  return axis < 3 ? s.translation[axis].gain : s.rotation[axis - 3].gain;
}
double corner_of(const cueing::Settings& s, std::size_t axis) {
  return axis < 3 ? s.translation[axis].high_pass : s.rotation[axis - 3].high_pass;
}

Json axis_json(const Machine& machine, const CueTuning& tuning, const cueing::Settings& now,
               const cueing::Settings& own, std::size_t axis) {
  Json json{{"axis", name_of(static_cast<Axis>(axis))}};
  put_number(json, "gain", gain_of(now, axis), tuning.gain[axis].has_value(), gain_of(own, axis),
             range_json(cueing::kGainRange));
  put_number(json, "high_pass", corner_of(now, axis), tuning.high_pass[axis].has_value(),
             corner_of(own, axis), range_json(cueing::kHighPassRange));
  const cueing::AxisBounds most = cueing::bounds_of(now, axis);
  const double unit = axis < 3 ? kMillimetre : kDegree;
  json["input_up_to"] = short_of(most.input / (axis < 3 ? 1.0 : kDegree));
  const bool direct = axis < 3 && now.translation[axis].direct.travel > 0.0;
  json["direct_from"] = short_of(direct ? now.translation[axis].direct.corner : 0.0);
  json["extra_pole"] = short_of(axis < 3 ? now.translation[axis].extra_pole : 0.0);
  json["travel_up_to"] = short_of(most.travel / unit);
  json["of_reach"] = machine.reach[axis] > 0.0 ? short_of(most.travel / machine.reach[axis]) : 0.0;
  json["speed_up_to"] = short_of(most.speed / unit);
  return json;
}

Json tilt_json(const Machine& machine, const CueTuning& tuning, const cueing::Settings& now,
               const cueing::Settings& own) {
  Json json;
  put_number(json, "gain", now.tilt.gain, tuning.tilt_gain.has_value(), own.tilt.gain,
             range_json(cueing::kTiltGainRange));
  put_number(json, "low_pass", now.tilt.low_pass, tuning.tilt_low_pass.has_value(), own.tilt.low_pass,
             range_json(cueing::kTiltLowPassRange));
  put_number(json, "rate", now.tilt.rate / kDegree, tuning.tilt_rate.has_value(), own.tilt.rate / kDegree,
             {cueing::kTiltRateRange.low, short_of(cueing::most_tilt_rate(machine) / kDegree)});
  json["up_to"] = short_of(now.tilt.most / kDegree);
  return json;
}

Json kinds_json() {
  Json list = Json::array();
  for (const cueing::EffectInfo& info : cueing::effect_kinds()) {
    Json numbers = Json::array();
    for (const cueing::EffectNumber& number : info.numbers) {
      Json one{{"name", number.name}, {"unit", number.unit}};
      if (number.choices.empty()) {
        one["range"] = {number.low, number.high};
        one["default"] = number.usual;
      } else {
        one["choices"] = number.choices;
        one["default"] = number.choices[static_cast<std::size_t>(number.usual)];
      }
      numbers.push_back(one);
    }
    list.push_back({{"kind", info.name}, {"numbers", numbers}});
  }
  return list;
}

/// `kind` and its numbers, as an order has them.
Json effect_json(const EffectSettings& settings) {
  const cueing::EffectInfo* const info = cueing::info_of(settings.kind);
  if (info == nullptr) return nullptr;
  Json json{{"kind", info->name}};
  for (const cueing::EffectNumber& number : info->numbers) {
    const double value = number.get(settings);
    Json& one = json[std::string{number.name}];
    if (!number.choices.empty())
      one = number.choices[static_cast<std::size_t>(value)];
    else if (number.whole)
      one = static_cast<std::int64_t>(value);
    else
      one = rounded(value / number.scale(settings), 1e9);
  }
  return json;
}

/// "surge_pitch" is the test "surge-pitch" of the command line.
const cueing::ResponseTest* find_test(std::string_view name) {
  std::string wanted{name};
  std::replace(wanted.begin(), wanted.end(), '_', '-');
  for (const cueing::ResponseTest& test : cueing::response_tests())
    if (test.name == wanted) return &test;
  return nullptr;
}

}  // namespace

std::string cueing_text(const Machine& machine, const CueTuning& tuning, const PresentEffects& effects) {
  const cueing::Settings now = cueing::derive(machine, tuning);
  CueTuning plain = tuning;
  for (const cueing::TuningNumber& number : cueing::tuning_numbers()) number.at(plain).reset();
  const cueing::Settings own = cueing::derive(machine, plain);
  Json json{{"preset", cueing::name_of(tuning.preset)},
            {"engine", cueing::name_of(tuning.engine)},
            {"input", cueing::name_of(tuning.input)}};
  for (const cueing::PresetInfo& info : cueing::presets())
    json["presets"].push_back({{"name", info.name}, {"text", messages::english(info.text)}});
  for (const CueEngine engine : {CueEngine::classical, CueEngine::predictive})
    json["engines"].push_back(cueing::name_of(engine));
  for (const CueInput input : {CueInput::acceleration, CueInput::specific_force})
    json["inputs"].push_back(cueing::name_of(input));
  for (std::size_t i = 0; i < kAxes; ++i) json["axes"].push_back(axis_json(machine, tuning, now, own, i));
  json["tilt"] = tilt_json(machine, tuning, now, own);
  json["head_mm"] = point_json(tuning.head);
  json["rotation_point_mm"] = point_json(tuning.rotation_point);
  for (const EffectSettings& effect : effects) json["effects"].push_back(effect_json(effect));
  json["effect_kinds"] = kinds_json();
  Config config;
  config.cueing = tuning;
  json["toml"] = to_toml(config, "cueing");
  return json.dump();
}

bool is_cue_test(std::string_view test) { return find_test(test) != nullptr; }

web::Response cue_response(const Machine& machine, const CueTuning& tuning, std::string_view name) {
  const cueing::ResponseTest* const test = find_test(name);
  if (test == nullptr) return web::error(400, messages::Id::no_cue_test);
  const auto points = cueing::respond(machine, cueing::derive(machine, tuning), *test, web::TaskPool::ending);
  if (!points) return web::error(503, messages::Id::accept_program_ends);
  Json json{{"test", name}, {"unit", test->unit}};
  for (const cueing::ResponsePoint& point : *points) {
    json["omega"].push_back(short_of(point.omega));
    json["gain"].push_back(short_of(point.gain));
    json["phase"].push_back(std::round(point.phase / kDegree * 100.0) / 100.0 + 0.0);
  }
  json["engine"] = cueing::name_of(tuning.engine);
  return {.body = json.dump() + '\n'};
}

namespace {

void put_three(Compact& out, const Vec3& value, double unit) {
  out.list(3, [&](std::size_t i) { out.number(value[static_cast<Eigen::Index>(i)] / unit, kTenThousandth); });
}

}  // namespace

const MessageTable<PlayedManoeuvre>& manoeuvre_table() {
  using M = PlayedManoeuvre;
  static const MessageTable<M> table{
      "Manoeuvre",
      "The manoeuvre that is played into the cueing, or held.",
      {{{"name", "text", "", ""}, [](Compact& o, const M& m) { o.text_or_null(m.name); }},
       {{"time_s", "number", "s", "of it"}, [](Compact& o, const M& m) { o.number(m.time, kThousandth); }},
       {{"duration_s", "number", "s", ""}, [](Compact& o, const M& m) { o.number(m.duration, kThousandth); }},
       {{"repeat", "flag", "", "until stopped"}, [](Compact& o, const M& m) { o.flag(m.repeat); }}}};
  return table;
}

const MessageTable<CueShown>& cue_table() {
  using C = CueShown;
  static const MessageTable<C> table{
      "Cue",
      "What the cueing makes of the vehicle now. Rates are pitch roll yaw, accelerations and forces sway "
      "surge heave.",
      {{{"active", "flag", "", ""}, [](Compact& o, const C& c) { o.flag(c.cue.active); }},
       {{"vehicle_rate", "Point", "°/s", ""},
        [](Compact& o, const C& c) { put_three(o, c.cue.vehicle.rate, kDegree); }},
       {{"vehicle_acceleration", "Point", "m/s²", ""},
        [](Compact& o, const C& c) { put_three(o, c.cue.vehicle.acceleration, 1.0); }},
       {{"felt_rate", "Point", "°/s", "at the head"},
        [](Compact& o, const C& c) { put_three(o, c.cue.felt_rate, kDegree); }},
       {{"felt_force", "Point", "m/s²", "at the head, less gravity of a level cabin"},
        [](Compact& o, const C& c) { put_three(o, c.cue.felt_force, 1.0); }},
       {{"tilt_rate", "number", "°/s", "of tilt alone"},
        [](Compact& o, const C& c) { o.number(c.cue.tilt_rate / kDegree, kThousandth); }},
       {{"predictive", "number", "", "share of the predictive engine, 0…1"},
        [](Compact& o, const C& c) { o.number(c.cue.predictive_share, kThousandth); }},
       {{"fallbacks", "whole", "", "from predictive to classical"},
        [](Compact& o, const C& c) { o.whole(c.cue.fallbacks); }},
       {{"tuned", "whole", "", "rises with every change by anybody"},
        [](Compact& o, const C& c) { o.whole(c.cue.tuned); }},
       {{"effect_share", "number", "", "of the effects that is let through, 0…1"},
        [](Compact& o, const C& c) { o.number(c.cue.effect_share, kThousandth); }},
       {{"effects", "text?[]", "", "by place"},
        [](Compact& o, const C& c) {
          o.list(kEffects, [&](std::size_t i) {
            const cueing::EffectInfo* const info = cueing::info_of(c.cue.effects[i]);
            o.text_or_null(info == nullptr ? "" : info->name);
          });
        }},
       {{"manoeuvre", "Manoeuvre?", "", "played by the operator; null: none is"}, [](Compact& o, const C& c) {
          c.manoeuvre ? manoeuvre_table().put(o, *c.manoeuvre) : void(o.raw("null"));
        }}}};
  return table;
}

}  // namespace hexad::inline console_api
