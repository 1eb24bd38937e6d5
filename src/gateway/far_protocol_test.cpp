// What is sent for what is wanted, by what the controller shows, and what its statuses mean here.

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "gateway/darren_far.hpp"
#include "gateway/mdof_far.hpp"
#include "gateway/motus_far.hpp"

namespace hexad::gateway {
namespace {

using namespace std::chrono_literals;
namespace darren = protocols::darren;
namespace motus = protocols::motus;

Datagram datagram_of(const darren::StatusFrame& status, TimePoint time = TimePoint{1s}) {
  Datagram datagram;
  datagram.assign(darren::encode(status));
  datagram.time = time;
  return datagram;
}
Datagram datagram_of(const motus::StatusFrame& status, TimePoint time = TimePoint{1s}) {
  Datagram datagram;
  datagram.assign(motus::encode(status));
  datagram.time = time;
  return datagram;
}
Order order_of(Act act) {
  Order order;
  order.act = act;
  order.pose.position = {0.010, 0.020, -0.030};
  return order;
}

struct DarrenCase {
  Act act;
  int shown;
  int word;
  int id;
};

TEST(DarrenFar, SendsTheWordThatLeadsToWhatIsWantedAndValuesOnlyWhileItFollows) {
  const DarrenCase cases[]{{Act::rest, 6, 0, 0},     {Act::halt, 4, 5, 0},      {Act::home, 1, 1, 0},
                           {Act::home, 2, 3, 0},     {Act::home, 3, 3, 0},      {Act::raise, 3, 2, 0},
                           {Act::raise, 10, 2, 0},   {Act::raise, 6, 2, 0},     {Act::lower, 6, 3, 0},
                           {Act::follow, 6, 0, 100}, {Act::emergency, 6, 9, 0}, {Act::reset, 11, 8, 0}};
  for (const DarrenCase& each : cases) {
    DarrenFar far{{}};
    darren::StatusFrame status;
    status.sequence = 1;
    status.state = static_cast<darren::StatusWord>(each.shown);
    const auto heard = far.take(datagram_of(status));
    ASSERT_TRUE(heard);
    const auto frame = darren::decode(far.encode(order_of(each.act), *heard).span());
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->word, each.word) << each.shown;
    EXPECT_EQ(frame->message_id, static_cast<std::uint32_t>(each.id)) << each.shown;
    if (each.id == 100) {
      EXPECT_EQ(frame->values, (std::array<float, 6>{0, 0, 0, 10, 20, -30}));
    }
  }
}

TEST(DarrenFar, LegsAreMillimetresFromMidStroke) {
  FarForm form;
  form.send = FarForm::Send::legs;
  DarrenFar far{form};
  Order order;
  order.act = Act::follow;
  for (Eigen::Index i = 0; i < 6; ++i) order.legs[i] = 0.001 * static_cast<double>(i - 2);
  const auto frame = darren::decode(far.encode(order, {}).span());
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->message_id, 101u);
  EXPECT_EQ(frame->values, (std::array<float, 6>{-2, -1, 0, 1, 2, 3}));
}

TEST(DarrenFar, ReadsLifeZeroAndFaults) {
  DarrenFar far{{}};
  darren::StatusFrame status;
  const auto hear = [&](int word, std::uint32_t warnings = 0) {
    ++status.sequence;
    status.state = static_cast<darren::StatusWord>(word);
    status.warnings = warnings;
    return *far.take(datagram_of(status));
  };
  EXPECT_FALSE(hear(1).homed);
  EXPECT_EQ(hear(2).life, OwnLife::moves);
  EXPECT_EQ(hear(3).life, OwnLife::down);
  EXPECT_TRUE(hear(3).homed);
  EXPECT_EQ(hear(6).life, OwnLife::follows);
  EXPECT_EQ(hear(6, darren::warning::kNotDriver).life, OwnLife::stands) << "it follows somebody else";
  EXPECT_TRUE(hear(6, darren::warning::kClamped).limits);
  EXPECT_EQ(hear(10).life, OwnLife::stands);
  status.error = 181;
  EXPECT_EQ(hear(11).code, 181u);
  EXPECT_FALSE(hear(11).homed) << "whether it keeps its zero is seen afterwards";
  EXPECT_FALSE(hear(10).homed) << "held while it sought it";
  status.error = 0;
  EXPECT_EQ(hear(11).code, 192u) << "a fault without a code is one";
  EXPECT_TRUE(hear(12).emergency);
  EXPECT_EQ(hear(12).code, 0u);
  EXPECT_FALSE(hear(1).homed) << "a restart";
}

