#pragma once
// What the observer found. The first few of each kind tell the story; a flood of one must not hide another,
// nor how far a limit was passed at worst.

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace hexad::drill {

struct Violation {
  int invariant = 0;
  std::uint64_t tick = 0;
  std::string text;
};

class Report {
 public:
  void begin_tick(std::uint64_t tick) { tick_ = tick; }

  template <class... Args>
  void operator()(int invariant, fmt::format_string<Args...> form, Args&&... args) {
    add(invariant, 0.0, form, fmt::make_format_args(args...));
  }
  /// `share`: how much of what is allowed was used, 1.02 for 2 % too much.
  template <class... Args>
  void over(int invariant, double share, fmt::format_string<Args...> form, Args&&... args) {
    add(invariant, share, form, fmt::make_format_args(args...));
  }

  /// In the order they were found; the worst of each kind at the end where it is not among the first.
  std::vector<Violation> violations() const;

 private:
  void add(int invariant, double share, fmt::string_view form, fmt::format_args args);

  struct Kind {
    int times = 0;
    double share = 0.0;
    Violation worst;
  };
  std::array<Kind, 80> kinds_{};
  std::vector<Violation> first_;
  std::uint64_t tick_ = 0;
};

}  // namespace hexad::drill
