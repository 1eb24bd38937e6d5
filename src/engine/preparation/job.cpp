#include "engine/preparation/job.hpp"

namespace hexad::inline engine {
namespace {

template <class T>
std::vector<T> copy_of(std::span<const T> values) {
  return {values.begin(), values.end()};
}

}  // namespace

Job::Job(const Request& request, const Order& order) : request_{request} {
  if (const auto* path = std::get_if<PathOrder>(&order)) {
    copy_ = PathCopy{copy_of(path->points), copy_of(path->speeds), path->convention};
  } else if (const auto* timed = std::get_if<TimedPathOrder>(&order)) {
    copy_ = TimedPathCopy{copy_of(timed->times), copy_of(timed->points), timed->convention};
  } else if (const auto* formula = std::get_if<FormulaOrder>(&order)) {
    FormulaCopy copy{{}, formula->duration};
    for (std::size_t i = 0; i < kAxes; ++i) copy.axes[i] = formula->axes[i];
    copy_ = std::move(copy);
  } else {
    copy_ = std::get<FileOrder>(order);
  }
}

Job::Job(const Request& request, NamedFile file)
    : request_{request}, copy_{FileOrder{}}, file_{std::move(file)} {}

Order Job::order() const {
  if (const auto* path = std::get_if<PathCopy>(&copy_))
    return PathOrder{path->points, path->speeds, path->convention};
  if (const auto* timed = std::get_if<TimedPathCopy>(&copy_))
    return TimedPathOrder{timed->times, timed->points, timed->convention};
  if (const auto* formula = std::get_if<FormulaCopy>(&copy_)) {
    FormulaOrder order;
    for (std::size_t i = 0; i < kAxes; ++i) order.axes[i] = formula->axes[i];
    order.duration = formula->duration;
    return order;
  }
  return std::get<FileOrder>(copy_);
}

}  // namespace hexad::inline engine
