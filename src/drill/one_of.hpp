#pragma once

#include <algorithm>
#include <initializer_list>

namespace hexad::drill {

template <class T>
bool one_of(T value, std::initializer_list<T> values) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

}  // namespace hexad::drill
