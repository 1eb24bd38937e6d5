#include "operation/order_message.hpp"

#include <nlohmann/json.hpp>

namespace hexad::inline operation {

OrderMessage read_order_message(nlohmann::json& document) {
  std::string id = "null";
  if (const auto number = document.find("id"); number != document.end() && number->is_number_integer())
    id = number->dump();
  document.erase("type");
  document.erase("id");
  return {std::move(id), parse_order(document)};
}

}  // namespace hexad::inline operation
