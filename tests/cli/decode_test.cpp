// `hexad decode` as a user meets it.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "decode_frames.hpp"
#include "process.hpp"

namespace hexad::cli_test {
namespace {

using nlohmann::json;

std::vector<json> lines_of(const std::string& text) {
  std::vector<json> lines;
  std::istringstream stream{text};
  for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
  return lines;
}

TEST(Decode, HexInOneArgumentOrInSeveralIsOneDatagram) {
  const std::string line = "csfi      to controller    read group 1 (mechanics)\n";
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"EB900103"}, {"0xEB", "0x90", "01:03"}, {"eb 90", "0103"}}) {
    std::vector<std::string> arguments{"decode"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.out, line);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.code, 0);
  }
}

TEST(Decode, TextIsReadAsItStandsOnTheWire) {
  EXPECT_EQ(run({"decode", "--text", "@A6:0,0,0,0,0,100,000A#"}).out,
            "lingjing  to controller    A6 roll=0 pitch=0 yaw=0 x=0 y=0 z=100 relays=00A (deg, mm)\n");
  EXPECT_EQ(run({"decode", "--text", "9", "0", "0", "10", "0", "0", "0"}).out,
            "mdof      to controller    9 move to X 0 Y 0 Z 10 mm, RX 0 RY 0 RZ 0 deg\n");
}

TEST(Decode, FieldsHaveOffsetBytesNameValueUnitAndWord) {
  const Outcome outcome = run({"decode", "--fields", "--text", "9 0 0 10 0 0 0"});
  EXPECT_TRUE(says(outcome.out, "         0  39                command                    9 (move)\n"))
      << outcome.out;
  EXPECT_TRUE(says(outcome.out, "         6  3130              Z                          10 mm\n"))
      << outcome.out;
}

TEST(Decode, WrongInputIsExitCode1WithThePlaceAndWrongUsageIs2) {
  const Outcome digit = run({"decode", "eb", "9g"});
  EXPECT_EQ(digit.code, 1);
  EXPECT_EQ(digit.err, "hexad: error: character 5 ('g') is no hex digit\n");
  const Outcome unknown = run({"decode", "010203"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_TRUE(says(unknown.out, "not decoded      3 bytes that fit no protocol")) << unknown.out;
  const Outcome refused = run({"decode", "--text", "@MV:rewind#"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_TRUE(says(refused.out, "refused: an unknown film command")) << refused.out;
  const Outcome file = run({"decode", "no_such.pcap"});
  EXPECT_EQ(file.code, 1);
  EXPECT_EQ(file.err, "hexad: error: no_such.pcap: No such file or directory\n");
  EXPECT_EQ(run({"decode"}).code, 2);
  EXPECT_EQ(run({"decode", "00", "--protocol", "motes"}).code, 2);
  EXPECT_TRUE(says(run({"decode", "00", "--protocol", "motes"}).err, "did you mean motus?"));
  EXPECT_EQ(run({"decode", "00", "--port", "motus=0"}).code, 2);
  EXPECT_EQ(run({"decode", "00", "--port", "motus"}).code, 2);
}

TEST(Decode, EveryGoldenDatagramOfACaptureIsPrintedInOrderWithTimeAndEnds) {
  PcapWriter writer;
  std::vector<Golden> sent;
  for (const char* protocol : {"lingjing", "mdof", "csfi", "motus", "darren"}) {
    for (const Golden& golden : golden_of(protocol)) {
      add(writer, golden);
      sent.push_back(golden);
    }
  }
  const TextFile file{"golden.pcap", writer.file()};
  const Outcome outcome = run({"decode", file.path(), "--json"});
  EXPECT_EQ(outcome.code, 0);
  const std::vector<json> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), sent.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i]["number"], i + 1);
    EXPECT_EQ(lines[i]["protocol"], sent[i].protocol) << sent[i].meaning;
    EXPECT_EQ(lines[i]["direction"], sent[i].from_controller ? "from_controller" : "to_controller");
    EXPECT_EQ(bytes_of_hex(lines[i]["bytes"]), sent[i].bytes);
  }
  EXPECT_EQ(lines[0]["time"], "2026-01-15T10:00:00.010000Z");
  EXPECT_EQ(lines[0]["from"], "192.168.1.20:40000");
  EXPECT_EQ(lines[0]["to"], "192.168.1.150:9800");
  const Outcome text = run({"decode", file.path()});
  EXPECT_TRUE(
      text.out.starts_with("     1  2026-01-15T10:00:00.010000Z  192.168.1.20:40000 -> 192.168.1.150:9800  "
                           "lingjing  to controller    A3 roll=5.5 pitch=3 z=20 relays=00F"))
      << text.out.substr(0, 200);
}

