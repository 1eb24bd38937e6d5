#pragma once
// An order as a page sends it: {"type": "order", "id": 7, … as POST /api/ctl takes it}.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "operation/operator_order.hpp"

namespace hexad::inline operation {

struct OrderMessage {
  std::string id;  ///< as JSON, to be said with the answer: a whole number, else null
  Result<OperatorOrder, messages::Message> order;
};
/// Takes `type` and `id` out of the document.
OrderMessage read_order_message(nlohmann::json& document);

}  // namespace hexad::inline operation
