#pragma once
// The people of the drill ask by the contracts of the real sessions and of the operator.

#include "model/endpoint.hpp"
#include "protocols/darren/contract.hpp"
#include "protocols/lingjing/contract.hpp"
#include "protocols/mdof/contract.hpp"
#include "protocols/motus/contract.hpp"

namespace hexad::drill {

inline constexpr Endpoint kMdof{1, 0, 0};  ///< all its clients are one driver
inline constexpr Endpoint kDesk{9, 0, 0};
inline constexpr Endpoint kWorker{8, 0, 0};

constexpr Contract motus_contract(BringUp bring_up, OnLimit on_limit) noexcept {
  return protocols::motus::contract_with(std::chrono::milliseconds{200}, OnSilence::hold, bring_up, on_limit);
}

inline constexpr const Contract& kMdofBringsUp = protocols::mdof::kBringsUp;
inline constexpr const Contract& kMdofRises = protocols::mdof::kRises;
inline constexpr const Contract& kDarren = protocols::darren::kContract;
inline constexpr Contract kMotusStrict = motus_contract(BringUp::refuse, OnLimit::clamp);
inline constexpr Contract kMotusAutomatic = motus_contract(BringUp::zero_and_raise, OnLimit::clamp);
inline constexpr Contract kMotusScript = motus_contract(BringUp::refuse, OnLimit::refuse);
inline constexpr const Contract& kLingjingFollow = protocols::lingjing::kFollow;
inline constexpr const Contract& kLingjingFilm = protocols::lingjing::kFilm;
inline constexpr const Contract& kOperator = kOperatorContract;
inline constexpr Contract kWorkerContract{};
inline constexpr Contract kOperatorByHand{
    .lease = LeaseRule::after_silence, .on_limit = OnLimit::clamp, .is_operator = true};

}  // namespace hexad::drill
