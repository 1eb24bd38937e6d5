// mdof: 13 states × all commands. A cell is what came back to the asker (B) and to the owner of the motion
// under way (A), in order, until nothing more comes.

#include "mdof_life.hpp"

namespace hexad::matrix::mdof_commands {
namespace {

using Initial = plant::Initial;

using Bring = void (*)(MdofLife&);

void stay(MdofLife&) {}
void zeroing(MdofLife& life) { life.move("1", State::zeroing, 20ms); }
void ascending(MdofLife& life) { life.move("7", State::ascending); }
void running(MdofLife& life) { life.move("33 2", State::running); }
void to_neutral(MdofLife& life) {
  life.move("9 0 0 60 0 0 0", State::running);
  ASSERT_TRUE(life.reaches(State::ready));
  life.listen(1s);
  life.move("7", State::to_neutral, 20ms);
}
void stopping(MdofLife& life) {
  life.move("9 0 0 200 0 0 0", State::running, 300ms);
  life.send(life.asker, "4");
  life.listen(5ms);
  ASSERT_EQ(life.state(), State::stopping);
}
void descending(MdofLife& life) {
  life.order(Go{Step::descend});
  ASSERT_TRUE(life.reaches(State::descending));
  life.listen(1s);
}
template <Bring motion>
void paused(MdofLife& life) {
  motion(life);
  life.pause();
}
void held_by_operator(MdofLife& life) {
  running(life);
  life.order(Control::hold);
  ASSERT_TRUE(life.reaches(State::holding));
  life.listen(100ms);
}
void barred(MdofLife& life) {
  life.order(Control::stop);
  life.listen(100ms);
}
void taken(MdofLife& life) {
  life.order(Control::take);
  life.listen(100ms);
}
void manual(MdofLife& life) { life.jog(); }
void fault(MdofLife& life) { life.lock_by_fault(); }
void emergency(MdofLife& life) {
  life.order(Control::press_button);
  life.listen(100ms);
  life.order(Control::free_button);
  life.listen(100ms);
}

/// Commands that do the same in every state share a column: `ID#` stands for the one that was sent.
struct Column {
  const char* name;
  std::vector<std::string> commands;
};
const Column kColumns[]{
    {"1 and 7", {"1", "7"}},
    {"8 to 13 and 33",
     {"8", "9 0 0 10 0 0 0", "10 1 0 0 10 0 0 0", "11 1 0 0 10 0 0 0 0 0 0 0 0 0", "12,0,0,10,0,0,0,1",
      "13 2 0 0 10 0 0 0", "33 1"}},
    {"2", {"2"}},
    {"3", {"3"}},
    {"4", {"4"}},
    {"5", {"5"}},
    {"6", {"6"}},
    {"20 to 23", {"20"}},  // the four, one after the other
    {"unknown or wrong", {"32", "999", "abc", "9 1 2", "33 77", "7 1"}},
};

struct Row {
  const char* name;
  Initial initial;
  Bring bring;
  std::array<const char*, std::size(kColumns)> cells;
};

// mdof decisions 5, 6, 11 and 16, lifecycle rules 15, 19, 20, 21 and 28.
const Row kRows[]{
    {"powered up",
     Initial::powered_up,
     stay,
     {"ID#0", "ID#194", "ID#0", "ID#0", "ID#0", "ID#0", "ID#0", "1 0 0 0", "ID#-1"}},
    {"zeroing",
     Initial::powered_up,
     zeroing,
     {"ID#-2 A:1#0", "ID#-2 A:1#0", "A:1#-4 ID#0", "ID#0 A:1#0", "ID#0 A:1#-4", "ID#0 A:1#-5", "ID#0 A:1#0",
      "1 0 1 0", "ID#-1"}},
    {"origin",
     Initial::origin,
     stay,
     {"ID#0", "ID#0", "ID#0", "ID#0", "ID#0", "ID#0", "ID#0", "1 1 0 0", "ID#-1"}},
    {"ascending",
     Initial::origin,
     ascending,
     {"ID#-2 A:7#0", "ID#-2 A:7#0", "A:7#-4 ID#0", "ID#0 A:7#0", "ID#0 A:7#-4", "ID#0 A:7#-5", "ID#0 A:7#0",
      "1 1 1 0", "ID#-1"}},
    {"ready",
     Initial::neutral,
     stay,
     {"ID#0", "ID#0", "ID#0", "ID#0", "ID#0", "ID#0", "ID#0", "1 1 0 0", "ID#-1"}},
    {"running",
     Initial::neutral,
     running,
     {"ID#-2", "ID#-2", "A:33#-4 ID#0", "ID#0", "ID#0 A:33#-4", "ID#0 A:33#-5", "ID#0", "1 1 1 0", "ID#-1"}},
    {"to neutral",
     Initial::neutral,
     to_neutral,
     {"ID#-2 A:7#0", "ID#-2 A:7#0", "A:7#-4 ID#0", "ID#0 A:7#0", "ID#0 A:7#-4", "ID#0 A:7#-5", "ID#0 A:7#0",
      "1 1 1 0", "ID#-1"}},
    {"stopping",
     Initial::neutral,
     stopping,
     {"ID#-2 A:9#-4", "ID#-2 A:9#-4", "A:9#-4 ID#0", "ID#0 A:9#-4", "ID#0 A:9#-4", "ID#0 A:9#-4",
      "ID#0 A:9#-4", "1 1 1 0", "ID#-1"}},
    {"descending by the operator",
     Initial::neutral,
     descending,
     {"ID#-2", "ID#-2", "ID#0", "ID#0", "ID#0", "ID#0", "ID#0", "1 1 1 0", "ID#-1"}},
    {"paused",
     Initial::neutral,
     paused<running>,
     {"ID#-7", "ID#-7", "A:33#-4 ID#0", "ID#0", "ID#0 A:33#-4", "ID#0", "ID#0 A:33#-6", "1 1 1 0", "ID#-1"}},
    {"paused zeroing",
     Initial::powered_up,
     paused<zeroing>,
     {"ID#-7", "ID#-7", "A:1#-4 ID#0", "ID#0", "ID#0 A:1#-4", "ID#0", "ID#0 A:1#-6 A:1#0", "1 0 1 0",
      "ID#-1"}},
    {"paused rise",
     Initial::origin,
     paused<ascending>,
     {"ID#-7", "ID#-7", "A:7#-4 ID#0", "ID#0", "ID#0 A:7#-4", "ID#0", "ID#0 A:7#-6 A:7#0", "1 1 1 0",
      "ID#-1"}},
    {"paused return",
     Initial::neutral,
     paused<to_neutral>,
     {"ID#-7", "ID#-7", "A:7#-4 ID#0", "ID#0", "ID#0 A:7#-4", "ID#0", "ID#0 A:7#-6 A:7#0", "1 1 1 0",
      "ID#-1"}},
    {"held by the operator",
     Initial::neutral,
     held_by_operator,
     {"ID#-7", "ID#-7", "A:33#-4 ID#0", "ID#0", "ID#0 A:33#-4", "ID#0", "ID#193", "1 1 1 0", "ID#-1"}},
    {"barred by the operator",
     Initial::neutral,
     barred,
     {"ID#193", "ID#193", "ID#0", "ID#0", "ID#0", "ID#0", "ID#0", "1 1 0 0", "ID#-1"}},
    {"taken by the operator",
     Initial::neutral,
     taken,
     {"ID#-2", "ID#-2", "ID#0", "ID#0", "ID#0", "ID#0", "ID#0", "1 1 0 0", "ID#-1"}},
    {"manual",
     Initial::neutral,
     manual,
     {"ID#-2", "ID#-2", "ID#0", "ID#0", "ID#0", "ID#0", "ID#0", "1 1 1 0", "ID#-1"}},
    {"fault",
     Initial::neutral,
     fault,
     {"ID#192", "ID#192", "ID#0", "ID#0", "ID#0", "ID#0", "ID#0", "1 1 0 192", "ID#-1"}},
    {"emergency",
     Initial::neutral,
     emergency,
     {"ID#195", "ID#195", "ID#0", "ID#0", "ID#0", "ID#0", "ID#0", "1 0 0 195", "ID#-1"}},
};

std::string with_id(std::string text, const std::string& id) {
  for (std::size_t at = 0; (at = text.find("ID#", at)) != std::string::npos;) text.replace(at, 2, id);
  return text;
}

void expect_queries(const Row& row, const char* expected) {
  MdofLife life{row.initial};
  row.bring(life);
  if (testing::Test::HasFatalFailure()) return;
  std::string found;
  for (const char* id : {"20", "21", "22", "23"}) {
    (void)life.asker.receive_texts();
    life.send(life.asker, id);
    std::vector<std::string> texts;
    life.platform.run_until([&] { return !(texts = life.asker.receive_texts()).empty(); }, 5ms);
    found += (found.empty() ? "" : " ") + (texts.empty() ? "nothing" : texts.back().substr(3));
  }
  EXPECT_EQ(found, expected) << "in " << row.name << ", 20 21 22 23";
}

class MdofMatrix : public testing::TestWithParam<Row> {};

TEST_P(MdofMatrix, EveryCommand) {
  const Row& row = GetParam();
  for (std::size_t i = 0; i < std::size(kColumns); ++i) {
    if (kColumns[i].commands[0] == "20") {
      expect_queries(row, row.cells[i]);
      continue;
    }
    for (const std::string& command : kColumns[i].commands) {
      MdofLife life{row.initial};
      row.bring(life);
      if (testing::Test::HasFatalFailure()) return;
      life.heard.clear();
      life.send(life.asker, command);
      // A wrong one changes nothing: what the owner hears later does not matter.
      life.listen(i + 1 == std::size(kColumns) ? Duration{20ms} : Duration{12s});
      EXPECT_EQ(life.heard, with_id(row.cells[i], command.substr(0, command.find_first_of(" ,"))))
          << "in " << row.name << ", " << command;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(States, MdofMatrix, testing::ValuesIn(kRows), name_of_row<Row>);

}  // namespace
}  // namespace hexad::matrix::mdof_commands
