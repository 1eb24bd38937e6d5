#include "identify/measurement_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "text/table_reader.hpp"

namespace hexad::identify {
namespace {

using Field = TableField;

constexpr std::size_t kMostProblems = 20;
constexpr std::string_view kSigmaMark = "# sigma:";
constexpr std::string_view kKnown =
    "leg1_mm…leg6_mm, sway_mm surge_mm heave_mm pitch_deg roll_deg yaw_deg (or x_mm … rz_deg), "
    "tilt_pitch_deg, "
    "tilt_roll_deg, height_mm, d:B1-P4_mm, t1_x_mm t1_y_mm t1_z_mm … of targets";
constexpr std::string_view kUnknownMark = "# unknown:";
constexpr std::size_t kMostTargets = 24;
constexpr std::array<std::string_view, kAxes> kAxisColumns{"sway_mm",   "surge_mm", "heave_mm",
                                                           "pitch_deg", "roll_deg", "yaw_deg"};
constexpr std::array<std::string_view, kAxes> kShortColumns{"x_mm",   "y_mm",   "z_mm",
                                                            "rx_deg", "ry_deg", "rz_deg"};
constexpr double kLongest = 20.0;     // m, more than any platform
constexpr double kMostSigma = 0.1;    // m or rad: more is no measurement
constexpr double kLeastSigma = 1e-9;  // m or rad

std::optional<double> number_in(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || stop != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

double unit_of(const Quantity& quantity) { return quantity.is_angle() ? kDegree : kMillimetre; }

/// "B3" or "P3".
std::optional<Joint> joint_in(std::string_view text) {
  if (text.size() != 2 || (text[0] != 'B' && text[0] != 'P') || text[1] < '1' || text[1] > '6')
    return std::nullopt;
  return Joint{text[0] == 'P', static_cast<std::size_t>(text[1] - '1')};
}

bool before(const Joint& a, const Joint& b) {
  return a.on_platform != b.on_platform ? b.on_platform : a.number < b.number;
}

std::optional<Quantity> distance_in(std::string_view name) {
  if (name.size() != 10 || !name.starts_with("d:") || name[4] != '-' || !name.ends_with("_mm"))
    return std::nullopt;
  std::optional<Joint> from = joint_in(name.substr(2, 2)), to = joint_in(name.substr(5, 2));
  if (!from || !to || (!before(*from, *to) && !before(*to, *from))) return std::nullopt;
  if (before(*to, *from)) std::swap(from, to);
  return Quantity{.kind = Quantity::Kind::distance, .from = *from, .to = *to};
}

/// "t2_x_mm"
std::optional<Quantity> point_in(std::string_view name) {
  if (name.size() < 7 || name.front() != 't' || !name.ends_with("_mm")) return std::nullopt;
  const std::string_view axis = name.substr(name.size() - 5, 2);
  if (axis[0] != '_' || axis[1] < 'x' || axis[1] > 'z') return std::nullopt;
  const auto number = number_in(name.substr(1, name.size() - 6));
  if (!number || !(*number >= 1.0 && *number <= static_cast<double>(kMostTargets)) ||
      *number != std::floor(*number))
    return std::nullopt;
  return Quantity{.kind = Quantity::Kind::point,
                  .target = static_cast<std::size_t>(*number) - 1,
                  .component = static_cast<std::size_t>(axis[1] - 'x')};
}

std::optional<Quantity> quantity_called(std::string_view name) {
  for (std::size_t i = 0; i < kAxes; ++i)
    if (name == kAxisColumns[i] || name == kShortColumns[i]) return Quantity{.axis = static_cast<Axis>(i)};
  if (name == "tilt_pitch_deg") return Quantity{.kind = Quantity::Kind::tilt_pitch};
  if (name == "tilt_roll_deg") return Quantity{.kind = Quantity::Kind::tilt_roll};
  if (name == "height_mm") return Quantity{.kind = Quantity::Kind::height};
  if (const auto point = point_in(name)) return point;
  return distance_in(name);
}

/// What no reading of this kind can be below and above.
std::array<double, 2> range_of(const Quantity& quantity, const Unknowns& unknown) {
  // A tracker may be turned any way; a platform is not.
  if (quantity.kind == Quantity::Kind::axis && quantity.is_angle() && unknown.tracker)
    return {-180.0 * kDegree, 180.0 * kDegree};
  if (quantity.is_angle()) return {-90.0 * kDegree, 90.0 * kDegree};
  const bool both_ways = quantity.kind == Quantity::Kind::axis || quantity.kind == Quantity::Kind::point;
  return {both_ways ? -kLongest : 0.0, kLongest};
}

class Reader {
 public:
  Reader(const Machine& nominal, const StatedSigma& stated, const Unknowns& unknown)
      : stroke_{nominal.geometry.stroke}, stated_{stated} {
    leg_column_.fill(kNone);
    campaign_.unknown = unknown;
  }

  Result<Campaign, std::vector<FileProblem>> read(std::string_view text) {
    if (text.size() > kMostBytes) {
      line_ = 0;
      fail(0, fmt::format("{} bytes; at most {} are read", text.size(), kMostBytes));
      return Failure{problems_};
    }
    LineReader lines{text};
    while (problems_.size() < kMostProblems && !give_up_) {
      const auto line = lines.next();
      if (!line) break;
      line_ = static_cast<int>(lines.number());
      take(*line);
    }
    if (columns_ == 0 && problems_.empty()) {
      line_ = 0;
      fail(0, fmt::format("empty; its first line names the columns: {}", kKnown));
    }
    if (problems_.empty()) apply_sigmas();
    if (!problems_.empty()) return Failure{problems_};
    return std::move(campaign_);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void fail(std::size_t column, std::string text) { problems_.push_back({line_, column, std::move(text)}); }

  void take(std::string_view line) {
    const std::string_view content = trimmed(line);
    if (content.empty()) return;
    if (content.front() == '#') {
      const auto indent = static_cast<std::size_t>(content.data() - line.data());
      if (content.starts_with(kSigmaMark))
        sigmas(content.substr(kSigmaMark.size()), indent + kSigmaMark.size());
      if (content.starts_with(kUnknownMark)) {
        const auto unknown = parse_unknowns(content.substr(kUnknownMark.size()));
        if (!unknown) {
          fail(indent + kUnknownMark.size() + 1, unknown.error());
        } else {
          campaign_.unknown.tracker |= unknown->tracker;
          campaign_.unknown.target |= unknown->target;
          campaign_.unknown.level |= unknown->level;
        }
      }
      return;
    }
    const std::vector<Field> fields = fields_of(line);
    if (columns_ == 0) return heading(fields);
    if (campaign_.rows.size() == kMostRows) {
      fail(1, fmt::format("more than {} rows", kMostRows));
      give_up_ = true;
      return;
    }
    row(fields);
  }

  void sigmas(std::string_view text, std::size_t offset) {
    for (const Field& field : fields_of(text)) {
      const std::size_t equals = field.text.find('=');
      const std::size_t column = offset + field.column;
      const auto value =
          equals == std::string_view::npos ? std::nullopt : number_in(trimmed(field.text.substr(equals + 1)));
      if (!value || !(*value > 0.0)) {
        fail(column,
             fmt::format("\"{}\" states no sigma; write mm=0.05, deg=0.005 or COLUMN=NUMBER", field.text));
        continue;
      }
      said_[std::string{trimmed(field.text.substr(0, equals))}] = {line_, column, *value};
    }
  }

  void heading(const std::vector<Field>& fields) {
    columns_ = fields.size();
    if (columns_ > kMostColumns) {
      fail(1, fmt::format("{} columns; at most {}", columns_, kMostColumns));
      give_up_ = true;
      return;
    }
    for (std::size_t i = 0; i < fields.size(); ++i) name_column(fields[i], i);
    for (std::size_t leg = 0; leg < kMaxLegs; ++leg)
      if (leg_column_[leg] == kNone) fail(1, fmt::format("there is no column leg{}_mm", leg + 1));
    if (campaign_.quantities.empty() && problems_.empty()) fail(1, "nothing but legs: name what is measured");
    check_targets();
    give_up_ = !problems_.empty();
  }

  /// Three of them make the platform's place known; two or one leave turns open that the legs must tell.
  void check_targets() {
    std::size_t targets = 0;
    for (const Quantity& quantity : campaign_.quantities)
      if (quantity.kind == Quantity::Kind::point) targets = std::max(targets, quantity.target + 1);
    for (std::size_t target = 0; target < targets; ++target) {
      const auto columns = std::count_if(
          campaign_.quantities.begin(), campaign_.quantities.end(),
          [&](const Quantity& q) { return q.kind == Quantity::Kind::point && q.target == target; });
      if (columns != 3)
        fail(1, fmt::format("target {0} has {1} of the columns t{0}_x_mm, t{0}_y_mm, t{0}_z_mm", target + 1,
                            columns));
    }
  }

  void name_column(const Field& field, std::size_t at) {
    const std::string_view name = field.text;
    if (name.size() == 7 && name.starts_with("leg") && name.ends_with("_mm") && name[3] >= '1' &&
        name[3] <= '6') {
      std::size_t& column = leg_column_[static_cast<std::size_t>(name[3] - '1')];
      if (column != kNone) fail(field.column, fmt::format("{} is there twice", name));
      column = at;
      return;
    }
    const auto quantity = quantity_called(name);
    if (!quantity) return fail(field.column, fmt::format("no column \"{}\"; known: {}", name, kKnown));
    const std::string proper = column_name(*quantity);
    for (const Quantity& other : campaign_.quantities)
      if (column_name(other) == proper) return fail(field.column, fmt::format("{} is there twice", proper));
    campaign_.quantities.push_back(*quantity);
    quantity_column_.push_back(at);
  }

  void row(const std::vector<Field>& fields) {
    if (fields.size() != columns_)
      return fail(1, fmt::format("{} fields; the heading has {}", fields.size(), columns_));
    Row result{line_, Extensions::Zero(), {}};
    for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
      const Field& field = fields[leg_column_[leg]];
      const auto value = number_in(field.text);
      if (!value) {
        fail(field.column, fmt::format("leg{}_mm: \"{}\" is not a number", leg + 1, field.text));
        continue;
      }
      const double extension = *value * kMillimetre, rim = 0.05 * stroke_;
      if (!(extension >= -rim && extension <= stroke_ + rim))
        fail(field.column, fmt::format("leg{}_mm: {:g} is outside the stroke, 0…{:g} mm from retracted",
                                       leg + 1, *value, stroke_ / kMillimetre));
      result.extension[static_cast<Eigen::Index>(leg)] = extension;
    }
    for (std::size_t q = 0; q < campaign_.quantities.size(); ++q)
      result.values.push_back(cell(fields[quantity_column_[q]], campaign_.quantities[q]));
    campaign_.rows.push_back(std::move(result));
  }

  std::optional<double> cell(const Field& field, const Quantity& quantity) {
    if (field.text.empty()) return std::nullopt;
    const auto number = number_in(field.text);
    if (!number) {
      fail(field.column, fmt::format("{}: \"{}\" is not a number; empty = not measured",
                                     column_name(quantity), field.text));
      return std::nullopt;
    }
    const double value = *number * unit_of(quantity);
    const auto [low, high] = range_of(quantity, campaign_.unknown);
    if (value >= low && value <= high) return value;
    fail(field.column, fmt::format("{}: {:g} is out of range: expected {:g}…{:g}", column_name(quantity),
                                   *number, low / unit_of(quantity), high / unit_of(quantity)));
    return std::nullopt;
  }

  void apply_sigmas() {
    StatedSigma stated = stated_;
    for (const auto& [name, said] : said_) {
      const auto quantity = quantity_called(name);
      const bool angle = name == "deg" || (quantity && quantity->is_angle());
      const double sigma = said.value * (angle ? kDegree : kMillimetre);
      line_ = said.line;
      if (!(sigma >= kLeastSigma && sigma <= kMostSigma))
        fail(said.column, fmt::format("a sigma of {:g} for {} is no measurement", said.value, name));
      if (name == "mm") {
        if (!stated.length) stated.length = sigma;
      } else if (name == "deg") {
        if (!stated.angle) stated.angle = sigma;
      } else if (!state_column(quantity, sigma)) {
        fail(said.column, fmt::format("sigma: the file has no column \"{}\"", name));
      }
    }
    set_sigmas(campaign_.quantities, stated);
  }

  bool state_column(const std::optional<Quantity>& quantity, double sigma) {
    if (!quantity) return false;
    for (Quantity& own : campaign_.quantities) {
      if (column_name(own) != column_name(*quantity)) continue;
      own.sigma = sigma;
      own.sigma_is_stated = true;
      return true;
    }
    return false;
  }

  struct Said {
    int line = 0;
    std::size_t column = 0;
    double value = 0.0;
  };

  double stroke_;
  StatedSigma stated_;
  Campaign campaign_;
  std::vector<FileProblem> problems_;
  std::map<std::string, Said> said_;
  std::size_t columns_ = 0;
  std::array<std::size_t, kMaxLegs> leg_column_{};
  std::vector<std::size_t> quantity_column_;
  int line_ = 0;
  bool give_up_ = false;
};

}  // namespace

std::string column_name(const Quantity& quantity) {
  const auto joint = [](const Joint& end) {
    return fmt::format("{}{}", end.on_platform ? 'P' : 'B', end.number + 1);
  };
  switch (quantity.kind) {
    case Quantity::Kind::axis:
      return std::string{kAxisColumns[static_cast<std::size_t>(quantity.axis)]};
    case Quantity::Kind::tilt_pitch:
      return "tilt_pitch_deg";
    case Quantity::Kind::tilt_roll:
      return "tilt_roll_deg";
    case Quantity::Kind::height:
      return "height_mm";
    case Quantity::Kind::distance:
      return fmt::format("d:{}-{}_mm", joint(quantity.from), joint(quantity.to));
    case Quantity::Kind::point:
      return fmt::format("t{}_{}_mm", quantity.target + 1, "xyz"[quantity.component]);
  }
  return "";
}

std::vector<Quantity> full_pose(double sigma_length, double sigma_angle) {
  std::vector<Quantity> quantities;
  for (std::size_t i = 0; i < kAxes; ++i) {
    const auto axis = static_cast<Axis>(i);
    quantities.push_back(
        {.axis = axis, .sigma = is_rotation(axis) ? sigma_angle : sigma_length, .sigma_is_stated = true});
  }
  return quantities;
}

void set_sigmas(std::vector<Quantity>& quantities, const StatedSigma& stated) {
  for (Quantity& quantity : quantities) {
    if (quantity.sigma_is_stated) continue;
    const std::optional<double>& sigma = quantity.is_angle() ? stated.angle : stated.length;
    quantity.sigma = sigma.value_or(quantity.is_angle() ? kDefaultSigmaAngle : kDefaultSigmaLength);
    quantity.sigma_is_stated = sigma.has_value();
  }
}

Result<Campaign, std::vector<FileProblem>> parse_campaign(std::string_view text, const Machine& nominal,
                                                          const StatedSigma& stated,
                                                          const Unknowns& unknown) {
  return Reader{nominal, stated, unknown}.read(text);
}

Result<std::vector<Quantity>, std::string> parse_quantities(std::string_view text) {
  std::vector<Quantity> quantities;
  for (const Field& field : fields_of(text)) {
    std::vector<Quantity> more;
    if (field.text == "pose") {
      more = full_pose(0.0, 0.0);
      for (Quantity& quantity : more) quantity.sigma_is_stated = false;
    } else if (field.text == "tilt") {
      more = {{.kind = Quantity::Kind::tilt_pitch}, {.kind = Quantity::Kind::tilt_roll}};
    } else if (field.text.starts_with("targets")) {
      const auto count = number_in(field.text.substr(7));
      if (!count || !(*count >= 1.0 && *count <= static_cast<double>(kMostTargets)))
        return Failure{fmt::format("\"{}\": targets1 to targets{}", field.text, kMostTargets)};
      for (std::size_t target = 0; target < static_cast<std::size_t>(*count); ++target)
        for (std::size_t component = 0; component < 3; ++component)
          more.push_back({.kind = Quantity::Kind::point, .target = target, .component = component});
    } else if (field.text == "height") {
      more = {{.kind = Quantity::Kind::height}};
    } else if (const auto quantity = quantity_called(field.text)) {
      more = {*quantity};
    } else {
      return Failure{
          fmt::format("\"{}\" is nothing that can be measured; pose, targets3, tilt, height, or columns: {}",
                      field.text, kKnown)};
    }
    for (const Quantity& one : more) {
      const std::string name = column_name(one);
      const bool twice = std::any_of(quantities.begin(), quantities.end(),
                                     [&](const Quantity& other) { return column_name(other) == name; });
      if (twice) return Failure{fmt::format("{} is there twice", name)};
      quantities.push_back(one);
    }
  }
  return quantities;
}

Result<Unknowns, std::string> parse_unknowns(std::string_view text) {
  Unknowns unknown;
  for (const Field& field : fields_of(text)) {
    if (field.text.empty()) continue;
    if (field.text == "tracker")
      unknown.tracker = true;
    else if (field.text == "target")
      unknown.target = true;
    else if (field.text == "level")
      unknown.level = true;
    else
      return Failure{fmt::format("unknown \"{}\": tracker, target or level", field.text)};
  }
  return unknown;
}

std::string to_csv(const Campaign& campaign) {
  std::string text, sigmas;
  for (const Quantity& quantity : campaign.quantities)
    if (quantity.sigma_is_stated)
      sigmas += fmt::format("{}{}={:.6g}", sigmas.empty() ? " " : ", ", column_name(quantity),
                            quantity.sigma / unit_of(quantity));
  if (!sigmas.empty()) text = fmt::format("{}{}\n", kSigmaMark, sigmas);
  std::string unknown;
  for (const auto& [is, name] : {std::pair{campaign.unknown.tracker, "tracker"},
                                 {campaign.unknown.target, "target"},
                                 {campaign.unknown.level, "level"}})
    if (is) unknown += fmt::format("{}{}", unknown.empty() ? " " : ", ", name);
  if (!unknown.empty()) text += fmt::format("{}{}\n", kUnknownMark, unknown);
  for (std::size_t leg = 1; leg <= kMaxLegs; ++leg)
    text += fmt::format("{}leg{}_mm", leg == 1 ? "" : ",", leg);
  for (const Quantity& quantity : campaign.quantities) text += ',' + column_name(quantity);
  text += '\n';
  for (const Row& row : campaign.rows) {
    for (Eigen::Index leg = 0; leg < 6; ++leg)
      text += fmt::format("{}{:.6f}", leg == 0 ? "" : ",", row.extension[leg] / kMillimetre);
    for (std::size_t q = 0; q < campaign.quantities.size(); ++q)
      text += row.values[q] ? fmt::format(",{:.8f}", *row.values[q] / unit_of(campaign.quantities[q])) : ",";
    text += '\n';
  }
  return text;
}

}  // namespace hexad::identify
