// A fault injected into the very platform of the daemon, tick by tick, and what is kept of it.

#include "recorder/fault_archive.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "config/build_machine.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "engine/simulated_machine.hpp"
#include "messages/print.hpp"
#include "model/messages.hpp"

namespace hexad::inline recorder {
namespace {

using namespace std::chrono_literals;
namespace files = std::filesystem;
using Document = nlohmann::json;

std::unique_ptr<SimulatedMachine> raised_drives(const Machine& machine) {
  plant::Settings settings;
  settings.initial = plant::Initial::neutral;
  return std::make_unique<SimulatedMachine>(machine, settings);
}

controller::Settings raised_core() {
  controller::Settings settings;
  settings.initial = controller::Initial::neutral;
  return settings;
}

struct ArchiveBench {
  files::path folder = files::temp_directory_path() / ("hexad-faults-" + std::to_string(::getpid()));
  LoadedPlatform loaded = load_platform({});
  std::unique_ptr<SimulatedMachine> drives = raised_drives(*loaded.machine);
  InjectionBox& injections = drives->injections();
  Platform platform{std::make_unique<const Machine>(*loaded.machine), raised_core(), std::move(drives)};
  Inbox& inbox = platform.add_inbox();
  Outbox& outbox = platform.add_outbox(Outbox::Wants::snapshots_only);
  SteadyClock wall;
  ManualClock clock;
  ProtocolNames names;
  MemoryLog log;
  FaultArchive archive;

  explicit ArchiveBench(const files::path& below = "faults")
      : archive{{"standard-400", "1.2.3", below.empty() ? files::path{} : folder / below},
                platform,
                wall,
                names,
                log} {
    files::remove_all(folder);
    names.set(2, "darren");
    run(1100);
  }
  ~ArchiveBench() { files::remove_all(folder); }

  void run(int ticks) {
    for (int i = 0; i < ticks; ++i) {
      clock.advance(platform.period());
      platform.step(clock.now());
      outbox.refresh();
    }
  }
  void inject(plant::Injection kind, std::uint8_t leg) {
    ASSERT_TRUE(injections.push({.injection = {.kind = kind, .leg = leg}}));
  }
  Document document() const {
    const web::SharedText text = archive.newest();
    return text ? Document::parse(*text) : Document{};
  }
  std::vector<std::string> kept() const {
    std::vector<std::string> names_kept;
    std::error_code none;
    for (const auto& entry : files::directory_iterator{folder / "faults", none})
      names_kept.push_back(entry.path().filename().string());
    std::sort(names_kept.begin(), names_kept.end());
    return names_kept;
  }
};

/// One value of a document, by column and tick.
Document value_at(const Document& document, const std::string& column, std::uint64_t tick) {
  const Document& columns = document["columns"];
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i]["name"] == column)
      for (const Document& row : document["rows"])
        if (row[1] == tick) return row[i];
  return "no such column or tick";
}

TEST(FaultArchive, AnInjectedFaultIsADocumentWithEveryTickOfTheSecondBefore) {
  ArchiveBench bench;
  EXPECT_EQ(bench.archive.newest(), nullptr);
  const Contract contract{};
  const Request move{.tag = 1,
                     .driver = {2, 0x7F000001, 10010},
                     .arrival = bench.clock.now(),
                     .contract = &contract,
                     .what = MoveTo{.target = {0, 0, 0.02, 0, 0, 0}}};
  ASSERT_TRUE(bench.inbox.request(move));
  bench.run(100);
  ASSERT_EQ(bench.outbox.telemetry().state, State::running);
  bench.inject(plant::Injection::drive_fault, 2);
  Telemetry fault;
  while (!fault.fault && bench.clock.now() < TimePoint{3s}) {
    bench.run(1);
    fault = bench.outbox.telemetry();
  }
  ASSERT_EQ(fault.fault.kind, FaultKind::drive_error);
  EXPECT_FALSE(bench.archive.work()) << "it goes on for a while";
  bench.run(static_cast<int>(BlackBox::kAfter));
  EXPECT_TRUE(bench.archive.work());
  EXPECT_FALSE(bench.archive.work()) << "read once";

  const Document document = bench.document();
  EXPECT_EQ(document["what"], "drive_error");
  EXPECT_EQ(document["text"], messages::english(message_of(fault.fault)));
  EXPECT_EQ(document["leg"], 3);
  EXPECT_EQ(document["code"], 192);
  EXPECT_EQ(document["tick"], fault.tick);
  EXPECT_EQ(document["platform"], "standard-400");
  EXPECT_EQ(document["version"], "1.2.3");
  EXPECT_EQ(document["revision"], fault.revision);
  EXPECT_EQ(document["legs"], 6);
  EXPECT_EQ(document["rows"].size(), 1051u);
  for (const Document& row : document["rows"]) ASSERT_EQ(row.size(), document["columns"].size());
  EXPECT_EQ(document["rows"][0][0], -1.0);
  EXPECT_EQ(document["rows"][1000][0], 0.0);
  EXPECT_EQ(document["rows"][1050][0], 0.05);
  EXPECT_EQ(value_at(document, "fault", fault.tick - 1), "none");
  EXPECT_EQ(value_at(document, "fault", fault.tick), "drive_error");
  EXPECT_EQ(value_at(document, "state", fault.tick - 1), "running");
  EXPECT_EQ(value_at(document, "driver", fault.tick - 1), "darren 127.0.0.1:10010");
  EXPECT_EQ(value_at(document, "leg3.error", fault.tick), fault.feedback.legs[2].error);
  const AxisValues commanded =
      kXyzConvention.from_pose(fault.commanded.pose, bench.loaded.machine->heights.neutral_above_bottom());
  EXPECT_NEAR(value_at(document, "commanded.z", fault.tick), 1e3 * commanded[2], 1e-4);
  for (std::size_t leg = 0; leg < 6; ++leg) {
    const std::string name = "leg" + std::to_string(leg + 1);
    EXPECT_NEAR(value_at(document, name + ".setpoint", fault.tick),
                1e3 * fault.setpoint.extension[static_cast<Eigen::Index>(leg)], 1e-4);
    EXPECT_NEAR(value_at(document, name + ".extension", fault.tick), 1e3 * fault.feedback.legs[leg].extension,
                1e-4);
  }
  ASSERT_EQ(document["requests"].size(), 1u);
  EXPECT_EQ(document["requests"][0]["who"], "darren 127.0.0.1:10010");
  EXPECT_EQ(document["requests"][0]["what"], "move_to");
  EXPECT_EQ(document["requests"][0]["pose"], Document({0.0, 0.0, 20.0, 0.0, 0.0, 0.0}));
  EXPECT_NEAR(document["requests"][0]["t"].get<double>(), to_seconds(move.arrival - fault.time), 1e-6);
  bool raised = false;
  for (const Document& event : document["events"])
    raised = raised ||
             (event["text"] == "fault " + messages::english(message_of(fault.fault)) && event["t"] == 0.0);
  EXPECT_TRUE(raised) << document["events"];
}

