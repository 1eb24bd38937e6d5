#pragma once
// Who asked what by mdof, and what was answered: by datagrams alone, as they pass the program's own port.
// I20 to I24.

#include <array>
#include <string>
#include <vector>

#include "drill/report.hpp"
#include "model/machine.hpp"
#include "model/telemetry.hpp"
#include "protocols/mdof/request.hpp"

namespace hexad::stack {

class Ledger {
 public:
  explicit Ledger(drill::Report& report) : report_{report} {}

  void arrived(const Endpoint& from, std::span<const std::byte> bytes);
  /// `plain`: the machine, where nothing of its calibration changes what a pose means.
  void left(const Endpoint& to, std::span<const std::byte> bytes, const Telemetry& now, const Machine* plain);
  /// Once a tick.
  void look(const Telemetry& now);
  /// The program has ended: nobody is answered any more.
  void forget() { asked_.clear(); }
  /// Nothing is left to be answered for.
  void close();

  bool open() const { return !asked_.empty(); }
  /// How many motions had a final answer.
  std::uint64_t finals() const { return finals_; }

 private:
  struct Asked {
    Endpoint by;
    std::string echo;
    bool motion = false;
    bool query = false;
    bool paused = false;
    bool told = false;             ///< that it was paused or goes on: it is accepted
    int waited = 0;                ///< ticks
    std::array<double, 6> pose{};  ///< command 9
    bool moves = false;
  };

  void answer(Asked& asked, int code, const Telemetry& now, const Machine* plain);
  void answer_query(const std::string& echo, std::string_view body, const Telemetry& now,
                    const Machine* plain);

  void check_told(const Telemetry& now);

  drill::Report& report_;
  std::vector<Asked> asked_;
  int held_ = 0, moving_ = 0;  ///< ticks
  std::uint64_t finals_ = 0;
};

}  // namespace hexad::stack
