#include "design/motor.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "config/document.hpp"
#include "config/presets.hpp"
#include "messages/say.hpp"
#include "text/nearest.hpp"
#include "text/shown.hpp"

namespace hexad::design {
namespace {

namespace fs = std::filesystem;
using messages::Id;
using messages::Message;
using messages::say;

constexpr std::string_view kPrefix = "motor.";
const std::vector<std::string> kKeys{
    "power",        "rated_rpm", "continuous", "peak",  "rotor_inertia", "brake_torque", "brake_inertia",
    "encoder_bits", "voltage",   "typical",    "brand", "series",        "like"};

std::optional<double> number_in(const Value& value) {
  if (const auto* const real = std::get_if<double>(&value.what)) return *real;
  if (const auto* const whole = std::get_if<std::int64_t>(&value.what)) return static_cast<double>(*whole);
  return std::nullopt;
}

/// [[rpm, Nm], …]: at least two, speeds rising from 0, nothing below 0.
std::optional<std::vector<CurvePoint>> curve_in(const Value& value) {
  const auto* const list = std::get_if<ValueList>(&value.what);
  if (list == nullptr || list->size() < 2) return std::nullopt;
  std::vector<CurvePoint> curve;
  for (const Value& row : *list) {
    const auto* const pair = std::get_if<ValueList>(&row.what);
    if (pair == nullptr || pair->size() != 2) return std::nullopt;
    const auto rpm = number_in((*pair)[0]), torque = number_in((*pair)[1]);
    if (!rpm || !torque || !(*torque >= 0.0) || !std::isfinite(*rpm) || !std::isfinite(*torque))
      return std::nullopt;
    const bool rises = curve.empty() ? *rpm == 0.0 : *rpm * kRpm > curve.back().speed;
    if (!rises) return std::nullopt;
    curve.push_back({*rpm * kRpm, *torque});
  }
  return curve;
}

class RowReader {
 public:
  RowReader(std::string file, Catalogue& catalogue) : file_{std::move(file)}, catalogue_{catalogue} {}

  void read(const Document& document) {
    for (std::size_t i = 0; i < document.entries.size();) {
      const std::string name = motor_in(document.entries[i]);
      std::size_t end = i + 1;
      while (end < document.entries.size() && motor_in(document.entries[end]) == name) ++end;
      if (name.empty()) {
        problem(document.entries[i], Id::motor_outside);
      } else {
        read_motor(name, document, i, end);
      }
      i = end;
    }
  }

 private:
  static std::string motor_in(const Entry& entry) {
    const std::size_t dot = entry.key.rfind('.');
    if (!entry.key.starts_with(kPrefix) || dot == std::string::npos || dot < kPrefix.size()) return {};
    return entry.key.substr(kPrefix.size(), dot - kPrefix.size());
  }
  static std::string item_in(const Entry& entry) { return entry.key.substr(entry.key.rfind('.') + 1); }

  void problem(const Entry& entry, const Message& what) {
    catalogue_.problems.push_back({Problem::Kind::error, file_, entry.line, entry.column, entry.key, what});
    failed_ = true;
  }

  void read_motor(const std::string& name, const Document& document, std::size_t from, std::size_t to) {
    failed_ = false;
    Motor motor;
    for (std::size_t i = from; i < to; ++i)
      if (item_in(document.entries[i]) == "like") take(document.entries[i], motor);
    motor.name = name;
    for (std::size_t i = from; i < to; ++i) take(document.entries[i], motor);
    const Entry& first = document.entries[from];
    if (!failed_ && (motor.continuous.empty() || motor.peak.empty() || !(motor.power > 0.0)))
      problem(first, Id::motor_incomplete);
    if (failed_) return;
    if (!(motor.rated_speed > 0.0)) motor.rated_speed = motor.continuous.back().speed;
    std::erase_if(catalogue_.motors, [&](const Motor& one) { return one.name == name; });
    catalogue_.motors.push_back(std::move(motor));
  }

