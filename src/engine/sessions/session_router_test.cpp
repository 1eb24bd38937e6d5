#include "engine/sessions/session_router.hpp"

#include <gtest/gtest.h>

#include "engine/simulated/simulated_platform.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::inline engine {
namespace {

using namespace std::chrono_literals;

/// Writes down what it is given.
class NoteBook final : public Session {
 public:
  explicit NoteBook(std::vector<std::string>& notes, std::string_view name = "notes")
      : notes_{notes}, name_{name} {}
  std::string_view name() const noexcept override { return name_; }
  void receive(const Datagram& datagram, SessionPort& port) noexcept override {
    std::string text;
    for (const std::byte byte : datagram.bytes) text += static_cast<char>(byte);
    notes_.push_back("got " + text);
    const bool frame = text.starts_with('@');
    if (frame || text == "drop") port.dropped(datagram.peer, messages::Id::unreadable_size);
    if (frame || text == "explain")
      port.explain(datagram.peer, messages::say<messages::Id::as_told>("not zeroed"));
    port.send(datagram.peer, datagram.bytes);
  }
  void event(const Event& event, SessionPort&) noexcept override {
    notes_.push_back("event " + std::to_string(event.tag));
  }
  void poll(const Now&, SessionPort&) noexcept override { notes_.push_back("poll"); }

 private:
  std::vector<std::string>& notes_;
  std::string_view name_;
};

/// Drives that stay where they are.
class StillDrives final : public DrivePort {
 public:
  const Feedback& exchange(const Setpoint&, TimePoint, Duration) noexcept override { return feedback_; }

 private:
  Feedback feedback_;
};

class Sent final : public Transport {
 public:
  void send(const Endpoint& to, std::span<const std::byte> bytes) noexcept override {
    sent.emplace_back(to, bytes.size());
  }
  std::vector<std::pair<Endpoint, std::size_t>> sent;
};

/// A session_router whose platform is never stepped: the test writes into its outbox what it needs.
struct Bench {
  MemoryLog log;
  Platform platform{std::make_unique<Machine>(), {}, std::make_unique<StillDrives>()};
  Sent sent;
  std::vector<std::string> first_notes;
  std::vector<std::string> second_notes;
  SessionRouter board{platform, log};
  SessionChannel& first = board.add(1, std::make_unique<NoteBook>(first_notes), sent);
  SessionChannel& second = board.add(2, std::make_unique<NoteBook>(second_notes), sent);

  void receive(SessionChannel& line, std::string_view text, std::uint16_t port = 4000) {
    board.receive(line, {net::kLoopback, port}, {}, std::as_bytes(std::span{text}));
  }
};

TEST(SessionRouter, ADatagramGoesToItsSessionAndTheAnswerToItsSender) {
  Bench bench;
  bench.receive(bench.second, "hello");
  EXPECT_EQ(bench.second_notes, std::vector<std::string>{"got hello"});
  EXPECT_TRUE(bench.first_notes.empty());
  ASSERT_EQ(bench.sent.sent.size(), 1u);
  EXPECT_EQ(bench.sent.sent[0].first, (Endpoint{2, net::kLoopback, 4000}));
}

TEST(SessionRouter, DropsAndExplanationsAreKeptByHost) {
  Bench bench;
  for (int i = 0; i < 3; ++i) bench.receive(bench.first, "drop");
  for (int i = 0; i < 3; ++i) bench.receive(bench.first, "explain");
  bench.receive(bench.first, "explain", 4001);
  EXPECT_EQ(bench.first.drops().of("wrong size"), 3u);
  const Host* host = bench.first.hosts().find({1, net::kLoopback, 4000});
  ASSERT_NE(host, nullptr);
  EXPECT_EQ(host->drops().of("wrong size"), 3u);
  EXPECT_EQ(host->received(), 6u);
  EXPECT_EQ(bench.log.lines(), (std::vector<std::string>{"warn notes 127.0.0.1:4000: not zeroed",
                                                         "warn notes 127.0.0.1:4001: not zeroed"}));
}

TEST(SessionRouter, WhoSendsAnotherProtocolIsToldWhichAndGetsNoLessonInThisOne) {
  Bench bench;
  SessionChannel& motus =
      bench.board.add(3, std::make_unique<NoteBook>(bench.first_notes, "motus"), bench.sent);
  const auto told = [&] {
    std::vector<std::string> texts;
    for (const messages::Message& message : *motus.hosts().hosts()[0].told())
      texts.push_back(messages::english(message));
    return texts;
  };
  for (int i = 0; i < 20; ++i) bench.receive(motus, "@A6:0,0,0,0,0,100#");
  ASSERT_EQ(told().size(), 1u) << "also when it is no longer looked at";
  EXPECT_NE(told()[0].find("this is a frame of lingjing"), std::string::npos) << told()[0];
  bench.receive(motus, "understood");
  bench.receive(motus, "explain");
  ASSERT_EQ(told().size(), 2u) << "it has come to the right one since";
  EXPECT_EQ(told()[1], "not zeroed");
}

TEST(SessionRouter, ExplanationsToAThousandPortsDoNotFillTheLog) {
  Bench bench;
  for (std::uint16_t port = 1; port <= 1000; ++port) bench.receive(bench.first, "explain", port);
  EXPECT_EQ(bench.log.lines().size(), 10u);
}

TEST(SessionRouter, PollReachesEverySession) {
  Bench bench;
  bench.board.poll({});
  EXPECT_EQ(bench.first_notes, std::vector<std::string>{"poll"});
  EXPECT_EQ(bench.second_notes, std::vector<std::string>{"poll"});
}

}  // namespace
}  // namespace hexad::inline engine
