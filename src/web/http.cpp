#include "web/http.hpp"

#include "messages/json.hpp"
#include "messages/print.hpp"

namespace hexad::web {

Response error(int status, const messages::Message& what) {
  return {.status = status,
          .body = "{\"error\":" + text::quoted(messages::english(what)) +
                  ",\"message\":" + messages::json_text(what) + "}\n"};
}

}  // namespace hexad::web
