#pragma once
// A recorded manoeuvre: what a vehicle did, as CSV. The heading is
// t,pitch_rate,roll_rate,yaw_rate,sway,surge,heave (s, °/s, m/s², body axes of the vehicle); lines that begin
// with # are comments. The comment "# input: specific_force" (or acceleration) says what the last three
// columns are (docs/cueing.md).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cueing/settings.hpp"
#include "messages/message.hpp"

namespace hexad::analysis {

/// What a vehicle that stands still on level ground sends.
VehicleInput at_rest(cueing::InputKind kind) noexcept;

class Manoeuvre {
 public:
  struct Row {
    double time = 0.0;
    VehicleInput input;
  };

  Manoeuvre(std::vector<Row> rows, std::optional<cueing::InputKind> says)
      : rows_{std::move(rows)}, says_{says} {}

  double begin() const noexcept { return rows_.front().time; }
  double end() const noexcept { return rows_.back().time; }
  /// Straight between two rows; the nearest one outside.
  VehicleInput at(double time) const noexcept;
  const std::vector<Row>& rows() const noexcept { return rows_; }
  /// The input kind the file itself names.
  std::optional<cueing::InputKind> says() const noexcept { return says_; }

 private:
  std::vector<Row> rows_;
  std::optional<cueing::InputKind> says_;
};

inline constexpr std::size_t kMostManoeuvreBytes = 16U << 20U;
inline constexpr double kLongestManoeuvre = 600.0;  // s

/// The error names file, line and column.
Result<Manoeuvre, messages::Message> parse_manoeuvre(std::string_view text, const std::string& name);
Result<Manoeuvre, messages::Message> read_manoeuvre(const std::string& path);

}  // namespace hexad::analysis
