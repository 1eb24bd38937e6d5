#pragma once
// What the API says of itself, printed from the tables: OpenAPI for tools, a page for people.

#include <string>

namespace hexad::inline console_api {

/// GET /api/openapi.json
std::string openapi_text(const std::string& version);
/// GET /api/
std::string api_page(const std::string& version);

}  // namespace hexad::inline console_api
