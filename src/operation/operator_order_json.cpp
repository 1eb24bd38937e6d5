// Orders as JSON: every key, its meaning and its bounds. Units of the edge in, SI out.

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "motion/prepare/prepare.hpp"
#include "operation/cue_order_json.hpp"
#include "operation/operator_order.hpp"

namespace hexad::runtime {
namespace {

using UnorderedJson = nlohmann::json;

constexpr AxisValues kPoseUnits{kMillimetre, kMillimetre, kMillimetre, kDegree, kDegree, kDegree};
constexpr AxisValues kOnes{1, 1, 1, 1, 1, 1};
constexpr AxisValues kDegrees{kDegree, kDegree, kDegree, kDegree, kDegree, kDegree};
constexpr double kMostHz = 20.0;
constexpr double kMostSpeedOfTime = 1000.0;
constexpr std::size_t kMostFormula = 1000;  // characters

struct Keys {
  Action action;
  std::vector<std::string_view> names;
};
const std::vector<Keys>& keys() {
  static const std::vector<Keys> table{
      {Action::give, {"host"}},
      {Action::inject, {"fault"}},
      {Action::go, {"pose", "speed"}},
      {Action::sine, {"amplitude", "frequency", "phase"}},
      {Action::path, {"points", "speed"}},
      {Action::timed, {"rows"}},
      {Action::formula, {"formulas", "duration"}},
      {Action::file, {"name"}},
      {Action::film, {"number"}},
      {Action::follow, {"pose"}},
      {Action::jog, {"legs", "speed"}},
      {Action::override_speed, {"percent"}},
      {Action::relays, {"mask"}},
      {Action::outputs, {"mask"}},
      {Action::inputs, {"mask"}},
      {Action::payload, {"kg"}},
      {Action::speed_of_time, {"factor"}},
      {Action::cueing,
       {"preset", "engine", "input", "gain", "high_pass", "tilt_gain", "tilt_low_pass", "tilt_rate"}}};
  return table;
}

/// Reads what a document has; the first thing that is wrong is kept.
class Reader {
 public:
  explicit Reader(const UnorderedJson& document) : document_{document} {}
  const std::string& problem() const noexcept { return problem_; }
  void fail(std::string_view key, std::string_view reason) {
    if (problem_.empty()) problem_ = fmt::format("{}: {}", key, reason);
  }

  /// Null when it is missing or null.
  const UnorderedJson* find(const char* key) const {
    const auto found = document_.find(key);
    return found == document_.end() || found->is_null() ? nullptr : &*found;
  }
  double number(const char* key, double least, double most) {
    const UnorderedJson* const value = find(key);
    if (value == nullptr) {
      fail(key, "is missing");
      return 0.0;
    }
    const double number = value->is_number() ? value->get<double>() : std::nan("");
    if (!(number >= least && number <= most))
      fail(key, fmt::format("is no number from {} to {}", least, most));
    return number;
  }
  std::uint16_t whole(const char* key, int least, int most) {
    const double value = number(key, least, most);
    if (!(std::floor(value) == value)) fail(key, "is no whole number");
    return problem_.empty() ? static_cast<std::uint16_t>(value) : std::uint16_t{0};
  }
  std::string text(const char* key) {
    const UnorderedJson* const value = find(key);
    if (value == nullptr || !value->is_string()) fail(key, value == nullptr ? "is missing" : "is not a text");
    return problem_.empty() ? value->get<std::string>() : std::string{};
  }
  AxisValues six(const char* key, const AxisValues& units, bool needed = true) {
    const UnorderedJson* const value = find(key);
    AxisValues axes{};
    if (value != nullptr) return row(key, *value, units);
    if (needed) fail(key, "is missing");
    return axes;
  }
  AxisValues row(const std::string& key, const UnorderedJson& value, const AxisValues& units) {
    AxisValues axes{};
    if (!value.is_array() || value.size() != kAxes) fail(key, "is not a list of 6 numbers, X Y Z RX RY RZ");
    for (std::size_t i = 0; problem_.empty() && i < kAxes; ++i) {
      const double number = value[i].is_number() ? value[i].get<double>() : std::nan("");
      if (!std::isfinite(number)) fail(fmt::format("{}[{}]", key, i + 1), "is no number");
      axes[i] = number * units[i];
    }
    return axes;
  }
  const UnorderedJson* rows(const char* key) {
    const UnorderedJson* const value = find(key);
    if (value == nullptr || !value->is_array() || value->empty())
      fail(key, "is not a list of rows");
    else if (value->size() > motion::kMostPoints)
      fail(key, fmt::format("has {} rows; at most {} are taken", value->size(), motion::kMostPoints));
    return problem_.empty() ? value : nullptr;
  }

