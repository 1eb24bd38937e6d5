#include "analysis/possible_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>

#include "motion/files/lines.hpp"

namespace hexad::analysis {
namespace {

constexpr std::string_view kPossibleHeading = "fingerprint,platform,manoeuvre,still,error,ahead,least";

/// FNV-1a over numbers as text: the same on every machine.
class Fingerprint {
 public:
  void add(double number) {
    for (const char letter : fmt::format("{:.6g};", number + 0.0)) {
      hash_ ^= static_cast<unsigned char>(letter);
      hash_ *= 0x100000001b3U;
    }
  }
  void add(const Vec3& vector) {
    for (int i = 0; i < 3; ++i) add(vector[i]);
  }
  void add(const Rates& rates) {
    add(rates.velocity);
    add(rates.acceleration);
    add(rates.jerk);
  }
  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

std::optional<PossibleRow> row_of(const std::string& line) {
  std::istringstream fields{line};
  PossibleRow row;
  std::array<std::string, 4> numbers;
  std::getline(fields, row.fingerprint, ',');
  std::getline(fields, row.platform, ',');
  std::getline(fields, row.manoeuvre, ',');
  for (std::string& number : numbers) std::getline(fields, number, ',');
  std::array<double, 4> values{};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto value = motion::files::parse_number(numbers[i]);
    if (!value) return std::nullopt;
    values[i] = *value;
  }
  row.errors = {values[0], values[1], values[2], values[3]};
  return row;
}

std::string line_of(const PossibleRow& row) {
  return fmt::format("{},{},{},{:.5f},{:.5f},{:.5f},{:.5f}\n", row.fingerprint, row.platform, row.manoeuvre,
                     row.errors.still, row.errors.error, row.errors.ahead, row.errors.least);
}

}  // namespace

std::string fingerprint(const Machine& machine, const Manoeuvre& manoeuvre,
                        const PossibleSettings& settings) {
  Fingerprint print;
  const Geometry& geometry = machine.geometry;
  print.add(static_cast<double>(geometry.mechanism));
  for (std::size_t i = 0; i < geometry.legs; ++i) {
    print.add(geometry.base[i]);
    print.add(geometry.platform[i]);
    print.add(geometry.retracted[static_cast<Eigen::Index>(i)]);
  }
  print.add(geometry.stroke);
  const MotionLimits& limits = machine.limits;
  print.add(limits.translation);
  print.add(limits.rotation);
  print.add(limits.leg);
  print.add(limits.joint_angle);
  print.add(limits.stroke_margin);
  for (const Manoeuvre::Row& row : manoeuvre.rows()) {
    print.add(row.time);
    print.add(row.input.rate);
    print.add(row.input.linear);
  }
  print.add(static_cast<double>(settings.input));
  print.add(settings.head);
  print.add(settings.tilt_rate);
  return print.text();
}

std::vector<PossibleRow> read_possible(const std::string& path) {
  std::vector<PossibleRow> rows;
  std::ifstream file{path};
  for (std::string line; std::getline(file, line);)
    if (auto row = row_of(line)) rows.push_back(std::move(*row));
  return rows;
}

std::optional<PossibleErrors> find_possible(const std::vector<PossibleRow>& rows,
                                            const std::string& fingerprint) {
  for (const PossibleRow& row : rows)
    if (row.fingerprint == fingerprint) return row.errors;
  return std::nullopt;
}

bool keep_possible(const std::string& path, const PossibleRow& row) {
  std::vector<PossibleRow> rows = read_possible(path);
  std::erase_if(rows, [&row](const PossibleRow& one) {
    return one.platform == row.platform && one.manoeuvre == row.manoeuvre;
  });
  rows.push_back(row);
  std::sort(rows.begin(), rows.end(), [](const PossibleRow& a, const PossibleRow& b) {
    return std::tie(a.platform, a.manoeuvre) < std::tie(b.platform, b.manoeuvre);
  });
  std::ofstream file{path};
  file << kPossibleHeading << '\n';
  for (const PossibleRow& one : rows) file << line_of(one);
  file.close();
  return !file.fail();
}

std::optional<PossibleErrors> find_out(const Machine& machine, const Manoeuvre& manoeuvre,
                                       PossibleSettings settings) {
  settings.rotation = 0.0;
  settings.ahead = false;
  const Possible standing = best_motion(machine, manoeuvre, settings);
  if (!standing.done) return std::nullopt;
  const double least = least_error(machine, manoeuvre, settings);
  settings.ahead = true;
  const Possible ahead = best_motion(machine, manoeuvre, settings);
  if (!ahead.done || least < 0.0) return std::nullopt;
  return PossibleErrors{standing.force_still, standing.force_error,
                        std::min(ahead.force_error, standing.force_error), least};
}

}  // namespace hexad::analysis
