#include "lifecycle/lease.hpp"

#include <gtest/gtest.h>

namespace hexad::lifecycle {
namespace {

using namespace std::chrono_literals;

constexpr Endpoint kA{2, 1, 1};
constexpr Endpoint kB{2, 1, 2};
TimePoint at(Duration since) { return TimePoint{since}; }

Contract streaming() {
  Contract contract;
  contract.lease = LeaseRule::after_silence;
  return contract;
}

TEST(Lease, OneDriverAtATime) {
  const Contract contract = streaming();
  Lease lease;
  EXPECT_TRUE(lease.take(kA, contract, at(0s)));
  EXPECT_FALSE(lease.take(kB, contract, at(0s)));
  EXPECT_TRUE(lease.take(kA, contract, at(1s)));
  EXPECT_TRUE(lease.held_by(kA));
}

TEST(Lease, EndsOneSecondAfterTheLastFrameButNeverWhileBusy) {
  const Contract contract = streaming();
  Lease lease;
  lease.take(kA, contract, at(0s));
  lease.heard(kA, contract, 1, at(500ms));
  EXPECT_FALSE(lease.expire(at(1400ms), false));
  EXPECT_FALSE(lease.expire(at(9s), true));
  EXPECT_TRUE(lease.expire(at(1500ms), false));
  EXPECT_FALSE(lease.held());
}

TEST(Lease, ADisarmedStreamCountsAgainOnlyWhenItAsksForSomethingElse) {
  const Contract contract = streaming();
  Lease lease;
  EXPECT_TRUE(lease.heard(kA, contract, 2, at(0s)));
  lease.disarm_all();
  EXPECT_FALSE(lease.heard(kA, contract, 2, at(10ms)));
  EXPECT_FALSE(lease.heard(kA, contract, 2, at(20s)))
      << "silence alone re-arms nobody whose contract does not say so";
  EXPECT_TRUE(lease.heard(kA, contract, 3, at(21s)));
}

TEST(Lease, SilenceRearmsWhereTheContractSaysSo) {
  Contract contract = streaming();
  contract.rearm_by_silence = true;
  contract.rearm_by_change = false;
  Lease lease;
  lease.heard(kA, contract, 2, at(0s));
  lease.disarm_all();
  EXPECT_FALSE(lease.heard(kA, contract, 3, at(900ms)));
  EXPECT_FALSE(lease.heard(kA, contract, 3, at(1800ms))) << "its own frames are not silence";
  EXPECT_TRUE(lease.heard(kA, contract, 3, at(2800ms)));
}

TEST(Lease, AfterALostStreamNoLengthOfSilenceIsAnEdge) {
  Contract contract = streaming();
  contract.rearm_by_silence = true;
  Lease lease;
  lease.heard(kA, contract, 2, at(0s));
  lease.disarm_until_change(kA);
  EXPECT_FALSE(lease.heard(kA, contract, 2, at(100s)));
  EXPECT_TRUE(lease.heard(kA, contract, 0, at(101s)));
}

TEST(Lease, AWatchedStreamIsNotRearmedBySilenceAfterAReset) {
  Contract contract = streaming();
  contract.rearm_by_silence = true;
  Lease lease;
  lease.heard(kA, contract, 2, at(0s));
  lease.watched(kA);
  lease.disarm_all();
  EXPECT_FALSE(lease.heard(kA, contract, 2, at(30s)));
  EXPECT_TRUE(lease.heard(kA, contract, 1, at(31s)));
}

TEST(Lease, AnOperatorsStopBarsEverybodyUntilControlIsGiven) {
  const Contract contract = streaming();
  Lease lease;
  lease.heard(kA, contract, 2, at(0s));
  lease.take(kA, contract, at(0s));
  lease.bar();
  EXPECT_TRUE(lease.barred());
  EXPECT_FALSE(lease.held());
  EXPECT_FALSE(lease.armed(kA));
  lease.give(kA);
  EXPECT_FALSE(lease.barred());
  EXPECT_TRUE(lease.armed(kA));
}

TEST(Lease, GivingControlDoesNotTakeItFromAHostThatDrives) {
  const Contract contract = streaming();
  Lease lease;
  lease.take(kA, contract, at(0s));
  lease.give({});
  EXPECT_TRUE(lease.held_by(kA));
}

TEST(Lease, WhoLooksOnCanTellADisarmedLeaseFromOneThatRanOut) {
  const Contract contract = streaming();
  Lease lease;
  lease.take(kA, contract, at(0s));
  EXPECT_TRUE(lease.expire(at(5s), false));
  lease.take(kA, contract, at(5s));
  lease.release();
  EXPECT_EQ(lease.disarms(), 0u);
  lease.take(kA, contract, at(6s));
  lease.disarm(kA);
  EXPECT_EQ(lease.disarms(), 1u);
  lease.disarm_all();
  EXPECT_EQ(lease.disarms(), 2u);
  lease.bar();
  EXPECT_EQ(lease.disarms(), 3u);
}

TEST(Lease, ManyEndpointsNeverPushOutTheDriver) {
  const Contract contract = streaming();
  Lease lease;
  lease.heard(kA, contract, 7, at(0s));
  lease.take(kA, contract, at(0s));
  for (std::uint16_t port = 1000; port < 3000; ++port) lease.heard({3, 9, port}, contract, 1, at(1s));
  lease.disarm(kA);
  EXPECT_FALSE(lease.armed(kA));
  EXPECT_FALSE(lease.heard(kA, contract, 7, at(2s))) << "the driver's last act was forgotten";
}

/// A contract that knows no act of its own which arms: games.
TEST(Lease, WhoOnlyTheOperatorArmsBeginsDisarmedAndLosesItBySilenceAndByGoingDown) {
  Contract contract = streaming();
  contract.rearm_by_silence = contract.rearm_by_change = false;
  Lease lease;
  EXPECT_FALSE(lease.heard(kA, contract, 0, at(0s)));
  EXPECT_FALSE(lease.heard(kA, contract, 1, at(500ms))) << "another act is none";
  lease.give({});
  EXPECT_FALSE(lease.heard(kA, contract, 1, at(600ms))) << "given to anybody";
  lease.give(kA);
  EXPECT_TRUE(lease.heard(kA, contract, 1, at(700ms)));
  EXPECT_TRUE(lease.heard(kA, contract, 1, at(1600ms)));
  EXPECT_FALSE(lease.heard(kA, contract, 1, at(2600ms))) << "a second of silence";
  lease.give(kA);
  EXPECT_TRUE(lease.heard(kA, contract, 1, at(2700ms)));
  lease.lowered();
  EXPECT_FALSE(lease.heard(kA, contract, 1, at(2800ms)));
  lease.give(kB);
  EXPECT_FALSE(lease.heard(kB, contract, 1, at(2800ms))) << "given before it was ever heard";
}

TEST(Lease, GoingDownTakesNothingFromWhoArmsByAnAct) {
  const Contract contract = streaming();
  Lease lease;
  EXPECT_TRUE(lease.heard(kA, contract, 1, at(0s)));
  lease.lowered();
  EXPECT_TRUE(lease.heard(kA, contract, 1, at(10ms)));
}

}  // namespace
}  // namespace hexad::lifecycle
