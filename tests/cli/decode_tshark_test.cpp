// The Wireshark dissector against `hexad decode`: the same capture, the same fields, the same values. Skipped
// where tshark is not installed.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <map>

#include "decode_frames.hpp"
#include "process.hpp"

namespace hexad::cli_test {
namespace {

using nlohmann::json;

/// Every value of a packet by its filter name, in the order of the bytes.
using Values = std::map<std::string, std::vector<std::string>>;

std::string output_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  for (int c; pipe != nullptr && (c = std::getc(pipe)) != EOF;) text += static_cast<char>(c);
  if (pipe != nullptr) pclose(pipe);
  return text;
}

bool has_tshark() { return std::system("tshark --version >/dev/null 2>&1") == 0; }

std::string tshark(const std::string& file, const std::string& arguments) {
  return output_of("tshark -X lua_script:" HEXAD_TEST_SHARE "/wireshark/hexad.lua -r " + file + " " +
                   arguments + " 2>/dev/null");
}

void collect(const json& node, const std::string& prefix, Values& values) {
  if (!node.is_object()) return;
  for (const auto& [key, value] : node.items()) {
    for (const json& each : value.is_array() ? value : json::array({value})) {
      if (each.is_string() && key.starts_with(prefix)) values[key].push_back(each);
      collect(each, prefix, values);
    }
  }
}

std::vector<Values> dissected(const std::string& file, const std::vector<Golden>& sent) {
  const json packets = json::parse(tshark(file, "-T json --no-duplicate-keys"), nullptr, false);
  std::vector<Values> all;
  for (std::size_t i = 0; packets.is_array() && i < packets.size() && i < sent.size(); ++i) {
    Values values;
    collect(packets[i]["_source"]["layers"], sent[i].protocol + ".", values);
    all.push_back(values);
  }
  return all;
}

/// Wireshark prints float32 with six digits and doubles with fifteen.
void expect_same(const json& ours, const std::string& theirs, const std::string& where) {
  if (ours["value"].is_string() && ours["value"] == "nan") {
    EXPECT_TRUE(theirs.find("nan") != std::string::npos) << where << " " << theirs;
  } else if (ours["value"].is_string()) {
    if (ours["value"] == "inf") {
      EXPECT_EQ(theirs, "inf") << where;
    } else if (ours["value"] != "zeros" && ours["value"] != "not zero") {  // reserved bytes
      EXPECT_EQ(theirs, ours["value"].get<std::string>()) << where;
    }
  } else {
    const double value = ours["value"];
    EXPECT_NEAR(std::stod(theirs), value, std::abs(value) * 1e-5) << where;
  }
}

/// What only a codec refuses: names inside a formula (docs/decode.md).
bool beyond_dissector(const Golden& golden) {
  return golden.bytes.find("foo(t)") != std::string::npos || golden.bytes.find("t=3") != std::string::npos;
}

TEST(DecodeTshark, EveryFieldOfEveryGoldenDatagramHasTheValueHexadDecodeSays) {
  if (!has_tshark()) GTEST_SKIP() << "tshark is not installed";
  PcapWriter writer;
  std::vector<Golden> sent;
  const auto send = [&](const Golden& golden) {
    if (golden.bytes.empty()) return;  // no payload, no dissector
    add(writer, golden);
    sent.push_back(golden);
  };
  for (const char* protocol : {"lingjing", "mdof", "csfi", "motus", "darren"}) {
    for (const Golden& golden : golden_of(protocol)) send(golden);
  }
  for (const char* answer :
       {"22#1", "23#195", "9#165", "33#-5", "99#AAAA", "abc#-1", "24#0.000 -1.500 10.000 0.000 2.250 0.000",
        "31#1;1;0;0;1.000 2.000 3.000 4.000 5.000 6.000;7.000 8.000 9.000 10.000 11.000 12.000;13.000 14.000 "
        "15.000 "
        "16.000 17.000 18.000;19.000 20.000 21.000 22.000 23.000 24.000;25.000 26.000 27.000 28.000 29.000 "
        "30.000;31.000 32.000 33.000 34.000 35.000 36.000;37.000 38.000 39.000 40.000 41.000 42.000"})
    send({"mdof", answer, answer, true});
  for (const char* request : {"13 0.5 1 2 3 4 5 6 7 8 9 10 11 12", "13 0 1 2 3 4 5 6 1.5 7 8 9 10 11 12",
                              "12 sin(t) pow(t,2) 0 0 0 t", "12,pow(t,2),min(t, 1),0,0,0,t,2.5"})
    send({"mdof", request, request, false});
  const TextFile file{"golden.pcap", writer.file()};

  const std::vector<Values> theirs = dissected(file.path(), sent);
  ASSERT_EQ(theirs.size(), sent.size()) << "tshark did not read the capture, or the script is broken";
  std::istringstream ours{run({"decode", file.path(), "--json", "--fields"}).out};
  std::size_t compared = 0;
  std::map<std::string, std::size_t> of_protocol;
  for (std::size_t i = 0; i < sent.size(); ++i) {
    std::string line;
    std::getline(ours, line);
    const json packet = json::parse(line);
    const std::string& protocol = sent[i].protocol;
    const std::string where = protocol + " packet " + std::to_string(i + 1) + " (" + sent[i].meaning + ") ";
    Values left = theirs[i];
    ASSERT_EQ(left[protocol + ".valid"].size(), 1U) << where;
    if (beyond_dissector(sent[i])) continue;
    EXPECT_EQ(left[protocol + ".valid"][0] == "1", packet["valid"].get<bool>()) << where << packet["text"];
    const bool to = packet["direction"] == "to_controller";
    ASSERT_EQ(left[protocol + ".direction"].size(), 1U) << where;
    EXPECT_EQ(left[protocol + ".direction"][0], to ? "to controller" : "from controller") << where;
    if (!packet["valid"]) continue;
    EXPECT_EQ(left[protocol + ".frame"][0], packet["frame"]) << where;
    for (const char* own : {".valid", ".direction", ".frame"}) left.erase(protocol + own);
    for (const json& field : packet["fields"]) {
      const std::string filter = field["filter"];
      ASSERT_FALSE(left[filter].empty()) << where << "has no " << filter;
      expect_same(field, left[filter].front(), where + filter);
      left[filter].erase(left[filter].begin());
      ++compared;
      ++of_protocol[protocol];
    }
    for (const auto& [filter, values] : left)
      EXPECT_TRUE(values.empty()) << where << "shows " << filter << " too";
  }
  for (const auto& [protocol, count] : of_protocol) std::printf("%s: %zu fields\n", protocol.c_str(), count);
  EXPECT_EQ(of_protocol.size(), 5U);
  EXPECT_GT(compared, 1500U);
}

TEST(DecodeTshark, FieldsFilterPackets) {
  if (!has_tshark()) GTEST_SKIP() << "tshark is not installed";
  PcapWriter writer;
  for (const Golden& golden : golden_of("darren")) add(writer, golden);
  const TextFile file{"filter.pcap", writer.file()};
  EXPECT_EQ(tshark(file.path(), "-Y 'darren.pose.roll < -2.9' -T fields -e frame.number"), "6\n18\n");
  EXPECT_EQ(tshark(file.path(), "-Y 'darren.warnings == 4' -T fields -e darren.status_word"), "6\n");
}

TEST(DecodeTshark, AControllersPortIsAPreference) {
  if (!has_tshark()) GTEST_SKIP() << "tshark is not installed";
  PcapWriter writer;
  writer.udp(40000, 6001, golden_of("motus")[3].bytes);
  const TextFile file{"preference.pcap", writer.file()};
  const std::string fields = " -T fields -e motus.dofs.roll";
  EXPECT_EQ(tshark(file.path(), fields), "\n");
  EXPECT_EQ(tshark(file.path(), "-o motus.port:6001" + fields), "-2.25\n");
}

}  // namespace
}  // namespace hexad::cli_test
