// The golden datagrams and dialogues, line by line, on a core that knows the reach of one axis at a time.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "protocols/mdof/bench.hpp"

namespace hexad::protocols::mdof {
namespace {

struct GoldenRow {
  std::string state;
  std::string datagram;
  std::string answer;
};

std::string unescaped(std::string text) {
  const std::pair<std::string, std::string> escapes[] = {{"\\t", "\t"}, {"\\r", "\r"}, {"\\n", "\n"}};
  for (const auto& escape : escapes) {
    for (std::size_t at = 0; (at = text.find(escape.first, at)) != std::string::npos;) {
      text.replace(at, 2, escape.second);
    }
  }
  return text;
}

std::vector<GoldenRow> golden() {
  std::ifstream file{std::filesystem::path{HEXAD_TEST_SOURCE} / "src/protocols/mdof/golden" / "mdof.tsv"};
  std::vector<GoldenRow> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    GoldenRow row;
    std::istringstream fields{line};
    std::getline(fields, row.state, '\t');
    std::getline(fields, row.datagram, '\t');
    std::getline(fields, row.answer, '\t');
    row.datagram = unescaped(row.datagram);
    rows.push_back(row);
  }
  return rows;
}

// What the platform would say: not zeroed, or the first axis out of its single-axis reach.
Answer verdict(const Bench& bench, const hexad::Request& request) {
  const auto* move = std::get_if<MoveTo>(&request.what);
  if (move == nullptr) return answered(Outcome::done);
  if (!bench.port.now.zeroed) return refused(Refusal::not_zeroed);
  const AxisValues reach{0.354, 0.357, 0.219, 0.52, 0.53, 0.87};
  for (std::uint8_t axis = 0; axis < kAxes; ++axis) {
    if (std::abs(move->target[axis]) <= reach[axis]) continue;
    return refused(Refusal::out_of_reach,
                   hit(move->target[axis] > 0 ? Limit::axis_upper : Limit::axis_lower, axis));
  }
  return answered(Outcome::done);
}

std::string conversation(Bench& bench, const std::string& datagram) {
  const std::string at_once = bench.ask(datagram);
  if (!at_once.empty()) return at_once;
  const hexad::Request& request = bench.port.requests.back();
  if (const auto* move = std::get_if<MoveTo>(&request.what)) {
    bench.port.now.actual = move->convention.to_pose(move->target, 0.0);
  }
  return bench.core(verdict(bench, request), request.tag);
}

bool is_of_a_later_version(const GoldenRow& row) {
  const auto request = decode(std::as_bytes(std::span{row.datagram}));
  if (!request) return false;
  const Command command = request->command;
  return (command >= Command::path && command <= Command::timed_path) ||
         (command == Command::file && request->count <= 3);
}

TEST(MdofGolden, DatagramsInOneState) {
  int seen = 0;
  int later = 0;
  for (const GoldenRow& row : golden()) {
    if (row.state.find("33 1 by A") != std::string::npos) continue;
    ++seen;
    SCOPED_TRACE(row.state + ": " + row.datagram);
    if (is_of_a_later_version(row)) {
      ++later;
      continue;
    }
    const auto states = row.state == "powered_up" ? std::vector{State::powered_up}
                        : row.state == "ready at zero"
                            ? std::vector{State::ready}
                            : std::vector{State::powered_up, State::ready, State::running};
    for (const State state : states) {
      Bench bench{state};
      const std::string expected = row.answer.substr(0, row.answer.find(" then "));
      EXPECT_EQ(conversation(bench, row.datagram), expected);
      if (row.answer.find("then 24 gives") != std::string::npos) {
        EXPECT_EQ(bench.ask("24"), "24#10.500 20.000 30.000 5.000 10.000 15.000");
      }
    }
  }
  EXPECT_EQ(seen, 37);
  EXPECT_EQ(later, 7) << "10, 10, 11, 12, 12, 12, 33";
}

// The dialogues, with 9 in the place of 33 1.
TEST(MdofGolden, Dialogues) {
  int seen = 0;
  for (const GoldenRow& row : golden()) {
    if (row.state.find("33 1 by A") == std::string::npos) continue;
    ++seen;
    SCOPED_TRACE(row.state + ": " + row.datagram);
    const bool paused = row.state.starts_with("paused");
    Bench bench{paused ? State::holding : State::running};
    bench.send("9 0 0 10 0 0 0", kA);
    const Tag motion = bench.port.last_tag;
    const Endpoint asker = row.datagram.ends_with("C") ? kC : kB;
    const std::string command = row.datagram.substr(0, row.datagram.find(" from"));

    std::string heard = bench.ask(command, asker);
    if (heard.empty()) {
      heard = bench.core(
          command == "6" ? answered(Outcome::done) : refused(paused ? Refusal::paused : Refusal::moving), 0,
          asker);
    }
    heard += " to " + std::string(1, row.datagram.back());
    if (!bench.port.latches.empty()) {
      const bool stop = bench.port.latches[0].control == Control::stop;
      heard += ", " + bench.core(stop ? Outcome::stopped : Outcome::paused, motion) + " to A";
    } else if (command == "6") {
      heard += ", " + bench.core(Outcome::resumed, motion) + " to A";
    }
    std::string expected = row.answer;
    if (const auto at = expected.find("33#"); at != std::string::npos) expected.replace(at, 3, "9#");
    if (expected == "22#1") expected += " to B";
    EXPECT_EQ(heard, expected);
  }
  EXPECT_EQ(seen, 6);
}

}  // namespace
}  // namespace hexad::protocols::mdof
