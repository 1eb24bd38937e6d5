#include "messages/say.hpp"

#include <algorithm>

namespace hexad::messages {
namespace {

/// The same parameters, in whatever order, all of them of a type that exists; neither language is missing.
constexpr bool is_whole(std::string_view english, std::string_view chinese) noexcept {
  const std::size_t count = parameters(english);
  if (count > kMostFacts || parameters(chinese) != count) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const Parameter wanted = parameter(english, i);
    if (wanted.name.empty() || type_of(wanted.type).type == Type::unknown) return false;
    bool found = false;
    for (std::size_t j = 0; j < count; ++j) found = found || parameter(chinese, j).name == wanted.name;
    if (!found) return false;
    for (std::size_t j = 0; j < i; ++j)
      if (parameter(english, j).name == wanted.name) return false;
  }
  return english.empty() == chinese.empty();
}

#define M(id, severity, english, chinese) static_assert(is_whole(english, chinese), #id);
#include "messages/table/all.inc"
#undef M

static_assert(!is_whole("leg {leg}", "缸"), "a parameter that is missing in one language is seen");
static_assert(!is_whole("leg {leg}", "缸 {lag}"), "another parameter is seen");
static_assert(!is_whole("leg {leg:parsecs}", "缸 {leg}"), "a type that does not exist is seen");
static_assert(!is_whole("leg", ""), "a missing language is seen");

struct Same {
  template <class T>
  bool operator()(const T& a, const T& b) const noexcept {
    return a == b;
  }
  bool operator()(const std::shared_ptr<const Message>& a,
                  const std::shared_ptr<const Message>& b) const noexcept {
    return a == b || (a && b && *a == *b);
  }
  template <class A, class B>
  bool operator()(const A&, const B&) const noexcept {
    return false;
  }
};

}  // namespace

bool operator==(const Message& a, const Message& b) noexcept {
  if (a.id != b.id) return false;
  for (std::size_t i = 0; i < kMostFacts; ++i)
    if (!std::visit(Same{}, a.facts[i], b.facts[i])) return false;
  return true;
}

double tidy(double value) noexcept {
  if (!std::isfinite(value) || value == 0.0) return value + 0.0;
  const int digits = std::max(0, 4 - static_cast<int>(std::floor(std::log10(std::abs(value)))));
  const double scale = std::pow(10.0, std::min(digits, 9));
  return std::round(value * scale) / scale + 0.0;
}

}  // namespace hexad::messages
