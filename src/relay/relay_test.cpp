#include "relay/relay.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "messages/print.hpp"
#include "os/wait.hpp"
#include "relay/quality_text.hpp"

namespace hexad::inline relay {
namespace {

using namespace std::chrono_literals;
using net::LineQuality;

std::string problem_of(const auto& result) { return result ? "none" : messages::english(result.error()); }

TEST(RelayQuality, IsReadAsPeopleWriteIt) {
  const auto quality =
      parse_quality("loss=20% delay=10ms jitter=0.002s, duplicate=0.01 reorder=5% behind=30ms");
  ASSERT_TRUE(quality);
  EXPECT_DOUBLE_EQ(quality->loss, 0.2);
  EXPECT_EQ(quality->delay, 10ms);
  EXPECT_EQ(quality->jitter, 2ms);
  EXPECT_DOUBLE_EQ(quality->duplicate, 0.01);
  EXPECT_DOUBLE_EQ(quality->reordered, 0.05);
  EXPECT_EQ(quality->behind, 30ms);
  EXPECT_TRUE(quality->in_order);
  EXPECT_DOUBLE_EQ(parse_quality("cut")->loss, 1.0);
  EXPECT_EQ(*parse_quality("loss=5% clear"), *parse_quality("clear"));
}

TEST(RelayQuality, TextReadsBack) {
  for (const char* text : {"clear", "loss=5%", "loss=100%", "duplicate=1% truncate=2% flip=0.1%",
                           "loss=12.5% delay=20ms jitter=5ms", "reorder=2% behind=20ms"}) {
    const auto quality = parse_quality(text);
    ASSERT_TRUE(quality) << text;
    EXPECT_EQ(to_text(*quality), text);
  }
}

/// Also what nobody would write: the console shows it and sends it back.
TEST(RelayQuality, TextMeansTheSameToTheLastDigit) {
  for (const char* text :
       {"loss=12.3456789%", "loss=0.3333333333333333", "delay=1234.567ms", "jitter=0.0000015s", "behind=55ms",
        "behind=0ms", "reorder=7% behind=0ms", "flip=1e-9"}) {
    const auto quality = parse_quality(text);
    ASSERT_TRUE(quality) << text;
    const auto again = parse_quality(to_text(*quality));
    ASSERT_TRUE(again) << to_text(*quality);
    EXPECT_EQ(*again, *quality) << text << " became " << to_text(*quality);
  }
}

TEST(RelayQuality, SaysWhatIsWrong) {
  EXPECT_EQ(problem_of(parse_quality("loss=120%")), "\"loss=120%\": a share is from 0% to 100%");
  EXPECT_EQ(problem_of(parse_quality("loss=-1%")), "\"loss=-1%\": a share is from 0% to 100%");
  EXPECT_EQ(problem_of(parse_quality("loss=nan")), "\"loss=nan\": a share is from 0% to 100%");
  EXPECT_EQ(problem_of(parse_quality("delay=10")), "\"delay=10\": a time is from 0ms to 60s");
  EXPECT_EQ(problem_of(parse_quality("delay=61s")), "\"delay=61s\": a time is from 0ms to 60s");
  EXPECT_TRUE(problem_of(parse_quality("lost=1%")).starts_with("\"lost=1%\" says nothing about a line"));
  EXPECT_TRUE(problem_of(parse_quality("  ")).starts_with("\"\" says nothing"));
}

TEST(RelayOrder, NamesLineAndDirection) {
  const auto order = parse_order(" 2 down loss=5%");
  ASSERT_TRUE(order);
  EXPECT_EQ(order->line, 2u);
  EXPECT_FALSE(order->up);
  EXPECT_TRUE(order->down);
  EXPECT_EQ(problem_of(parse_order("0 up clear")), "there is no line 0");
  EXPECT_TRUE(problem_of(parse_order("upward clear")).starts_with("\"upward\" is no direction"));
}

TEST(RelayScriptText, GoesByTheClockAndRepeats) {
  auto script = RelayScript::parse(
      "# a poor afternoon\n0 both delay=5ms\n1.5 up cut  # the cable\n2 up clear\n4 repeat\n");
  ASSERT_TRUE(script) << problem_of(script);
  std::string seen;
  for (Duration t{}; t < 6s; t += 250ms)
    while (const LineOrder* order = script->take_due(t))
      seen += std::to_string(t / 1ms) + (order->down ? " both " : " up ") + to_text(order->quality) + "; ";
  EXPECT_EQ(seen,
            "0 both delay=5ms; 1500 up loss=100%; 2000 up clear; 4000 both delay=5ms; 5500 up loss=100%; ");
}

TEST(RelayScriptText, SaysWhichLineIsWrong) {
  EXPECT_EQ(problem_of(RelayScript::parse("0 up clear\n1 up loss=200%\n")),
            "line 2: \"loss=200%\": a share is from 0% to 100%");
  EXPECT_EQ(problem_of(RelayScript::parse("2 up clear\n1 up cut\n")),
            "line 2: earlier than the order before it");
  EXPECT_EQ(problem_of(RelayScript::parse("soon up cut\n")),
            "line 1: \"soon\": an order begins with its time in seconds, 0 to 86400");
  EXPECT_EQ(problem_of(RelayScript::parse("0 repeat\n")),
            "line 1: repeat stands last, with a time above 0 and orders before it");
  EXPECT_EQ(problem_of(RelayScript::parse("0 up cut\n1 repeat\n2 up clear\n")),
            "line 3: repeat stands last, with a time above 0 and orders before it");
  EXPECT_EQ(problem_of(RelayScript::parse("# nothing\n")), "no order in it");
}

/// A relay on loopback, a controller that it leads to, and hosts.
struct Bench {
  net::UdpSocket controller = std::move(*net::UdpSocket::open({}));
  Relay relay = std::move(*Relay::open(std::vector{RelayedLine{{net::kLoopback, 0}, controller.address()}},
                                       {net::kLoopbackOnly}, 1));
  net::Address front = relay.report(0).line.listen;
  net::ReceiveBatch batch;

