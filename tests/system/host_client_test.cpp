// src/host against the real program, and against controllers that are not hexad.

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "field_bench.hpp"
#include "host/darren_client.hpp"
#include "host/mdof_client.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;
using host::DarrenClient;
using host::Error;
using host::MdofClient;
using StatusWord = DarrenClient::StatusWord;
using Word = DarrenClient::Word;

MdofClient mdof_client(std::uint16_t port) {
  host::MdofSettings settings;
  settings.controller = {net::kLoopback, port};
  settings.answer_time = kPatience;
  auto client = MdofClient::open(settings);
  if (!client) throw std::runtime_error{client.error().text};
  return std::move(*client);
}

DarrenClient darren_client(std::uint16_t port) {
  host::DarrenSettings settings;
  settings.controller = {net::kLoopback, port};
  settings.local_port = 0;
  auto client = DarrenClient::open(settings);
  if (!client) throw std::runtime_error{client.error().text};
  return std::move(*client);
}

TEST(HostClient, MdofInitialisesMovesAndReadsBack) {
  const FieldBench bench{"powered_up", {"--speed", "20"}};
  MdofClient client = mdof_client(bench.mdof());
  EXPECT_EQ(*client.flag("21"), false);
  EXPECT_EQ(*client.run("9 0 0 10 0 0 0"), 194);
  EXPECT_EQ(*client.run("1"), 0);
  EXPECT_EQ(*client.flag("21"), true);
  EXPECT_EQ(*client.move({10.5, 20.0, 30.0, 5.0, 10.0, 15.0}), 0);
  const auto pose = client.pose();
  ASSERT_TRUE(pose.has_value());
  const MdofClient::Six expected{10.5, 20.0, 30.0, 5.0, 10.0, 15.0};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR((*pose)[i], expected[i], 0.05) << i;
  const auto all = client.everything();
  ASSERT_TRUE(all.has_value());
  EXPECT_TRUE(all->connected && all->zeroed && !all->moving);
  EXPECT_EQ(*client.move({999, 0, 0, 0, 0, 0}), 161);
}

TEST(HostClient, AQueryDuringAMotionDoesNotSwallowItsFinalAnswer) {
  const FieldBench bench{"neutral", {"--speed", "4"}};
  MdofClient client = mdof_client(bench.mdof());
  client.send("9 0 0 30 0 0 0");
  // Queries go on well past the end: the final answer was kept.
  ASSERT_TRUE(comes_true([&] { return (*client.pose())[2] >= 29.9; }));
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(client.pose().has_value());
  EXPECT_EQ(*client.wait_for_final("9", kPatience), 0);
}

TEST(HostClient, ProgressIsHeardBeforeTheFinalAnswer) {
  const FieldBench bench{"neutral"};
  MdofClient client = mdof_client(bench.mdof());
  std::vector<std::string> heard;
  client.send("9 0 0 100 0 0 0");
  ASSERT_TRUE(comes_true([&] { return (*client.pose())[2] >= 1.0; }));
  client.send("5");
  const auto code = client.wait_for_final("9", kPatience, [&](const host::MdofAnswer& answer) {
    heard.push_back(answer.text());
    client.send(answer.body == "-5" ? "6" : "4");
  });
  EXPECT_EQ(*code, -4);
  EXPECT_EQ(heard, (std::vector<std::string>{"9#-5", "9#-6"}));
}

TEST(HostClient, NobodyThereIsSaidAtOnceAndSilenceAfterItsTime) {
  std::uint16_t gone = 0;
  {
    const HostSocket socket;
    gone = socket.port();
  }
  const auto nobody = mdof_client(gone).ask("24");
  ASSERT_FALSE(nobody.has_value());
  EXPECT_EQ(nobody.error().kind, Error::Kind::unreachable) << nobody.error().text;

  const HostSocket silent;
  host::MdofSettings settings;
  settings.controller = {net::kLoopback, silent.port()};
  settings.answer_time = 5ms;
  auto client = MdofClient::open(settings);
  const auto none = client->ask("24");
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().kind, Error::Kind::timed_out);
  EXPECT_NE(none.error().text.find(std::to_string(silent.port())), std::string::npos) << none.error().text;
  int asked = 0;
  while (silent.receive(0ms)) ++asked;
  EXPECT_EQ(asked, 3) << "a query may be lost on the way";
  (void)client->run("4");
  asked = 0;
  while (silent.receive(0ms)) ++asked;
  EXPECT_EQ(asked, 1) << "a command is never repeated by itself";
}

