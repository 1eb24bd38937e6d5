#include "acceptance/report.hpp"

#include <algorithm>

namespace hexad::acceptance {

std::size_t Report::bounds() const {
  std::size_t count = 0;
  for (const TestResult& result : results)
    for (const Figure& figure : result.figures) count += figure.bounds.size();
  return count;
}

std::size_t Report::broken() const {
  std::size_t count = 0;
  for (const TestResult& result : results)
    for (const Figure& figure : result.figures)
      for (const Bound& bound : figure.bounds) count += bound.holds(figure.value) ? 0U : 1U;
  return count;
}

std::size_t Report::not_measured() const {
  return static_cast<std::size_t>(std::count_if(results.begin(), results.end(), [](const TestResult& result) {
    return static_cast<bool>(result.not_measured);
  }));
}

bool Report::passes() const { return broken() == 0 && not_measured() == 0; }

}  // namespace hexad::acceptance
