#include "web/http.hpp"

#include <nlohmann/json.hpp>

namespace hexad::web {

std::string quoted(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Response error(int status, std::string_view text) {
  return {.status = status, .body = "{\"error\":" + quoted(text) + "}\n"};
}

}  // namespace hexad::web
