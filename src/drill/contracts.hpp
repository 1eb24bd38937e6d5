#pragma once
// The contracts of the real sessions and of the operator, written down a second time: the people of the drill ask as
// those do.

#include "model/contract.hpp"
#include "model/endpoint.hpp"

namespace hexad::drill {

inline constexpr Endpoint kMdof{1, 0, 0};  ///< all its clients are one driver
inline constexpr Endpoint kDesk{9, 0, 0};

extern const Contract kMdofBringsUp, kMdofRises;
extern const Contract kDarren;
extern const Contract kMotusStrict, kMotusAutomatic, kMotusScript;
extern const Contract kLingjingFollow, kLingjingFilm;
extern const Contract kOperator, kOperatorByHand;

}  // namespace hexad::drill
