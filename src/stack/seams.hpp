#pragma once
// Where a test may come between the parts of the program, to put in a bug that the drill must find. The
// bugs themselves are test code (stack/testing); empty seams leave everything as it is.

#include <functional>
#include <memory>
#include <string>

#include "calibration/calibration_board.hpp"
#include "model/drives.hpp"
#include "model/session.hpp"
#include "operation/desk.hpp"
#include "operation/operator.hpp"
#include "store/disk.hpp"

namespace hexad::stack {

struct Seams {
  std::function<std::unique_ptr<Session>(ProtocolId, std::unique_ptr<Session>)> session;
  std::function<std::unique_ptr<DrivePort>(std::unique_ptr<DrivePort>)> drives;
  std::function<std::unique_ptr<store::Disk>(store::Disk&)> disk;
  std::function<std::unique_ptr<protocols::csfi::BoardStore>(protocols::csfi::BoardStore&)> board;
  /// What is ordered on the console, as it would be typed, and by whom; empty = nothing is.
  std::function<void(std::string&, std::uint64_t console)> order;
  /// What a page sends, and whose it is taken for; empty = it is lost.
  std::function<void(std::string& json, Asker& asker)> message;
  /// What a page is answered, and which one; `times` it is.
  std::function<void(std::uint64_t& console, OperatorReply& reply, int& times)> answer;
  /// How many ticks a page's order waits, with so many before it that are not answered yet.
  std::function<int(const std::string& json, std::size_t unanswered)> wait;
  /// The state files, as the next start finds them.
  std::function<void(CalibrationSet&)> loaded;
};

}  // namespace hexad::stack