TEST(DarrenFar, TakesNothingOldDoubledOrWithoutNumbers) {
  DarrenFar far{{}};
  darren::StatusFrame status;
  status.sequence = 100;
  EXPECT_TRUE(far.take(datagram_of(status)));
  EXPECT_FALSE(far.take(datagram_of(status))) << "doubled";
  status.sequence = 99;
  EXPECT_FALSE(far.take(datagram_of(status))) << "overtaken";
  status.sequence = 104;
  EXPECT_EQ(far.take(datagram_of(status))->lost, 3u);
  status.sequence = 105;
  status.pose[2] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(far.take(datagram_of(status)));
  status.pose[2] = 0.0F;
  status.sequence = 1;
  EXPECT_TRUE(far.take(datagram_of(status))) << "restarted";
}

struct MotusCase {
  Act act;
  int shown;
  int cmd;
  int sub;
};

TEST(MotusFar, SendsTheCommandThatLeadsToWhatIsWanted) {
  const MotusCase cases[]{{Act::rest, 4, 0, 0},   {Act::halt, 2, 11, 3},     {Act::home, 55, 4, 0},
                          {Act::raise, 1, 6, 0},  {Act::raise, 13, 6, 0},    {Act::raise, 2, 6, 0},
                          {Act::raise, 3, 9, 0},  {Act::raise, 12, 11, 3},   {Act::lower, 4, 7, 0},
                          {Act::follow, 4, 9, 0}, {Act::emergency, 4, 3, 0}, {Act::reset, 33, 0, 0}};
  for (const MotusCase& each : cases) {
    MotusFar far{{}};
    motus::StatusFrame status;
    status.state = static_cast<motus::DofStatus>(each.shown);
    const auto heard = far.take(datagram_of(status));
    ASSERT_TRUE(heard);
    Order order = order_of(each.act);
    order.outputs = 5;
    const auto frame = motus::decode(far.encode(order, *heard).span());
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->cmd, each.cmd) << each.shown;
    EXPECT_EQ(frame->sub_cmd, each.sub) << each.shown;
    EXPECT_EQ(frame->outputs, 5);
    if (each.cmd == 9) {
      EXPECT_EQ(frame->dofs, (motus::Six{0, 0, 0, 0.010F, 0.020F, -0.030F}));
    }
  }
}

TEST(MotusFar, ReadsLifeZeroAndFaults) {
  MotusFar far{{}};
  motus::StatusFrame status;
  const auto hear = [&](int state) {
    status.time += 10;
    status.state = static_cast<motus::DofStatus>(state);
    return *far.take(datagram_of(status));
  };
  EXPECT_FALSE(hear(55).homed);
  EXPECT_EQ(hear(0).life, OwnLife::moves);
  EXPECT_TRUE(hear(1).homed);
  EXPECT_EQ(hear(13).life, OwnLife::down);
  EXPECT_EQ(hear(3).life, OwnLife::stands);
  EXPECT_EQ(hear(4).life, OwnLife::follows);
  EXPECT_TRUE(hear(33).emergency);
  EXPECT_EQ(hear(33).code, 0u);
  status.errors[3] = 181.0F;
  EXPECT_FALSE(hear(33).emergency);
  EXPECT_EQ(hear(33).code, 181u);
  EXPECT_EQ(hear(33).errors[3], 181u);
  EXPECT_EQ(hear(4).code, 0u) << "no fault, no code";
  status.time -= 100;
  status.state = motus::DofStatus::following;
  EXPECT_FALSE(far.take(datagram_of(status))) << "overtaken";
}

/// A controller that speaks mdof, frame by frame.
class MdofTalk : public ::testing::Test {
 protected:
  static FarForm form() {
    FarForm form;
    form.convention = kXyzConvention;
    form.bottom = -0.2325;
    form.lowest = -0.2225;
    return form;
  }
  Heard status(bool zeroed, bool moving, int error = 0, double z = 0.0) {
    const std::string six = " 0 0 0 0 0";
    std::string text = std::string{"31#1;"} + (zeroed ? "1;" : "0;") + (moving ? "1;" : "0;") +
                       std::to_string(error) + ";0 0 " + std::to_string(z) + " 0 0 0";
    for (int i = 0; i < 6; ++i) text += ";0" + six;
    time += 10ms;
    const auto heard = hear(text);
    EXPECT_TRUE(heard) << text;
    return heard.value_or(Heard{});
  }
  std::optional<Heard> hear(std::string_view text) {
    Datagram datagram;
    datagram.assign(std::as_bytes(std::span{text}));
    datagram.time = time;
    return far.take(datagram);
  }
  /// What is sent next besides questions.
  std::string says(Act act, const Heard& heard) {
    for (int i = 0; i < 3; ++i) {
      Order order = order_of(act);
      order.clock = time;
      const auto bytes = far.encode(order, heard).span();
      const std::string text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
      if (text != "31") return text;
    }
    return "31";
  }
  MdofFar far{form()};
  TimePoint time{10s};
};