  void order(std::string_view text) { ASSERT_TRUE(relay.apply(*parse_order(text))); }
  static void say(net::UdpSocket& from, const net::Address& to, std::string_view text) {
    from.send(to, std::as_bytes(std::span{text}));
    from.flush();
  }
  struct Heard {
    std::string text;
    net::Address from;
  };
  /// Works until `holds()`; false when that takes longer than anybody would wait.
  template <class Holds>
  bool comes_true(const net::UdpSocket& socket, Holds holds) {
    for (const auto end = std::chrono::steady_clock::now() + 30s; std::chrono::steady_clock::now() < end;) {
      relay.work();
      if (holds()) return true;
      std::vector<int> awaited{socket.get()};
      relay.add_descriptors(awaited);
      wait_readable(awaited, 5ms);
    }
    return false;
  }
  std::vector<Heard> take(net::UdpSocket& socket, std::size_t count) {
    std::vector<Heard> all;
    comes_true(socket, [&] {
      while (socket.receive(batch) > 0)
        for (const net::Arrival& arrival : batch.arrivals())
          all.push_back(
              {{reinterpret_cast<const char*>(arrival.bytes.data()), arrival.bytes.size()}, arrival.from});
      return all.size() >= count;
    });
    return all;
  }
  Heard next(net::UdpSocket& socket) {
    const std::vector<Heard> all = take(socket, 1);
    return all.size() == 1 ? all.front() : Heard{std::to_string(all.size()) + " datagrams", {}};
  }
};

TEST(Relay, EachHostHasAnAddressOfItsOwnAndGetsItsOwnAnswers) {
  Bench bench;
  net::UdpSocket a = std::move(*net::UdpSocket::open({}));
  net::UdpSocket b = std::move(*net::UdpSocket::open({}));
  Bench::say(a, bench.front, "from a");
  const Bench::Heard first = bench.next(bench.controller);
  EXPECT_EQ(first.text, "from a");
  Bench::say(b, bench.front, "from b");
  const Bench::Heard second = bench.next(bench.controller);
  EXPECT_EQ(second.text, "from b");
  EXPECT_NE(first.from, second.from);

  Bench::say(bench.controller, second.from, "to b");
  EXPECT_EQ(bench.next(b).text, "to b");
  Bench::say(bench.controller, first.from, "to a");
  const Bench::Heard back = bench.next(a);
  EXPECT_EQ(back.text, "to a");
  EXPECT_EQ(back.from, bench.front) << "a host hears from where it speaks to";

  Bench::say(a, bench.front, "again");
  EXPECT_EQ(bench.next(bench.controller).from, first.from) << "a host stays the same one";
  EXPECT_EQ(bench.relay.report(0).hosts.size(), 2u);
}

TEST(Relay, OneDirectionCanBeCut) {
  Bench bench;
  net::UdpSocket host = std::move(*net::UdpSocket::open({}));
  Bench::say(host, bench.front, "1");
  const net::Address seen = bench.next(bench.controller).from;
  bench.order("down cut");
  Bench::say(bench.controller, seen, "lost");
  Bench::say(host, bench.front, "2");
  EXPECT_EQ(bench.next(bench.controller).text, "2");
  EXPECT_TRUE(bench.comes_true(host, [&] { return bench.relay.report(0).sent_down.offered == 1; }));
  bench.order("both clear");
  Bench::say(bench.controller, seen, "heard");
  EXPECT_EQ(bench.next(host).text, "heard");
  EXPECT_EQ(bench.relay.report(0).sent_down.lost, 1u);
  EXPECT_EQ(bench.relay.report(0).sent_up.lost, 0u);
}

TEST(Relay, ADelayIsKeptFromTheArrivalOn) {
  Bench bench;
  bench.order("up delay=80ms");
  net::UdpSocket host = std::move(*net::UdpSocket::open({}));
  const auto sent = std::chrono::steady_clock::now();
  Bench::say(host, bench.front, "late");
  EXPECT_EQ(bench.next(bench.controller).text, "late");
  EXPECT_GE(std::chrono::steady_clock::now() - sent, 80ms);
}

TEST(Relay, ALineTakesSoManyHostsAndCountsTheRest) {
  Bench bench;
  std::vector<net::UdpSocket> hosts;
  for (std::size_t i = 0; i <= Relay::kMostHosts; ++i) {
    hosts.push_back(std::move(*net::UdpSocket::open({})));
    Bench::say(hosts.back(), bench.front, std::to_string(i));
  }
  std::set<net::Address> seen;
  for (const Bench::Heard& heard : bench.take(bench.controller, Relay::kMostHosts)) seen.insert(heard.from);
  EXPECT_EQ(seen.size(), Relay::kMostHosts);
  EXPECT_TRUE(bench.comes_true(bench.controller, [&] { return bench.relay.report(0).no_room > 0; }));
  EXPECT_EQ(bench.relay.report(0).no_room, 1u);
  EXPECT_EQ(bench.relay.report(0).hosts.size(), Relay::kMostHosts);
}

TEST(Relay, AnswersInOneDocument) {
  Bench bench;
  const auto said = nlohmann::json::parse(answer(bench.relay, "up loss=25%\n"));
  EXPECT_FALSE(said.contains("error"));
  EXPECT_EQ(said.at("lines").at(0).at("up").at("quality"), "loss=25%");
  EXPECT_EQ(said.at("lines").at(0).at("down").at("quality"), "clear");
  EXPECT_EQ(nlohmann::json::parse(answer(bench.relay, "3 up cut")).at("error").at("id"), "relay_line");
  EXPECT_EQ(nlohmann::json::parse(answer(bench.relay, "stop")).at("error").at("id"), "relay_direction");
}

}  // namespace
}  // namespace hexad::inline relay
