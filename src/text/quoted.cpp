#include "text/quoted.hpp"

#include <nlohmann/json.hpp>

namespace hexad::inline text {

std::string quoted(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace hexad::inline text
