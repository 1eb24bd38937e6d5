#pragma once
// Addresses that sent a wrong token: a few slips cost nothing, then every further one is answered late. What
// is right is never kept waiting, whoever else sits at that address. Knows no clock: it is told the time.

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hexad::web {

class WrongTokens {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr int kFree = 3;  ///< a minute
  static constexpr std::chrono::milliseconds kWait{1000};
  static constexpr std::chrono::seconds kMemory{60};   ///< after the last one
  static constexpr std::chrono::seconds kSilence{10};  ///< between two reports about one address
  static constexpr std::size_t kMostAddresses = 64;    ///< beyond them all others count as one

  struct Told {
    std::string peer;
    std::uint64_t count = 0;  ///< since the last report
  };

  /// How long the answer to this one is kept back.
  std::chrono::milliseconds add(const std::string& peer, Time now);
  /// What is to be reported now; each address is told of at once, then every ten seconds while it goes on.
  std::vector<Told> take(Time now);

 private:
  struct Known {
    int recent = 0;
    Time last{};
    std::uint64_t untold = 0;
    Time told{};
    bool was_told = false;
  };
  std::map<std::string, Known> known_;
};

}  // namespace hexad::web
