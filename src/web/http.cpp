#include "web/http.hpp"

namespace hexad::web {

Response error(int status, std::string_view text) {
  return {.status = status, .body = "{\"error\":" + quoted(text) + "}\n"};
}

}  // namespace hexad::web
