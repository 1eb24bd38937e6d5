#pragma once
// What a force will be in the next seconds, learned from itself while it lasts: waves, slaloms and hills go
// on as they went. A linear prediction over the last 1.6 s, fitted anew by least squares ten times a second;
// and, beside it, that the force just fades. Both are judged by what came: the learned one counts as much as
// its own record is better. So a forecast that turns out wrong fades, and one that was never right never
// counted. Never farther than what was seen.
//
// No allocation, no clock, the same work every time.

#include <Eigen/Core>

#include <array>

namespace hexad::cueing {

class Forecast {
 public:
  static constexpr double kSpacing = 0.1;  ///< s between two values
  static constexpr int kAhead = 30;        ///< values: three seconds
  using Values = Eigen::Matrix<double, kAhead, 1>;

  static constexpr double kFading = 6.5;  ///< s, of a force of which nothing else is known

  void reset() noexcept { *this = Forecast{}; }

  /// The mean of the force over the last kSpacing. Once every kSpacing.
  void learn(double now) noexcept;

  /// By how much the force will be other than if it faded from when it last learned, `seconds` later.
  double beyond(double seconds) const noexcept;
  /// The force now without its shaking, as far as it is trusted.
  double now() const noexcept { return now_; }
  double trust() const noexcept { return trust_; }

 private:
  static constexpr int kOrder = 16;
  static constexpr int kHistory = 32;  ///< values kept, a power of two
  static constexpr int kRecord = 10;   ///< values ahead by which it is judged: one second
  using Row = Eigen::Matrix<double, kOrder, 1>;
  using Square = Eigen::Matrix<double, kOrder, kOrder>;

  Row last() const noexcept;
  void judge(double force) noexcept;
  void fit() noexcept;
  void extrapolate() noexcept;

  std::array<double, kHistory> history_{};
  std::array<double, kHistory> said_learned_{};  ///< for the moment of the same place in history_
  std::array<double, kHistory> said_fading_{};
  unsigned count_ = 0;
  double before_ = 0.0;
  Square products_ = Square::Zero();
  Row answers_ = Row::Zero();
  Row weights_ = Row::Zero();
  double size_ = 0.0;           ///< the largest seen of late
  double learned_error_ = 0.0;  ///< squared, of late
  double fading_error_ = 0.0;
  double trust_ = 0.0;
  double now_ = 0.0;
  Values beyond_ = Values::Zero();
};

}  // namespace hexad::cueing