TEST(Decode, NothingOfACaptureIsLostAndWhatCannotBeDecodedIsCounted) {
  PcapWriter writer;
  const std::string ip = PcapWriter::kEthernet + PcapWriter::big(0x0800, 2);
  writer.udp(40000, 53, "question");
  writer.udp(ip, 40000, 1100, "9 0 0", 0x2000);
  writer.udp(ip, 40000, 1100, "22", 0x4000, 6);
  writer.udp(40000, 1100, "22");
  writer.udp(40000, 1100, "23 1");
  const TextFile file{"mixed.pcap", writer.file()};
  const Outcome outcome = run({"decode", file.path()});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 5);
  EXPECT_TRUE(says(outcome.out, "an IP fragment at byte 0")) << outcome.out;
  EXPECT_TRUE(says(outcome.out, "8 bytes at no known port")) << outcome.out;
  EXPECT_EQ(outcome.err, "hexad: warning: 1 decoded, 1 refused, 3 not decoded\n");
}

TEST(Decode, ATruncatedCaptureIsDecodedAsFarAsItGoesAndIsExitCode1) {
  PcapWriter writer;
  writer.udp(40000, 1100, "22");
  writer.udp(40000, 1100, "23");
  const TextFile file{"cut.pcap", writer.file().substr(0, writer.file().size() - 3)};
  const Outcome outcome = run({"decode", file.path()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(says(outcome.out, "22 asks for moving")) << outcome.out;
  EXPECT_TRUE(says(outcome.err, "cut.pcap: after packet 1: truncated dump file")) << outcome.err;
}

/// stdout and, behind it, the exit code of `hexad decode -` with this on its stdin.
std::string decoded_from_stdin(const std::string& input) {
  const TextFile file{"stdin", input};
  std::FILE* pipe = popen((HEXAD_PROGRAM " decode - 2>&1 <" + file.path() + "; echo $?").c_str(), "r");
  std::string text;
  for (int c; pipe != nullptr && (c = std::getc(pipe)) != EOF;) text += static_cast<char>(c);
  if (pipe != nullptr) pclose(pipe);
  return text;
}

TEST(Decode, StdinIsOneDatagramALineOrACapture) {
  EXPECT_EQ(decoded_from_stdin("\n# a comment\neb900103\r\n0xEB 0x90 0x02 0x03"),
            "csfi      to controller    read group 1 (mechanics)\n"
            "csfi      to controller    read group 2 (control)\n0\n");
  const std::string wrong = decoded_from_stdin("eb900103\n\neb 9\neb900203\n");
  EXPECT_TRUE(says(wrong, "hexad: error: line 3: character 4: half a byte")) << wrong;
  EXPECT_TRUE(says(wrong, "read group 2")) << "what follows a wrong line is decoded: " << wrong;
  EXPECT_TRUE(wrong.ends_with("1\n")) << wrong;
  EXPECT_EQ(decoded_from_stdin(""), "hexad: error: no datagram in the input\n1\n");
  PcapWriter writer;
  writer.udp(40000, 1100, "22");
  EXPECT_TRUE(says(decoded_from_stdin(writer.file()), "22 asks for moving"))
      << decoded_from_stdin(writer.file());
}

TEST(Decode, AnAddedPortOrAForcedProtocolIsReadThatWay) {
  PcapWriter writer;
  writer.udp(40000, 6000, golden_of("motus")[3].bytes);
  const TextFile file{"port.pcap", writer.file()};
  const Outcome plain = run({"decode", file.path()});
  EXPECT_EQ(plain.code, 1);
  EXPECT_TRUE(says(plain.out, "--port motus=6000")) << plain.out;
  for (const auto& flags : {std::pair{"--port", "motus=6000"}, {"--protocol", "motus"}}) {
    const Outcome outcome = run({"decode", file.path(), flags.first, flags.second});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(says(outcome.out, "Cmd 9: follow DOFs 1.5 -2.25 3 0.01 -0.02 0.03")) << outcome.out;
  }
}

TEST(Decode, JsonHasANameForWhatIsNoNumber) {
  const auto table = golden_of("darren");
  const auto nan = std::find_if(table.begin(), table.end(), [](const Golden& golden) {
    return golden.meaning.starts_with("emergency beside NaN");
  });
  ASSERT_NE(nan, table.end());
  std::string hex;
  for (const char c : nan->bytes) {
    constexpr const char* kDigits = "0123456789abcdef";
    hex += kDigits[static_cast<unsigned char>(c) >> 4U];
    hex += kDigits[static_cast<unsigned char>(c) & 15U];
  }
  const std::vector<json> lines = lines_of(run({"decode", "--json", "--fields", hex}).out);
  ASSERT_EQ(lines.size(), 1U);
  bool seen = false;
  for (const json& field : lines[0]["fields"]) {
    if (field["filter"] != "darren.pose.pitch") continue;
    seen = true;
    EXPECT_EQ(field["value"], "nan");
    EXPECT_EQ(field["bytes"], "0000c07f");
    EXPECT_EQ(field["offset"], 32);
  }
  EXPECT_TRUE(seen);
}

}  // namespace
}  // namespace hexad::cli_test