/// A controller of another make: what it sends is written here.
struct OtherController {
  HostSocket commands;
  void status(std::uint16_t to, std::uint32_t sequence, std::uint16_t state) const {
    std::string bytes(128, '\0');
    const auto put = [&bytes](std::size_t offset, auto value) {
      std::memcpy(bytes.data() + offset, &value, sizeof value);
    };
    put(0, std::uint32_t{128});
    put(4, sequence);
    put(12, std::uint32_t{200});
    put(16, state);
    commands.send(to, bytes);
  }
};

TEST(HostClient, DarrenTakesStatusBeforeItHasSpokenOfItsOwnPlatformOnly) {
  const OtherController
      neighbour;  // another platform on this machine, which sends where hosts are looked for
  const OtherController controller;
  DarrenClient client = darren_client(controller.commands.port());
  const std::uint16_t port = client.link().local().port;
  neighbour.status(port, 7, 12);
  controller.status(port, 1, 5);
  neighbour.status(port, 8, 12);
  ASSERT_TRUE(client.poll(kPatience));
  EXPECT_EQ(client.status()->state, StatusWord::neutral);
  EXPECT_EQ(client.counters().received, 1u);
  EXPECT_EQ(client.counters().sent, 0u) << "listening is silent";
}

TEST(HostClient, DarrenCountsWhatIsLostNotWhatIsLateOrRestarted) {
  const OtherController controller;
  DarrenClient client = darren_client(controller.commands.port());
  const std::uint16_t port = client.link().local().port;
  const auto hear = [&](std::uint32_t sequence, std::uint16_t state) {
    controller.status(port, sequence, state);
    const std::uint64_t before = client.counters().received;
    while (client.counters().received == before) ASSERT_TRUE(client.poll(kPatience));
  };
  hear(10, 1);
  hear(11, 2);
  EXPECT_EQ(client.counters().lost, 0u);
  hear(14, 3);
  EXPECT_EQ(client.counters().lost, 2u);
  hear(12, 2);
  EXPECT_EQ(client.counters().lost, 1u) << "it was late, not lost";
  EXPECT_EQ(client.status()->state, StatusWord::origin) << "and is not the newest";
  hear(900'000, 4);
  hear(1, 5);
  EXPECT_EQ(client.counters().lost, 1u) << "restarts";
  EXPECT_EQ(client.status()->state, StatusWord::neutral);
  controller.commands.send(port, "not a frame");
  hear(2, 6);
  EXPECT_EQ(client.counters().foreign, 1u);
}

TEST(HostClient, DarrenHandshakeIsOptional) {
  const HostSocket deaf;  // a controller that does not know connect
  DarrenClient client = darren_client(deaf.port());
  const auto answer = client.connect(5ms);
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().kind, Error::Kind::timed_out);
  EXPECT_NE(answer.error().text.find("need neither"), std::string::npos) << answer.error().text;
}

TEST(HostClient, DarrenConnectsRunsAndIsTheOnlyHost) {
  const FieldBench bench{"powered_up", {"--speed", "5"}};
  DarrenClient first = darren_client(bench.darren());
  DarrenClient second = darren_client(bench.darren());
  // A second of platform time without a frame ends a connection: on a busy machine the first may lose its
  // place before the second asks. Then the place is given back, and both ask again.
  EXPECT_TRUE(comes_true([&] {
    EXPECT_EQ(*first.connect(kPatience), true) << "the place is free";
    const bool refused = !*second.connect(kPatience);
    if (!refused) (void)second.disconnect(kPatience);
    return refused;
  }));
  first.command(Word::run);
  const auto running = first.wait_for(StatusWord::running, kPatience);
  ASSERT_TRUE(running.has_value()) << running.error().text;
  first.command(Word::descend);
  const auto down = first.wait_for(StatusWord::origin, kPatience);
  ASSERT_TRUE(down.has_value()) << down.error().text;
  EXPECT_EQ(*first.disconnect(kPatience), true);
  EXPECT_EQ(*second.connect(kPatience), true) << "the place is free";
}

TEST(HostClient, DarrenWaitEndsWithTheReasonOfAnEmergency) {
  const FieldBench bench{"neutral", {"--speed", "4"}};
  DarrenClient client = darren_client(bench.darren());
  client.command(Word::emergency);
  ASSERT_TRUE(client.wait_for(StatusWord::emergency, kPatience).has_value() ||
              client.status()->state == StatusWord::emergency);
  client.command(Word::run);
  const auto run = client.wait_for(StatusWord::running, kPatience);
  ASSERT_FALSE(run.has_value());
  EXPECT_EQ(run.error().kind, Error::Kind::refused);
  EXPECT_NE(run.error().text.find("emergency stop"), std::string::npos) << run.error().text;
  client.command(Word::reset);
  const auto reset = client.wait_for(StatusWord::powered_up, kPatience);
  EXPECT_TRUE(reset.has_value()) << reset.error().text;
}

}  // namespace
}  // namespace hexad::system_test