  void take(const Entry& entry, Motor& motor) {
    const std::string item = item_in(entry);
    if (item == "like") return take_like(entry, motor);
    if (item == "brand" || item == "series") {
      const auto* const text = std::get_if<std::string>(&entry.value.what);
      if (text == nullptr) return problem(entry, Id::request_no_text);
      (item == "brand" ? motor.brand : motor.series) = *text;
    } else if (item == "typical") {
      const auto* const flag = std::get_if<bool>(&entry.value.what);
      if (flag == nullptr) return problem(entry, Id::request_no_flag);
      motor.typical = *flag;
    } else if (item == "continuous" || item == "peak") {
      auto curve = curve_in(entry.value);
      if (!curve) return problem(entry, Id::motor_no_curve);
      (item == "continuous" ? motor.continuous : motor.peak) = std::move(*curve);
    } else {
      take_number(item, entry, motor);
    }
  }
  void take_like(const Entry& entry, Motor& motor) {
    const auto* const text = std::get_if<std::string>(&entry.value.what);
    const Motor* const other = text == nullptr ? nullptr : catalogue_.find(*text);
    if (other == nullptr) return problem(entry, Id::motor_like_none);
    if (motor.name.empty()) motor = *other;
  }
  void take_number(const std::string& item, const Entry& entry, Motor& motor) {
    if (std::find(kKeys.begin(), kKeys.end(), item) == kKeys.end())
      return problem(entry, say<Id::request_unknown_key>(nearest(item, kKeys)));
    const auto value = number_in(entry.value);
    if (!value || !(*value >= 0.0) || !std::isfinite(*value)) return problem(entry, Id::motor_no_number);
    if (item == "power") motor.power = *value;
    if (item == "rated_rpm") motor.rated_speed = *value * kRpm;
    if (item == "rotor_inertia") motor.rotor_inertia = *value;
    if (item == "brake_torque") motor.brake_torque = *value;
    if (item == "brake_inertia") motor.brake_inertia = *value;
    if (item == "voltage") motor.voltage = *value;
    if (item == "encoder_bits") motor.encoder_bits = static_cast<int>(*value);
  }

  std::string file_;
  Catalogue& catalogue_;
  bool failed_ = false;
};

void read_parsed(const Document& document, const std::string& file, const Problems& problems,
                 Catalogue& catalogue) {
  catalogue.problems.insert(catalogue.problems.end(), problems.begin(), problems.end());
  RowReader{file, catalogue}.read(document);
}

void read_file(const std::string& path, Catalogue& catalogue) {
  Problems problems;
  const Document document = read_document(path, problems);
  read_parsed(document, path, problems, catalogue);
}

}  // namespace

double torque_at(const std::vector<CurvePoint>& curve, double speed) noexcept {
  if (curve.empty() || !(speed <= curve.back().speed * (1.0 + 1e-9))) return 0.0;
  const auto next =
      std::upper_bound(curve.begin(), curve.end(), speed,
                       [](double value, const CurvePoint& point) { return value < point.speed; });
  if (next == curve.begin()) return curve.front().torque;
  if (next == curve.end()) return curve.back().torque;
  const CurvePoint& before = *(next - 1);
  const double share = (speed - before.speed) / (next->speed - before.speed);
  return before.torque + share * (next->torque - before.torque);
}

double Motor::most_speed() const noexcept { return peak.empty() ? 0.0 : peak.back().speed; }

const Motor* Catalogue::find(std::string_view name) const noexcept {
  const auto found =
      std::find_if(motors.begin(), motors.end(), [name](const Motor& motor) { return motor.name == name; });
  return found == motors.end() ? nullptr : &*found;
}

void read_motors(std::string_view text, const std::string& name, Catalogue& catalogue) {
  Problems problems;
  const Document document = parse_document(text, name, problems);
  read_parsed(document, name, problems, catalogue);
}

Catalogue load_catalogue(const std::string& own) {
  Catalogue catalogue;
  if (const auto folder = shipped_motor_folder()) {
    // Rows of the size classes first: the others are like them.
    read_file((fs::path{*folder} / "generic.toml").string(), catalogue);
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator file{*folder, error}, end; !error && file != end; file.increment(error))
      if (file->path().extension() == ".toml" && file->path().filename() != "generic.toml")
        files.push_back(file->path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) read_file(file.string(), catalogue);
  }
  const char* const variable = std::getenv("HEXAD_MOTORS");
  const std::string mine = !own.empty() ? own : variable == nullptr ? std::string{} : std::string{variable};
  if (!mine.empty()) read_file(mine, catalogue);
  std::stable_sort(catalogue.motors.begin(), catalogue.motors.end(), [](const Motor& a, const Motor& b) {
    if (a.power != b.power) return a.power < b.power;
    if (a.rated_torque() != b.rated_torque()) return a.rated_torque() < b.rated_torque();
    return a.brand != b.brand ? a.brand < b.brand : a.name < b.name;
  });
  return catalogue;
}

}  // namespace hexad::design
