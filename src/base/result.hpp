#pragma once
// A value or the facts of why there is none. Words are made at the edge.

#include <cassert>
#include <utility>
#include <variant>

namespace hexad::inline base {

template <class E>
struct Failure {
  E error;
};
template <class E>
Failure(E) -> Failure<E>;

template <class T, class E>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_{std::in_place_index<0>, std::move(value)} {}
  template <class F>
  Result(Failure<F> failure) : state_{std::in_place_index<1>, std::move(failure.error)} {}

  explicit operator bool() const noexcept { return state_.index() == 0; }
  bool has_value() const noexcept { return state_.index() == 0; }

  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(value()); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }
  const E& error() const {
    assert(state_.index() == 1);
    return *std::get_if<1>(&state_);
  }

 private:
  const T& value() const {
    assert(state_.index() == 0);
    return *std::get_if<0>(&state_);
  }
  T& value() {
    assert(state_.index() == 0);
    return *std::get_if<0>(&state_);
  }

  std::variant<T, E> state_;
};

}  // namespace hexad::inline base