 private:
  const UnorderedJson& document_;
  std::string problem_;
};

void read_sine(Reader& reader, OrderValues& values) {
  values.amplitude = reader.six("amplitude", kPoseUnits);
  values.frequency = reader.six("frequency", kOnes);
  values.phase = reader.six("phase", kDegrees, false);
  for (std::size_t i = 0; i < kAxes; ++i)
    if (!(values.frequency[i] >= 0.0 && values.frequency[i] <= kMostHz))
      reader.fail(fmt::format("frequency[{}]", i + 1),
                  fmt::format("is no number of Hz from 0 to {}", kMostHz));
}

void read_path(Reader& reader, OrderValues& values) {
  values.speed = reader.six("speed", kPoseUnits, false);
  const UnorderedJson* const rows = reader.rows("points");
  for (std::size_t i = 0; rows != nullptr && i < rows->size(); ++i)
    values.points.push_back(reader.row(fmt::format("points[{}]", i + 1), (*rows)[i], kPoseUnits));
}

void read_timed(Reader& reader, OrderValues& values) {
  const UnorderedJson* const rows = reader.rows("rows");
  for (std::size_t i = 0; rows != nullptr && i < rows->size() && reader.problem().empty(); ++i) {
    const std::string key = fmt::format("rows[{}]", i + 1);
    const UnorderedJson& row = (*rows)[i];
    if (!row.is_array() || row.size() != kAxes + 1 || !row[0].is_number()) {
      reader.fail(key, "is not a list of 7 numbers, t X Y Z RX RY RZ");
      return;
    }
    values.times.push_back(row[0].get<double>());
    values.points.push_back(reader.row(key, UnorderedJson(row.begin() + 1, row.end()), kPoseUnits));
  }
}

void read_formula(Reader& reader, OrderValues& values) {
  const UnorderedJson* const list = reader.find("formulas");
  if (list == nullptr || !list->is_array() || list->size() != kAxes)
    return reader.fail("formulas", "is not a list of 6 texts, X Y Z RX RY RZ");
  for (std::size_t i = 0; i < kAxes; ++i) {
    const std::string key = fmt::format("formulas[{}]", i + 1);
    if (!(*list)[i].is_string()) return reader.fail(key, "is not a text");
    values.formulas[i] = (*list)[i].get<std::string>();
    if (values.formulas[i].size() > kMostFormula)
      return reader.fail(key, fmt::format("is longer than {} characters", kMostFormula));
  }
  values.duration = reader.find("duration") == nullptr ? 0.0 : reader.number("duration", 0.0, 4 * 3600.0);
}

void read_jog(Reader& reader, OrderValues& values) {
  values.value = reader.number("speed", -1000.0, 1000.0) * kMillimetre;
  const UnorderedJson* const legs = reader.find("legs");
  if (legs == nullptr || !legs->is_array() || legs->empty() || legs->size() > kMaxLegs)
    return reader.fail("legs", "is not a list of legs, from 1");
  for (const UnorderedJson& leg : *legs) {
    const int number = leg.is_number_integer() ? leg.get<int>() : 0;
    if (number < 1 || number > static_cast<int>(kMaxLegs))
      return reader.fail("legs", fmt::format("{} is no leg", leg.dump()));
    values.legs = static_cast<std::uint8_t>(values.legs | 1u << (number - 1));
  }
}

/// Of the actions that are read as they would be typed.
bool is_typed(Action action) { return action == Action::cueing || action == Action::effect; }

void read_typed(Action action, const UnorderedJson& document, Reader& reader, OrderValues& values) {
  std::vector<OrderWord> words;
  std::string wrong = typed_words(document, words);
  if (wrong.empty())
    wrong = action == Action::cueing ? read_cueing(words, values.cueing) : read_effect(words, values.effect);
  const std::size_t colon = wrong.find(": ");
  if (!wrong.empty()) reader.fail(wrong.substr(0, colon), wrong.substr(colon + 2));
}

void read_values(Action action, Reader& reader, OrderValues& values) {
  switch (action) {
    case Action::go:
      values.pose = reader.six("pose", kPoseUnits);
      values.speed = reader.six("speed", kPoseUnits, false);
      break;
    case Action::follow:
      values.pose = reader.six("pose", kPoseUnits);
      break;
    case Action::sine:
      return read_sine(reader, values);
    case Action::path:
      return read_path(reader, values);
    case Action::timed:
      return read_timed(reader, values);
    case Action::formula:
      return read_formula(reader, values);
    case Action::file:
      values.name = reader.text("name");
      if (!is_file_name(values.name)) reader.fail("name", "is not the name of a motion file");
      break;
    case Action::film:
      values.number = reader.whole("number", 1, 999);
      break;
    case Action::jog:
      return read_jog(reader, values);
    case Action::override_speed:
      values.value = reader.number("percent", 10.0, 100.0) / 100.0;
      break;
    case Action::relays:
      values.mask = reader.whole("mask", 0, 0xFFF);
      break;
    case Action::outputs:
    case Action::inputs:
      values.mask = reader.whole("mask", 0, 0xFF);
      break;
    case Action::payload:
      values.value = reader.number("kg", 0.0, 1e5);
      break;
    case Action::speed_of_time:
      // In hundredths: each speed there ever was is remembered.
      values.value = std::round(100.0 * reader.number("factor", 0.01, kMostSpeedOfTime)) / 100.0;
      break;
    default:
      break;
  }
}

/// For the log: one line, without the rows of a path.
std::string said_of(const OperatorOrder& order) {
  const OrderValues& v = order.values;
  const std::string name{to_string(order.action)};
  const auto six = [](const AxisValues& axes) {
    std::string text;
    for (std::size_t i = 0; i < kAxes; ++i)
      text += fmt::format(" {:g}", std::round(axes[i] / kPoseUnits[i] * 1e4) / 1e4 + 0.0);
    return text;
  };
  switch (order.action) {
    case Action::go:
    case Action::follow:
      return name + six(v.pose);
    case Action::path:
    case Action::timed:
      return fmt::format("{} of {} points", name, v.points.size());
    case Action::formula:
      return fmt::format("{} {}", name, fmt::join(v.formulas, "; "));
    case Action::file:
      return fmt::format("{} {}", name, v.name);
    case Action::film:
      return fmt::format("{} {}", name, v.number);
    case Action::override_speed:
      return fmt::format("{} {:g} %", name, 100.0 * v.value);
    case Action::relays:
    case Action::outputs:
    case Action::inputs:
      return fmt::format("{} 0x{:X}", name, v.mask);
    case Action::payload:
    case Action::speed_of_time:
      return fmt::format("{} {:g}", name, v.value);
    case Action::cueing:
      return fmt::format("{} {}", name, line_of(words_of(v.cueing)));
    case Action::effect:
      return fmt::format("{} {} {}", name, v.effect.place + 1, line_of(words_of(v.effect.settings)));
    default:
      return name;
  }
}

/// A key that the action does not have; empty = none.
std::string foreign_key(const UnorderedJson& document, Action action) {
  if (action == Action::effect) return {};  // its kind says which it has
  std::vector<std::string_view> known{"action", "wait", "unless_stopped"};
  for (const Keys& row : keys())
    if (row.action == action) known.insert(known.end(), row.names.begin(), row.names.end());
  for (const auto& [key, value] : document.items())
    if (std::find(known.begin(), known.end(), key) == known.end())
      return fmt::format("no key \"{}\": {} has {}", key, to_string(action), fmt::join(known, ", "));
  return {};
}

}  // namespace

Result<OperatorOrder, std::string> parse_order_json(std::string_view text) {
  const UnorderedJson document = UnorderedJson::parse(text, nullptr, false);
  if (!document.is_object())
    return Failure{std::string{"the body is no JSON object such as {\"action\": \"raise\"}"}};
  Reader reader{document};
  const std::string name = reader.text("action");
  if (!reader.problem().empty()) return Failure{reader.problem()};
  for (const ActionInfo& info : actions()) {
    if (info.name != name) continue;
    if (const std::string wrong = foreign_key(document, info.action); !wrong.empty()) return Failure{wrong};
    const UnorderedJson* const wait = reader.find("wait");
    if (wait != nullptr && !wait->is_boolean()) return Failure{std::string{"wait: is not a switch"}};
    OperatorOrder order{.action = info.action};
    const char* const word = info.action == Action::inject ? "fault" : "host";
    if (info.action == Action::inject || (info.action == Action::give && reader.find(word) != nullptr)) {
      auto parsed = parse_order(name, reader.text(word));
      if (!reader.problem().empty()) return Failure{reader.problem()};
      if (!parsed) return parsed;
      order = std::move(*parsed);
    } else {
      is_typed(info.action) ? read_typed(info.action, document, reader, order.values)
                            : read_values(info.action, reader, order.values);
      if (!reader.problem().empty()) return Failure{reader.problem()};
      order.said = said_of(order);
    }
    order.wait = wait != nullptr && wait->get<bool>();
    if (const UnorderedJson* const stops = reader.find("unless_stopped")) {
      if (!stops->is_number_unsigned())
        return Failure{std::string{"unless_stopped: is not the number \"stops\" of the status"}};
      order.unless_stopped = stops->get<std::uint64_t>();
    }
    return order;
  }
  return Failure{no_such_action(name)};
}

std::string order_json(const OperatorOrder& order) {
  const OrderValues& v = order.values;
  nlohmann::ordered_json body{{"action", to_string(order.action)}};
  const std::size_t space = order.said.find(' ');
  switch (order.action) {
    case Action::give:
      if (!order.host.empty()) body["host"] = order.host;
      break;
    case Action::inject:
      body["fault"] = space == std::string::npos ? "" : order.said.substr(space + 1);
      break;
    case Action::go:
      for (std::size_t i = 0; i < kAxes; ++i) body["pose"].push_back(v.pose[i] / kPoseUnits[i]);
      break;
    case Action::file:
      body["name"] = v.name;
      break;
    case Action::film:
      body["number"] = v.number;
      break;
    case Action::override_speed:
      body["percent"] = 100.0 * v.value;
      break;
    case Action::relays:
    case Action::outputs:
    case Action::inputs:
      body["mask"] = v.mask;
      break;
    case Action::payload:
      body["kg"] = v.value;
      break;
    case Action::cueing:
      put_cueing(v.cueing, body);
      break;
    case Action::effect:
      body["place"] = v.effect.place + 1;
      put_effect(v.effect.settings, body);
      break;
    default:
      break;
  }
  if (is_motion(order.action)) body["wait"] = order.wait;
  return body.dump(-1, ' ', false, UnorderedJson::error_handler_t::replace);
}

}  // namespace hexad::runtime
