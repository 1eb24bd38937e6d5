#pragma once
// What was measured on a platform that stands still with known leg extensions. SI.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "messages/message.hpp"
#include "model/axes.hpp"
#include "model/machine.hpp"

namespace hexad::identify {

/// What a distance is measured from or to, by its number from 0.
struct Place {
  enum class Kind : std::uint8_t {
    base_joint,
    platform_joint,
    target,  ///< on the platform, somewhere
    mark     ///< beside the platform, somewhere: it stands still
  };
  Kind kind = Kind::base_joint;
  std::size_t number = 0;

  friend bool operator==(const Place&, const Place&) = default;
};
/// "B3", "P3", "T1", "F2".
std::string place_name(const Place& place);

/// One thing that an instrument tells.
struct Quantity {
  enum class Kind : std::uint8_t {
    axis,        ///< one of sway surge heave pitch roll yaw, as everywhere, from the nominal neutral
    tilt_pitch,  ///< inclinometer along the platform's Y axis: its angle above the horizon
    tilt_roll,   ///< inclinometer along the platform's X axis: its angle below the horizon
    height,      ///< of the platform's joint-plane centre above the base's
    distance,    ///< between two places
    point        ///< one coordinate of a target on the platform, in the axes of whatever tells it
  };
  Kind kind = Kind::axis;
  Axis axis = Axis::sway;  ///< of Kind::axis
  Place from{};            ///< of Kind::distance
  Place to{};
  std::size_t target = 0;        ///< of Kind::point, from 0
  std::size_t component = 0;     ///< x y z
  double sigma = 0.0;            ///< standard deviation of one reading, m or rad
  bool sigma_is_stated = false;  ///< false: a default, to be estimated from the residuals

  bool is_angle() const noexcept {
    return kind == Kind::tilt_pitch || kind == Kind::tilt_roll || (kind == Kind::axis && is_rotation(axis));
  }
};

/// "heave_mm", "tilt_roll_deg", "d:B1-P4_mm", "d:T1-F2_mm", "t2_x_mm": the heading of its column.
std::string column_name(const Quantity& quantity);
std::optional<Quantity> quantity_called(std::string_view name);
std::string_view known_columns();  ///< every one, for who wrote another

std::optional<double> number_in(std::string_view text);
/// A length or an angle as it is told.
messages::Number amount_of(bool angle, double si);

struct Row {
  int line = 0;  ///< of the file; 0 = none
  Extensions extension = Extensions::Zero();
  std::vector<std::optional<double>> values;  ///< one a quantity; none = not measured here
};

/// What of the instruments nobody knows and is found with the geometry (frames.hpp).
struct Unknowns {
  bool tracker = false;  ///< where what tells poses or points stands, and how it is turned
  bool target = false;   ///< where on the platform the body is whose pose is told
  bool level = false;    ///< how the inclinometer is mounted, and how level the base stands
};

struct Campaign {
  std::vector<Quantity> quantities;
  std::vector<Row> rows;
  Unknowns unknown{};
};

/// The pose in all its six axes.
std::vector<Quantity> full_pose(double sigma_length, double sigma_angle);

}  // namespace hexad::identify
