#pragma once
// What consoles order, as the text they send, and what becomes of it: what they are answered, and what the
// core is asked in their name. I66 to I68.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "drill/report.hpp"
#include "model/request.hpp"
#include "operation/desk.hpp"
#include "operation/operator.hpp"

namespace hexad::stack {

/// Consoles 0 (the command line) and 1 are engineers', 2 only looks, 3 operates.
Asker asker_of(int console);

class ConsoleBook {
 public:
  explicit ConsoleBook(drill::Report& report) : report_{report} {}

  /// `said` as behind `hexad ctl`: the message a page would send, of what was heard of it (a bug may have
  /// changed that; empty = nothing).
  std::string send(const std::string& said, const std::string& heard, int console, TimePoint now);
  void answered(std::uint64_t console, const std::string& id, const OperatorReply& reply);
  /// Once a tick, with what the core was asked.
  void look(std::span<const Request> requests, TimePoint now);
  /// The program has ended: nobody is answered any more.
  void forget() { sent_.clear(); }

 private:
  struct Sent {
    std::string id;
    std::string said;
    std::uint64_t console = 0;
    bool may = true;  ///< its role allows it
    TimePoint at{};
    int answers = 0;
    bool spent = false;  ///< the core was asked for it
  };
  bool take(const What& what);

  drill::Report& report_;
  std::vector<Sent> sent_;
  std::uint64_t last_id_ = 0;
};

}  // namespace hexad::stack
