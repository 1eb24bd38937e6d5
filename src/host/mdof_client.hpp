#pragma once
// A host that speaks mdof: numbered text commands, `ID p1 p2 …`, answered `ID#result`.
//
//   auto client = MdofClient::open({{ip, 1100}});
//   client->run("1");                       // initialise, until the platform is there
//   client->run("9 0 0 10 0 0 0");          // move: 0, or the code it ended with
//   client->pose();                         // X Y Z RX RY RZ, mm and degrees
//
// No thread: each call waits as long as it is told to. Answers that belong to something else (the final
// answer of a motion while a query is asked) are kept, and come out of poll() or wait_for_final().

#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "host/link.hpp"
#include "protocols/mdof/request.hpp"
#include "protocols/mdof/status.hpp"

namespace hexad::host {

struct MdofAnswer {
  std::string echo;         ///< what was asked, "9"
  std::string body;         ///< what came back, "0"
  std::optional<int> code;  ///< of anything but a query

  std::string text() const { return echo + '#' + body; }
  /// -5 and -6 (paused, resumed) are not the last word on a motion.
  bool is_final() const noexcept;
};

struct MdofSettings {
  net::Address controller{net::kLoopback, 1100};
  std::uint16_t local_port = 0;
  Duration answer_time = std::chrono::seconds{1};    ///< for what is answered at once
  Duration motion_time = std::chrono::seconds{120};  ///< for a motion's final answer
  int query_attempts = 3;                            ///< a query that is not answered is asked again
};

class MdofClient {
 public:
  using Six = protocols::mdof::Six;
  using Snapshot = protocols::mdof::Snapshot;
  using OnAnswer = std::function<void(const MdofAnswer&)>;

  static Result<MdofClient, Error> open(const MdofSettings& settings);

  /// One command line, as in the manual; nothing is waited for.
  void send(std::string_view line);
  /// The next answer, if one comes in time.
  Result<MdofAnswer, Error> poll(Duration timeout);
  /// Sends a line and returns the first answer to it. Queries are asked again when no answer comes.
  Result<MdofAnswer, Error> ask(std::string_view line);
  /// Sends a command and waits for its final answer; `progress` hears of -5 and -6 on the way.
  Result<int, Error> run(std::string_view line, const OnAnswer& progress = {});
  /// The final answer of a command that was sent before, by its ID.
  Result<int, Error> wait_for_final(std::string_view echo, Duration timeout, const OnAnswer& progress = {});

  /// To X Y Z RX RY RZ in mm and degrees; the code it ended with.
  Result<int, Error> move(const Six& pose, const OnAnswer& progress = {});

  Result<Six, Error> pose();                           ///< 24
  Result<Six, Error> numbers(std::string_view query);  ///< any of 24–30
  Result<bool, Error> flag(std::string_view query);    ///< 20, 21, 22
  Result<Snapshot, Error> everything();                ///< 31

  Link& link() noexcept { return link_; }
  const MdofSettings& settings() const noexcept { return settings_; }

 private:
  MdofClient(Link link, const MdofSettings& settings) : link_{std::move(link)}, settings_{settings} {}
  std::optional<MdofAnswer> take(std::string_view echo);  ///< of those kept
  Result<MdofAnswer, Error> receive(Clock::time_point until, Duration timeout);
  Result<MdofAnswer, Error> answer_to(std::string_view echo, Duration timeout);

  Link link_;
  MdofSettings settings_;
  std::deque<MdofAnswer> kept_;
};

/// The first word of a line: what its answers begin with.
std::string mdof_echo(std::string_view line);
/// The command of an echo, if it is one.
std::optional<protocols::mdof::Command> mdof_command(std::string_view echo);

}  // namespace hexad::host
