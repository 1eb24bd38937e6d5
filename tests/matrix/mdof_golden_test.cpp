// mdof.tsv, row by row, by the core itself: which code an answer has is decided by the machine, not by the
// test.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "mdof_life.hpp"

namespace hexad::matrix::mdof_commands {
namespace {

using plant::Initial;

struct GoldenRow {
  std::string state;
  std::string datagram;
  std::string answer;
};

std::string unescaped(std::string text) {
  const std::pair<std::string, std::string> escapes[]{{"\\t", "\t"}, {"\\r", "\r"}, {"\\n", "\n"}};
  for (const auto& [from, to] : escapes)
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos;) text.replace(at, 2, to);
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

/// Until something comes back, a minute at most: formulas of the table run for most of one.
std::string answer_to(MdofLife& life, std::string_view datagram) {
  life.heard.clear();
  life.send(life.asker, datagram);
  for (int i = 0; i < 600 && life.heard.empty(); ++i) life.listen(100ms);
  return life.heard;
}

void expect_pose(const std::string& answer, const AxisValues& expected) {
  AxisValues has{};
  ASSERT_EQ(std::sscanf(answer.c_str(), "24#%lf %lf %lf %lf %lf %lf", &has[0], &has[1], &has[2], &has[3],
                        &has[4], &has[5]),
            6)
      << answer;
  for (std::size_t i = 0; i < kAxes; ++i) EXPECT_NEAR(has[i], expected[i], 0.005) << answer;
}

TEST(MdofGolden, DatagramsInOneState) {
  int seen = 0;
  for (const GoldenRow& row : golden()) {
    if (row.state.find("33 1 by A") != std::string::npos) continue;
    ++seen;
    SCOPED_TRACE(row.state + ": " + row.datagram);
    const auto states = row.state == "powered_up"      ? std::vector{Initial::powered_up}
                        : row.state == "ready at zero" ? std::vector{Initial::neutral}
                                                       : std::vector{Initial::powered_up, Initial::neutral};
    for (const Initial initial : states) {
      MdofLife life{initial};
      const std::string answer = answer_to(life, row.datagram);
      if (row.datagram == "24") {
        expect_pose(answer, {});
        continue;
      }
      EXPECT_EQ(answer, row.answer.substr(0, row.answer.find(' ')));
      if (row.answer.find("then 24 gives") != std::string::npos)
        expect_pose(answer_to(life, "24"), {10.5, 20.0, 30.0, 5.0, 10.0, 15.0});
    }
  }
  EXPECT_EQ(seen, 37);
}

/// "5#0 to B, 33#-5 to A" as it is heard: "5#0 A:33#-5".
std::string as_heard(std::string answer) {
  std::string heard;
  for (std::size_t at = 0; at < answer.size();) {
    const std::size_t end = std::min(answer.find(", ", at), answer.size());
    const std::string part = answer.substr(at, end - at);
    heard += (heard.empty() ? "" : " ") + std::string{part.ends_with(" to A") ? "A:" : ""} +
             part.substr(0, part.find(' '));
    at = end + 2;
  }
  return heard;
}

TEST(MdofGolden, Dialogues) {
  int seen = 0;
  for (const GoldenRow& row : golden()) {
    if (row.state.find("33 1 by A") == std::string::npos) continue;
    for (const bool paused : {false, true}) {
      if (row.state.find(paused ? "paused" : "moving") == std::string::npos) continue;
      ++seen;
      SCOPED_TRACE(row.state + (paused ? ", paused: " : ", moving: ") + row.datagram);
      MdofLife life{Initial::neutral};
      life.move("33 1", State::running, 200ms);
      if (paused) life.pause();
      life.heard.clear();
      life.send(life.asker, row.datagram.substr(0, row.datagram.find(" from")));
      life.listen(700ms);
      EXPECT_EQ(life.heard, as_heard(row.answer));
    }
  }
  EXPECT_EQ(seen, 7);
}

}  // namespace
}  // namespace hexad::matrix::mdof_commands
