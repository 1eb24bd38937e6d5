#include "identify/measurement_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "identify/frames.hpp"
#include "messages/say.hpp"
#include "text/table_reader.hpp"

namespace hexad::identify {
namespace {

using Field = TableField;
using messages::Id;
using messages::Message;
using messages::say;

constexpr std::size_t kMostProblems = 20;
constexpr std::string_view kSigmaMark = "# sigma:";
constexpr std::string_view kUnknownMark = "# unknown:";
constexpr double kLongest = 20.0;     // m, more than any platform
constexpr double kMostSigma = 0.1;    // m or rad: more is no measurement
constexpr double kLeastSigma = 1e-9;  // m or rad

double unit_of(const Quantity& quantity) { return quantity.is_angle() ? kDegree : kMillimetre; }

std::string leg_name(std::size_t leg) { return fmt::format("leg{}_mm", leg + 1); }

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
      fail(0, say<Id::measured_too_large>(text.size(), kMostBytes));
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
      fail(0, say<Id::measured_empty>(known_columns()));
    }
    if (problems_.empty()) apply_sigmas();
    if (!problems_.empty()) return Failure{problems_};
    return std::move(campaign_);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void fail(std::size_t column, Message what) { problems_.push_back({line_, column, std::move(what)}); }

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
      fail(1, say<Id::measured_rows>(kMostRows));
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
        fail(column, say<Id::measured_sigma_form>(field.text));
        continue;
      }
      said_[std::string{trimmed(field.text.substr(0, equals))}] = {line_, column, *value};
    }
  }

  void heading(const std::vector<Field>& fields) {
    columns_ = fields.size();
    if (columns_ > kMostColumns) {
      fail(1, say<Id::measured_columns>(columns_, kMostColumns));
      give_up_ = true;
      return;
    }
    for (std::size_t i = 0; i < fields.size(); ++i) name_column(fields[i], i);
    for (std::size_t leg = 0; leg < kMaxLegs; ++leg)
      if (leg_column_[leg] == kNone) fail(1, say<Id::measured_no_leg>(leg_name(leg)));
    if (campaign_.quantities.empty() && problems_.empty()) fail(1, Id::measured_nothing);
    check_targets();
    give_up_ = !problems_.empty();
  }

  template <class Is>
  std::size_t columns_that(Is is) const {
    return static_cast<std::size_t>(
        std::count_if(campaign_.quantities.begin(), campaign_.quantities.end(), is));
  }

  /// A target is told whole, by its distances, or both; and no number is left out.
  void check_targets() {
    const FrameUnknowns found{campaign_};
    const auto distances = [this](const Place& place) {
      return columns_that([&](const Quantity& q) {
        return q.kind == Quantity::Kind::distance && (q.from == place || q.to == place);
      });
    };
    for (std::size_t target = 0; target < found.points(); ++target) {
      const std::size_t columns = columns_that(
          [&](const Quantity& q) { return q.kind == Quantity::Kind::point && q.target == target; });
      if (columns != 3 && (columns > 0 || distances({Place::Kind::target, target}) == 0))
        fail(1, say<Id::measured_target>(target + 1, columns,
                                         fmt::format("t{0}_x_mm, t{0}_y_mm, t{0}_z_mm", target + 1)));
    }
    for (std::size_t mark = 0; mark < found.marks(); ++mark)
      if (const Place place{Place::Kind::mark, mark}; distances(place) == 0)
        fail(1, say<Id::measured_gap>(place_name(place)));
  }

  void name_column(const Field& field, std::size_t at) {
    const std::string_view name = field.text;
    if (name.size() == 7 && name.starts_with("leg") && name.ends_with("_mm") && name[3] >= '1' &&
        name[3] <= '6') {
      std::size_t& column = leg_column_[static_cast<std::size_t>(name[3] - '1')];
      if (column != kNone) fail(field.column, say<Id::measured_twice>(name));
      column = at;
      return;
    }
    const auto quantity = quantity_called(name);
    if (!quantity) return fail(field.column, say<Id::measured_no_column>(name, known_columns()));
    const std::string proper = column_name(*quantity);
    for (const Quantity& other : campaign_.quantities)
      if (column_name(other) == proper) return fail(field.column, say<Id::measured_twice>(proper));
    campaign_.quantities.push_back(*quantity);
    quantity_column_.push_back(at);
  }

  void row(const std::vector<Field>& fields) {
    if (fields.size() != columns_) return fail(1, say<Id::measured_fields>(fields.size(), columns_));
    Row result{line_, Extensions::Zero(), {}};
    for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
      const Field& field = fields[leg_column_[leg]];
      const auto value = number_in(field.text);
      if (!value) {
        fail(field.column, say<Id::measured_no_number>(leg_name(leg), field.text));
        continue;
      }
      const double extension = *value * kMillimetre, rim = 0.05 * stroke_;
      if (!(extension >= -rim && extension <= stroke_ + rim))
        fail(field.column, say<Id::measured_outside_stroke>(leg_name(leg), extension, stroke_));
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
      fail(field.column, say<Id::measured_no_reading>(column_name(quantity), field.text));
      return std::nullopt;
    }
    const double value = *number * unit_of(quantity);
    const auto [low, high] = range_of(quantity, campaign_.unknown);
    if (value >= low && value <= high) return value;
    const bool angle = quantity.is_angle();
    fail(field.column, say<Id::measured_out_of_range>(column_name(quantity), amount_of(angle, value),
                                                      amount_of(angle, low), amount_of(angle, high)));
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
        fail(said.column, say<Id::measured_sigma_size>(amount_of(angle, sigma), name));
      if (name == "mm") {
        if (!stated.length) stated.length = sigma;
      } else if (name == "deg") {
        if (!stated.angle) stated.angle = sigma;
      } else if (!state_column(quantity, sigma)) {
        fail(said.column, say<Id::measured_sigma_column>(name));
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