TEST_F(MdofTalk, HomeIsItsInitialiseAndThenAsLowAsAPoseMayBe) {
  EXPECT_EQ(says(Act::home, status(false, false)), "1");
  EXPECT_EQ(status(false, true).life, OwnLife::moves);
  (void)hear("1#0");
  EXPECT_EQ(status(true, false).life, OwnLife::moves) << "raised is not home";
  EXPECT_EQ(says(Act::home, status(true, false)), "9 0.000 0.000 -222.500 0.000 0.000 0.000");
  (void)hear("9#0");
  EXPECT_EQ(status(true, false, 0, -222.5).life, OwnLife::down);
}

TEST_F(MdofTalk, AStepThatSomebodyElseEndedIsNotBegunAgain) {
  EXPECT_EQ(says(Act::raise, status(true, false)), "7");
  (void)status(true, true);
  (void)hear("7#-4");
  EXPECT_EQ(status(true, false).life, OwnLife::stands);
  EXPECT_EQ(says(Act::raise, status(true, false)), "31");
}

TEST_F(MdofTalk, AStopComesFirstAndIsRepeated) {
  EXPECT_EQ(says(Act::raise, status(true, false)), "7");
  Order halt = order_of(Act::halt);
  halt.clock = time;
  int stops = 0;
  for (int i = 0; i < 6; ++i) {
    const auto bytes = far.encode(halt, status(true, true)).span();
    const std::string text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    if (i == 0) {
      EXPECT_EQ(text, "4");
    }
    stops += text == "4" ? 1 : 0;
  }
  EXPECT_EQ(stops, 3);
}

TEST_F(MdofTalk, AMotionIsOneCommandAndAStatusThatItsAnswerHasOvertakenIsNoMotionOfOthers) {
  Score score;
  score.number = 1;
  score.count = 2;
  score.rows[1] = {0.5, {}};
  score.rows[1].pose.position.z() = 0.020;
  far.score(score);
  EXPECT_EQ(says(Act::follow, status(true, false)), "31") << "not before it is whole";
  score.rows[0] = score.rows[1];
  score.rows[0].time = 1.0;
  score.count = 1;
  score.complete = true;
  far.score(score);
  score.count = 0;
  EXPECT_TRUE(far.playing().plays);
  EXPECT_EQ(says(Act::follow, status(true, false)),
            "13 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.500 0.000 0.000 20.000 0.000 0.000 0.000 1.000 "
            "0.000 0.000 20.000 0.000 0.000 0.000");
  (void)hear("13#0");
  EXPECT_FALSE(far.playing().plays);
  EXPECT_EQ(far.playing().played, 1u);
  EXPECT_EQ(far.playing().result, 0);
  EXPECT_EQ(status(true, true).life, OwnLife::follows);
  time += 200ms;
  EXPECT_EQ(status(true, true).life, OwnLife::moves) << "that is somebody else's";
}

/// Its final answer got lost: where it stands says how it ended.
TEST_F(MdofTalk, AMotionWhoseAnswerGotLostIsJudgedByWhereItStands) {
  for (const bool there : {true, false}) {
    Score score;
    score.number = there ? 1 : 2;
    score.point = score.complete = true;
    score.count = 1;
    score.rows[0].pose.position.z() = 0.020;
    far.score(score);
    score.count = 0;
    EXPECT_EQ(says(Act::follow, status(true, false)), "9 0.000 0.000 20.000 0.000 0.000 0.000");
    for (int i = 0; i < 10; ++i) (void)status(true, true);
    EXPECT_NE(far.playing().played, score.number);
    for (int i = 0; i < 30; ++i) (void)status(true, false, 0, there ? 20.0 : 5.0);
    EXPECT_FALSE(far.playing().plays);
    EXPECT_EQ(far.playing().played, score.number);
    EXPECT_EQ(far.playing().result, there ? 0 : -4);
  }
}

TEST_F(MdofTalk, FaultsAndEmergencyAreRead) {
  EXPECT_EQ(status(true, false, 181).code, 181u);
  EXPECT_TRUE(status(true, false, 195).emergency);
  EXPECT_EQ(status(true, false, 195).code, 0u);
  EXPECT_FALSE(hear("31#1;1;0;0;nan 0 0 0 0 0"));
  EXPECT_FALSE(hear("hello"));
}

}  // namespace
}  // namespace hexad::gateway
