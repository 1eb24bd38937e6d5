#pragma once
// Who hears, from time to time, what share of a preparation is done, 0…1, and says whether it is still
// wanted. Refers to what it was made of, which must live as long: a lambda in a call, or a named one.

#include <concepts>
#include <memory>
#include <type_traits>

namespace hexad::motion {

class Progress {
 public:
  Progress() noexcept = default;  ///< nobody hears; wanted to its end
  template <class Hears>
  requires(!std::same_as<std::remove_cvref_t<Hears>, Progress> && std::is_invocable_r_v<bool, Hears&, double>)
      Progress(Hears&& hears)
  noexcept  // NOLINT(google-explicit-constructor): a lambda is one
      : of_{const_cast<void*>(static_cast<const void*>(std::addressof(hears)))},
        tell_{[](void* of, double share) -> bool {
          return (*static_cast<std::remove_reference_t<Hears>*>(of))(share);
        }} {}

  /// Whether it is still wanted.
  bool operator()(double share) const { return tell_ == nullptr || tell_(of_, share); }

 private:
  void* of_ = nullptr;
  bool (*tell_)(void*, double) = nullptr;
};

}  // namespace hexad::motion