TEST(FaultArchive, IsWrittenBesideTheOthersOfWhichTwentyStay) {
  ArchiveBench bench;
  files::create_directories(bench.folder / "faults");
  for (int i = 10; i < 40; ++i)
    std::ofstream{bench.folder / "faults" /
                  ("fault-20200101-0000" + std::to_string(i) + "-drive_error.json")};
  std::ofstream{bench.folder / "faults" / "notes.txt"};
  bench.inject(plant::Injection::drive_fault, 0);
  bench.run(100);
  ASSERT_TRUE(bench.archive.work());
  const std::vector<std::string> kept = bench.kept();
  ASSERT_EQ(kept.size(), FaultArchive::kMost + 1);
  EXPECT_EQ(kept.front(), "fault-20200101-000021-drive_error.json");
  EXPECT_EQ(kept.back(), "notes.txt");
  const std::string newest = kept[FaultArchive::kMost - 1];
  EXPECT_GT(newest, "fault-20250101");
  EXPECT_TRUE(newest.ends_with("-drive_error.json")) << newest;
  std::ifstream file{bench.folder / "faults" / newest};
  EXPECT_EQ(Document::parse(file), bench.document());
  EXPECT_TRUE(
      bench.log.contains("info black box of the fault: " + (bench.folder / "faults" / newest).string()));
}

TEST(FaultArchive, OfOneSecondEachHasItsOwnName) {
  ArchiveBench bench;
  const Contract contract{};
  const TimePoint begin = bench.clock.now();
  for (int i = 0; i < 3; ++i) {  // within a second: two of them are of the same one
    bench.inject(plant::Injection::emergency_stop, 0);
    bench.run(100);
    ASSERT_TRUE(bench.archive.work());
    ASSERT_TRUE(bench.injections.push({.injection = {.act = plant::InjectionOrder::Act::clear_all}}));
    bench.run(20);
    const Request reset{
        .driver = {2, 1, 1}, .arrival = bench.clock.now(), .contract = &contract, .what = Control::reset};
    ASSERT_TRUE(bench.inbox.request(reset));
    bench.run(100);
    ASSERT_NE(bench.outbox.telemetry().state, State::emergency);
  }
  ASSERT_LT(bench.clock.now() - begin, Duration{1s});
  EXPECT_EQ(bench.kept().size(), 3u);
  EXPECT_EQ(bench.document()["what"], "emergency_stop");
  EXPECT_EQ(bench.document()["leg"], nullptr);
  EXPECT_EQ(bench.document()["code"], 195);
}

TEST(FaultArchive, ADiskThatDoesNotTakeItCostsALineInTheLog) {
  ArchiveBench bench{"file/faults"};
  files::create_directories(bench.folder);
  std::ofstream{bench.folder / "file"};
  bench.inject(plant::Injection::drive_fault, 0);
  bench.run(100);
  ASSERT_TRUE(bench.archive.work());
  EXPECT_EQ(bench.document()["what"], "drive_error");
  EXPECT_TRUE(bench.log.contains("warn the black box cannot be kept"));
}

TEST(FaultArchive, WithoutAFolderItIsOnlyShown) {
  ArchiveBench bench{""};
  bench.inject(plant::Injection::drive_fault, 0);
  bench.run(100);
  ASSERT_TRUE(bench.archive.work());
  EXPECT_EQ(bench.document()["what"], "drive_error");
  EXPECT_FALSE(files::exists(bench.folder));
  EXPECT_TRUE(bench.log.lines().empty());
}

}  // namespace
}  // namespace hexad::inline recorder
