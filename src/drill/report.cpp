#include "drill/report.hpp"

namespace hexad::drill {
namespace {

constexpr int kFirst = 5;

}  // namespace

void Report::add(int invariant, double share, fmt::string_view form, fmt::format_args args) {
  Kind& kind = kinds_[static_cast<std::size_t>(invariant)];
  if (++kind.times <= kFirst) first_.push_back({invariant, tick_, fmt::vformat(form, args)});
  if (!(share > kind.share)) return;
  kind.share = share;
  kind.worst = {invariant, tick_, fmt::vformat(form, args)};
}

std::vector<Violation> Report::violations() const {
  std::vector<Violation> found = first_;
  for (const Kind& kind : kinds_) {
    if (kind.times <= kFirst || kind.share == 0.0) continue;
    found.push_back({kind.worst.invariant, kind.worst.tick,
                     fmt::format("worst of {} times: {}", kind.times, kind.worst.text)});
  }
  return found;
}

}  // namespace hexad::drill
