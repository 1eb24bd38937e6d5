#pragma once
// The endpoints that are no host.

#include "model/endpoint.hpp"

namespace hexad::inline words {

inline constexpr Endpoint kSignalEndpoint{255, 0, 0};    ///< SIGTERM, SIGINT
inline constexpr Endpoint kOperatorEndpoint{254, 0, 0};  ///< command line and console
inline constexpr Endpoint kBoardEndpoint{253, 0, 0};     ///< the calibration board
inline constexpr Endpoint kWorkshopEndpoint{252, 0, 0};  ///< the worker, for what the core itself wants

}  // namespace hexad::inline words
