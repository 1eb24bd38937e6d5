// The golden frames: each is refused for the written reason, or means what is written beside it.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "protocols/lingjing/testing/bench.hpp"

namespace hexad::protocols::lingjing {
namespace {

struct Row {
  std::string datagram;
  std::string meaning;
};

std::vector<Row> golden() {
  std::ifstream file{std::filesystem::path{HEXAD_TEST_SOURCE} / "src/protocols/lingjing/golden" /
                     "lingjing.tsv"};
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    const std::size_t tab = line.find('\t');
    if (line.starts_with('#') || tab == std::string::npos) continue;
    Row row{line.substr(0, tab), line.substr(tab + 1)};
    if (row.datagram.ends_with("\\n")) {
      row.datagram.resize(row.datagram.size() - 2);
      row.datagram += '\n';
    }
    rows.push_back(row);
  }
  return rows;
}

std::string meaning_of(std::string_view datagram) {
  const auto decoded = decode(std::as_bytes(std::span{datagram}));
  if (!decoded) return "refused: " + messages::english(id_of(decoded.error().problem));
  wire::TextBuffer<256> text;
  describe(*decoded, text.writer());
  return std::string{text.view()};
}

TEST(LingjingGolden, EveryFrameMeansWhatIsWritten) {
  const auto rows = golden();
  ASSERT_EQ(rows.size(), 31U);
  for (const Row& row : rows) EXPECT_EQ(meaning_of(row.datagram), row.meaning) << row.datagram;
}

TEST(LingjingGolden, RefusedFramesAreCountedUnderTheirReasonAndDoNothing) {
  for (const Row& row : golden()) {
    if (!row.meaning.starts_with("refused: ")) continue;
    Bench bench{State::running};
    bench.send(row.datagram);
    ASSERT_EQ(bench.port.drops.size(), 1U) << row.datagram;
    EXPECT_EQ("refused: " + bench.port.drops[0].text, row.meaning);
    EXPECT_EQ(bench.port.explanations.size(), 1U);
    EXPECT_TRUE(bench.port.requests.empty() && bench.port.streams.empty() && bench.port.latches.empty());
  }
}

TEST(LingjingGolden, WhatAHostEncodesMeansTheSameAgain) {
  for (const Row& row : golden()) {
    const auto decoded = decode(std::as_bytes(std::span{row.datagram}));
    if (!decoded) continue;
    wire::TextBuffer<256> text;
    ASSERT_TRUE(encode(*decoded, text.writer()));
    EXPECT_EQ(meaning_of(text.view()), row.meaning) << text.view();
  }
}

TEST(LingjingGolden, NumbersAreWrittenAsRealClientsWriteThem) {
  for (const std::string_view frame :
       {"@A6:1.25,-2,3.5,0,0,100#", "@A6T:1.25,-2,3.5,0,0,100,500#", "@A6T:0,0,0,0,0,0,1000#",
        "@A6:0.31,0,0.19,0,0,100.31,00F0#", "@C3:55,33,25#", "@MV:pre#"}) {
    const auto decoded = decode(std::as_bytes(std::span{frame}));
    ASSERT_TRUE(decoded) << frame;
    wire::TextBuffer<256> text;
    ASSERT_TRUE(encode(*decoded, text.writer()));
    EXPECT_EQ(text.view(), frame);
  }
}

}  // namespace
}  // namespace hexad::protocols::lingjing
