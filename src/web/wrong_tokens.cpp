#include "web/wrong_tokens.hpp"

namespace hexad::web {

std::chrono::milliseconds WrongTokens::add(const std::string& peer, Time now) {
  const bool room = known_.size() < kMostAddresses || known_.contains(peer);
  Known& one = known_[room ? peer : "others"];
  ++one.recent;
  ++one.untold;
  one.last = now;
  return one.recent > kFree ? kWait : std::chrono::milliseconds{0};
}

std::vector<WrongTokens::Told> WrongTokens::take(Time now) {
  std::vector<Told> told;
  for (auto one = known_.begin(); one != known_.end();) {
    Known& known = one->second;
    if (known.untold > 0 && (!known.was_told || now - known.told >= kSilence)) {
      told.push_back({one->first, known.untold});
      known.untold = 0;
      known.told = now;
      known.was_told = true;
    }
    one = known.untold == 0 && now - known.last >= kMemory ? known_.erase(one) : std::next(one);
  }
  return told;
}

}  // namespace hexad::web
